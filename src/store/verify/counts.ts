import { COUNTS } from '../counts.ts'
import { findMissingCounts, findWrongCounts } from '../transactions/counts.ts'
import type { Check } from './check.ts'

/** Checks the stored aggregates against a new count. */
export const counts: Check = {
  name: 'counts',
  says: 'the stored totals are what counting results in',
  async *run({ snapshot: { tx } }) {
    const unkept = new Set((await findMissingCounts(tx)).map(({ name }) => name))
    for (const count of COUNTS.filter(({ name }) => !unkept.has(name))) {
      for (const { grouping, value, kept, counted } of await findWrongCounts(tx, count)) {
        yield `counters ${[count.name, grouping, value].filter((part) => part !== '').join(' ')}: ${kept} is stored, and counting results in ${counted}; run \`svc-registry counts correct\``
      }
    }
  },
}
