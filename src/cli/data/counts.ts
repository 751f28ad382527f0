import { operatorCommand } from '../operator/command.ts'
import { formatTable } from '../../terminal/text.ts'

/** `counts ...`: corrects the stored counts. */
export const counts = [
  operatorCommand({
    path: 'counts correct',
    summary: 'Recompute the stored counts, and correct wrong ones',
    about:
      'The registry updates its stored counts with every change. They can only be wrong if an older version, which did not update them, ' +
      'has written to the same store, as during a rolling upgrade. While a count is recomputed, writes that would change it wait.',
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
