import { isToolMissing } from '../../test/kit/tools.ts'
import type { Suite } from '../src/engine/types.ts'
import type { Mutant } from '../test/support/mutants.ts'
import { HOSTED, isSame, WITHOUT_LINES } from '../test/support/pasted.ts'
import { paste, type Pasted } from '../test/support/shell.ts'
import { all, skipped, told, type Chapter } from './figure.ts'

const AT_ONCE = 4

type Tried = readonly (readonly [Mutant, Pasted])[]

/** Tries some mutants at once: most of the time is spent waiting for processes, and for mutants that do not answer. */
async function tried(suite: Suite, mutants: readonly Mutant[]): Promise<Tried> {
  const queue = [...mutants]
  const done: (readonly [Mutant, Pasted])[] = []
  const work = async (): Promise<void> => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift())
      for (const one of await paste(suite, mutant)) done.push([mutant, one])
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return done
}

/** Every mutant behind a port, and what is printed about it pasted into a shell. */
export const curl: Chapter = {
  title: 'What is printed about a violation, pasted into a shell and judged again',
  async *measure() {
    if (isToolMissing('curl')) return yield skipped('curl lines', 'curl is not on this machine')
    for (const { suite, mutants } of HOSTED) {
      const pasted = await tried(suite, mutants)
      const shown = pasted.filter(([, { lines }]) => lines.length > 0)
      const scripts = shown.filter(([, { lines }]) => lines.length > 1).length
      const without = [
        ...new Set(
          pasted.filter(([, { lines }]) => lines.length === 0).map(([, { rule }]) => rule),
        ),
      ]
      yield all(
        `${suite.subject}s: the same violation again`,
        shown.length,
        shown
          .filter(([mutant, one]) => !isSame(mutant, one))
          .map(([{ name }, { rule }]) => `${name}: ${rule}`),
      )
      yield told(`${suite.subject}s: of these, scripts that send several requests`, scripts)
      yield all(
        `${suite.subject}s: rules that no request shows, each named with its reason`,
        without.length,
        without.filter((rule) => !(rule in WITHOUT_LINES)),
        0,
      )
    }
  },
}
