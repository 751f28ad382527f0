import { describe, expect, it } from 'vitest'
import type { Settings } from '../../src/engine/settings.ts'
import type { Suite } from '../../src/engine/types.ts'
import { reportOf, type Report } from '../../src/report/data.ts'
import type { Handler, TestRequest, TestResponse } from './handler.ts'
import { failedRules, inState, judge, lines } from './judge.ts'
import { rulesWithMutants } from './required.ts'

/** A conforming target into which one fault was introduced, and the rules that find it. */
export interface Mutant {
  readonly name: string
  readonly foundBy: readonly string[]
  /** Creates the target. Every run needs a new one, because targets have state. */
  readonly make: () => Handler
  readonly settings?: Partial<Settings>
}

/**
 * Tests that each mutant is found by exactly the rules that it names. For agents, it also tests that the report of each finding is
 * complete; the reports of platforms are too large for this to be tested with every mutant.
 */
export function describeMutants(suite: Suite, mutants: readonly Mutant[]): void {
  describe(`mutants of the ${suite.subject}`, () => {
    it('cover every MUST and every SHOULD', () => {
      const found = new Set(mutants.flatMap(({ foundBy }) => foundBy))
      expect(rulesWithMutants(suite).filter((id) => !found.has(id))).toEqual([])
    })

    for (const { name, make, foundBy, settings } of mutants) {
      const violated = foundBy.length === 0 ? 'no rule' : `exactly ${foundBy.join(', ')}`
      it(`(${name}) violates ${violated}`, async () => {
        const run = await judge(suite, make(), settings)
        expect(failedRules(run)).toEqual([...foundBy])
        // A rule may be blocked only by a rule that found the fault, or that could not be tested because of it.
        const untested = inState(run, 'NOT_TESTED').map(({ rule }) => rule.id)
        expect(
          inState(run, 'BLOCKED')
            .map(({ root }) => root)
            .filter((root) => ![...foundBy, ...untested].includes(root ?? '')),
        ).toEqual([])
        expect(lines(inState(run, 'ERROR'))).toEqual([])
        if (suite.subject === 'agent')
          expect(incompleteFindings(reportOf([run], { started_at: STARTED }))).toEqual([])
      })
    }
  })
}

const STARTED = '2026-03-02T09:10:00.000Z'

/**
 * Returns the rules whose finding lacks what a reader needs: the violated text, what was expected and found, a hint, and how to reproduce
 * it.
 */
function incompleteFindings(report: Report): readonly string[] {
  return report.rules
    .filter(({ violation, clause, hint, rerun, curl, evidence }) => {
      if (!violation) return false
      const { pointer, expected, actual } = violation
      const texts = [clause.quote, pointer, expected, actual, hint, rerun]
      const exchange = report.volatile.exchanges[violation.exchange ?? evidence.at(-1) ?? '']
      const isRepeatable =
        pointer.startsWith('manifest') || /curl -sS -i --max-time \d+ /.test(curl.join('\n'))
      return (
        texts.some((text) => text === undefined || text === '') ||
        exchange?.request === undefined ||
        (exchange.response ?? exchange.failure) === undefined ||
        !isRepeatable
      )
    })
    .map(({ id }) => id)
}

/** Changes a target's responses to requests for one path. */
export const mapResponse =
  (
    handler: Handler,
    path: string,
    change: (response: TestResponse, request: TestRequest) => TestResponse | 'silence' | 'reset',
  ): Handler =>
  (request) => {
    const response = handler(request)
    return request.path.split('?')[0] === path && typeof response === 'object'
      ? change(response, request)
      : response
  }

/** Changes a target's JSON responses to requests for one path. Members that are set to undefined are omitted. */
export const mapJson = (
  handler: Handler,
  path: string,
  change: (body: Record<string, unknown>, request: TestRequest, response: TestResponse) => unknown,
): Handler =>
  mapResponse(handler, path, (response, request) => ({
    ...response,
    body: JSON.stringify(
      change(JSON.parse(response.body) as Record<string, unknown>, request, response),
    ),
  }))
