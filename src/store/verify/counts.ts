import { COUNTS } from '../counts.ts'
import { unkeptCounts, wrongNumbers } from '../transactions/counts.ts'
import type { Check } from './check.ts'

/** Totals are not counted when they are asked for, so they must be what counting gives. */
export const counts: Check = {
  name: 'counts',
  says: 'the numbers that are kept are what counting gives',
  async *run({ snapshot: { tx } }) {
    const unkept = new Set((await unkeptCounts(tx)).map(({ name }) => name))
    for (const count of COUNTS.filter(({ name }) => !unkept.has(name))) {
      for (const { grouping, value, kept, counted } of await wrongNumbers(tx, count)) {
        yield `counters ${[count.name, grouping, value].filter((part) => part !== '').join(' ')}: ${kept} is kept, and there are ${counted}; \`svc-registry counts correct\` puts it right`
      }
    }
  },
}
