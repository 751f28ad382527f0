import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../../src/engine/verdict.ts'
import { platformSuite } from '../../src/rules/platform/index.ts'
import { samples } from '../../../test/kit/samples.ts'
import { inState, lines } from '../support/judge.ts'
import { judgeOverHttp } from '../support/judge-over-http.ts'
import { sandboxSettings, startSandbox, STORES, type Sandbox } from '../support/sandbox.ts'

describe.each(samples<readonly (typeof STORES)[number][]>(['sqlite'], STORES))(
  "this repository's platform on the %s store",
  (store) => {
    let sandbox: Sandbox
    beforeAll(async () => {
      sandbox = await startSandbox(store)
    })
    afterAll(() => sandbox.stop())

    it.each(['in the first run', 'in a second run, after its clock was advanced'])(
      'meets every rule with at most 550 requests %s',
      async () => {
        const run = await judgeOverHttp(platformSuite, sandboxSettings(sandbox.info))
        expect(run.exchanges.length).toBeLessThanOrEqual(550)
        expect(
          lines(inState(run, 'FAIL', 'WARN', 'ERROR', 'BLOCKED', 'NOT_TESTED', 'N/A')),
        ).toEqual([])
        expect(verdictOf(run.results)).toBe('conformant')
        expect(
          inState(run, 'INFO')
            .filter(({ rule }) => rule.id.endsWith('.delivered'))
            .map(({ reason }) => reason),
        ).toEqual(Array(3).fill('Received POST with application/json.'))
      },
    )
  },
)
