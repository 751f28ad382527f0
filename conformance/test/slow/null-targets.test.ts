import { describe, expect, it } from 'vitest'
import { samples } from '../../../test/kit/samples.ts'
import { LIVENESS_MS } from '../../../test/kit/bounds.ts'
import { select } from '../../src/engine/select.ts'
import { exitCodeOf, verdictOf } from '../../src/engine/verdict.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { platformSuite } from '../../src/rules/platform/index.ts'
import { judgeOverHttp } from '../support/judge-over-http.ts'
import { settings } from '../support/settings.ts'
import { HANGING_TARGETS, NULL_TARGETS } from './null-targets.ts'

describe.each([agentSuite, platformSuite])('a null target for the $subject suite', (suite) => {
  it.each(NULL_TARGETS.filter((_, index) => index % samples(2, 1) === 0))(
    '($name) passes no rule, and its run ends within the time limit',
    async ({ name, start }) => {
      const { url, stop } = await start()
      const run = await judgeOverHttp(
        suite,
        settings({
          base: url,
          allow: new Set(['read', 'call', 'write', 'destructive']),
          keys: { free: 'k', starter: 'k', professional: 'k', enterprise: 'k' },
        }),
      )
      stop()
      expect(
        run.results.filter(({ state }) => state === 'PASS').map(({ rule }) => rule.id),
      ).toEqual([])
      expect(
        run.results.filter(({ state }) => state === 'ERROR').map(({ reason }) => reason),
      ).toEqual([])
      expect(verdictOf(run.results)).not.toBe('conformant')
      expect(exitCodeOf(run.results)).not.toBe(0)
      expect(run.ms).toBeLessThan(LIVENESS_MS)
      // Only requests to targets that hang reach their time limit.
      const hanging = run.exchanges.filter(
        ({ outcome }) => outcome.kind === 'failure' && outcome.code === 'timeout',
      )
      expect(hanging.length > 0).toBe(HANGING_TARGETS.includes(name))
    },
  )
})

describe('a profile', () => {
  it.each(Object.keys(agentSuite.profiles))(
    '(%s) includes a rule that identifies an agent',
    (profile) => {
      const chosen = agentSuite.sections.filter(({ id }) =>
        agentSuite.profiles[profile]?.includes(id),
      )
      const identifying = chosen.map(({ protocol }) => protocol?.identified_by ?? 'CARD-01')
      expect(select(agentSuite, { profile }).map(({ id }) => id)).toEqual(
        expect.arrayContaining(identifying),
      )
    },
  )
})
