import { operatorCommand } from '../operator/command.ts'
import { formatTable } from '../../terminal/text.ts'

/** `counts ...`: counts that are stored and updated with every change. */
export const counts = [
  operatorCommand({
    path: 'counts correct',
    summary: 'Recount the stored totals, and correct those that are wrong',
    about:
      'The registry updates its stored counts with every change. They can only be wrong after a process of an older version that did not update them ' +
      'wrote to the same store, as during a rolling upgrade. While one count is recounted, writes that would change it wait.',
    flags: {},
    examples: ['counts correct', 'counts correct --json'],
    read: () => ({}),
    async execute({ store, context }) {
      const corrections = []
      for (const name of await store.listCounts({}))
        corrections.push(...(await store.correctCount(context(), { name })))
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
        'All counts were correct.',
      ),
  }),
]
