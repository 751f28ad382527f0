import { isToolMissing } from '../../test/kit/tools.ts'
import type { Suite } from '../src/engine/types.ts'
import type { Mutant } from '../test/support/mutants.ts'
import { isSame, NOT_REPRODUCIBLE, REPRODUCTION_CASES } from '../test/support/reproduction-cases.ts'
import { reproduceFindings, type ShellReproduction } from '../test/support/reproduction.ts'
import { all, count, skipped, type Chapter } from './figure.ts'

const WORKERS = 4

type Reproductions = readonly (readonly [Mutant, ShellReproduction])[]

/** Reproduces the findings of several mutants concurrently, because most of the time is spent waiting. */
async function reproduceAll(suite: Suite, mutants: readonly Mutant[]): Promise<Reproductions> {
  const queue = [...mutants]
  const done: (readonly [Mutant, ShellReproduction])[] = []
  const work = async (): Promise<void> => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift())
      for (const one of await reproduceFindings(suite, mutant)) done.push([mutant, one])
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  return done
}

/** Serves the mutants of `REPRODUCTION_CASES` over HTTP, and runs the printed commands of their findings in a shell. */
export const curl: Chapter = {
  title: 'The printed commands of a finding reproduce it',
  async *measure() {
    if (isToolMissing('curl')) return yield skipped('curl lines', 'curl is not installed')
    for (const { suite, mutants } of REPRODUCTION_CASES) {
      const reproductions = await reproduceAll(suite, mutants)
      const shown = reproductions.filter(([, { lines }]) => lines.length > 0)
      const scripts = shown.filter(([, { lines }]) => lines.length > 1).length
      const without = [
        ...new Set(
          reproductions.filter(([, { lines }]) => lines.length === 0).map(([, { rule }]) => rule),
        ),
      ]
      yield all(
        `${suite.subject}s: findings that the commands reproduce`,
        shown.length,
        shown
          .filter(([mutant, one]) => !isSame(mutant, one))
          .map(([{ name }, { rule }]) => `${name}: ${rule}`),
      )
      yield count(`${suite.subject}s: of these, scripts with several requests`, scripts)
      yield all(
        `${suite.subject}s: rules without commands that have a known reason`,
        without.length,
        without.filter((rule) => !(rule in NOT_REPRODUCIBLE)),
        0,
      )
    }
  },
}
