import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { nodeTransport } from '../../src/engine/node-transport.ts'
import { runSuite } from '../../src/engine/run.ts'
import { select } from '../../src/engine/select.ts'
import { exitCodeOf, verdictOf } from '../../src/engine/verdict.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { platformSuite } from '../../src/rules/platform/index.ts'
import { settings } from '../support/settings.ts'
import { NULL_TARGETS } from './null-targets.ts'

const TIME = { now_ms: () => performance.now(), wait: (ms: number) => wait(ms) }
const HANGING_TARGETS = ['a socket that never answers', 'slow loris']

describe.each([agentSuite, platformSuite])('what is no $subject', (suite) => {
  // Every profile at once: nothing may pass in any of them.
  const selected = suite.sections.flatMap(({ rules }) => rules)

  it.each(NULL_TARGETS)(
    '$name: nothing passes, and it is told in time',
    async ({ name, start }) => {
      const { url, stop } = await start()
      const run = await runSuite(
        {
          suite,
          settings: settings({
            base: url,
            allow: new Set(['read', 'call', 'write', 'destructive']),
            keys: { free: 'k', starter: 'k', professional: 'k', enterprise: 'k' },
          }),
          selected,
        },
        nodeTransport,
        TIME,
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
      // Hanging targets: 15 s in all. Everything else answers, or is not there, at once.
      expect(run.ms).toBeLessThan(HANGING_TARGETS.includes(name) ? 15_000 : 1000)
    },
  )
})

describe('a profile', () => {
  it.each(Object.keys(agentSuite.profiles))(
    '%s of an agent begins with what proves an agent',
    (profile) => {
      expect(select(agentSuite, { profile }).map(({ id }) => id)).toContain('CARD-01')
    },
  )
})
