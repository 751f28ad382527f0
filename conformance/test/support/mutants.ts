import { describe, expect, it } from 'vitest'
import type { Settings } from '../../src/engine/settings.ts'
import type { Suite } from '../../src/engine/types.ts'
import type { Asked, Handler, Told } from './handler.ts'
import { inState, judge, killers, lines } from './judge.ts'

/** A conforming target with exactly one change, and exactly the rules that find it. */
export interface Mutant {
  readonly name: string
  readonly kills: readonly string[]
  /** Made anew for every run, because a target remembers. */
  readonly make: () => Handler
  readonly settings?: Partial<Settings>
}

/** Asserts for every mutant that exactly its rules find it, and that whatever waits, waits for one of them. */
export function describeMutants(suite: Suite, mutants: readonly Mutant[]): void {
  describe(`mutants of the ${suite.subject}`, () => {
    it('there is one for every MUST and every SHOULD', () => {
      const found = new Set(mutants.flatMap(({ kills }) => kills))
      const rules = suite.sections
        .flatMap(({ rules }) => rules)
        .filter(({ level }) => level !== 'INFO')
      expect(rules.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([])
    })

    it.each(mutants)('$name: found by $kills', async ({ make, kills, settings }) => {
      const run = await judge(suite, make(), settings)
      expect(killers(run)).toEqual([...kills])
      // What was made impossible to see is said to be untested; everything else waits for a rule that found something.
      const untested = inState(run, 'NOT_TESTED').map(({ rule }) => rule.id)
      expect(
        inState(run, 'BLOCKED')
          .map(({ root }) => root)
          .filter((root) => ![...kills, ...untested].includes(root ?? '')),
      ).toEqual([])
      expect(lines(inState(run, 'ERROR'))).toEqual([])
    })
  })
}

/** Changes what a target tells about one path. */
export const retell =
  (
    handler: Handler,
    path: string,
    change: (told: Told, asked: Asked) => Told | 'silence' | 'reset',
  ): Handler =>
  (asked) => {
    const told = handler(asked)
    return asked.path.split('?')[0] === path && typeof told === 'object'
      ? change(told, asked)
      : told
  }

/** Changes the JSON that a target tells about one path; members set to undefined are left out. */
export const rewrite = (
  handler: Handler,
  path: string,
  change: (body: Record<string, unknown>, asked: Asked, told: Told) => unknown,
): Handler =>
  retell(handler, path, (told, asked) => ({
    ...told,
    body: JSON.stringify(change(JSON.parse(told.body) as Record<string, unknown>, asked, told)),
  }))
