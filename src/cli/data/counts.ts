import { operatorCommand } from '../operator/command.ts'
import { formatTable } from '../../terminal/text.ts'

/** `counts ...`: the numbers that the registry keeps instead of counting. */
export const counts = [
  operatorCommand({
    path: 'counts correct',
    summary:
      'Count everything anew that totals and summaries are made of, and put right what differs',
    about:
      'The registry keeps these numbers with every change. They can only differ after a process of a version that did not keep them ' +
      'wrote to the same store, as during an upgrade of several processes. While one number is counted, what would change it waits.',
    flags: {},
    examples: ['counts correct', 'counts correct --json'],
    read: () => ({}),
    async work({ store, act }) {
      const corrections = []
      for (const name of await store.listCounts({}))
        corrections.push(...(await store.correctCount(act(), { name })))
      return { corrections }
    },
    show: ({ corrections }) =>
      formatTable(
        ['COUNT', 'OF', 'WAS', 'IS'],
        corrections.map(({ name, grouping, value, kept, counted }) => [
          name,
          `${grouping}${value}`,
          kept,
          counted,
        ]),
        'All numbers were right.',
      ),
  }),
]
