import { afterAll, describe, expect, it } from 'vitest'
import { samples } from '../../../test/kit/samples.ts'
import { isToolMissing } from '../../../test/kit/tools.ts'
import { realClock } from '../../src/engine/clock.ts'
import { select } from '../../src/engine/select.ts'
import { verdictOf } from '../../src/engine/verdict.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { referenceAgent } from '../agent/reference.ts'
import { overHttp } from '../support/cli.ts'
import { serve, WRITERS, type ResponseWriter } from '../support/handler.ts'
import { judgeOverHttp } from '../support/judge-over-http.ts'
import { inState, lines } from '../support/judge.ts'
import { PROGRAMS } from '../support/programs.ts'
import { settings } from '../support/settings.ts'

const stops: (() => void)[] = []
afterAll(() => {
  for (const stop of stops) stop()
})

async function serveAgent(write?: ResponseWriter, host?: string): Promise<string> {
  const { url, close } = await serve(overHttp(referenceAgent()), write, host)
  stops.push(close)
  return url
}

const WAYS: Readonly<Record<string, () => Promise<string>>> = {
  ...Object.fromEntries(
    Object.entries(WRITERS).map(([name, write]) => [name, () => serveAgent(write)]),
  ),
  'over IPv6': () => serveAgent(undefined, '::1'),
}

/** Judges an agent by all rules, and returns the number of requests and the pauses as well. */
async function judge(base: string) {
  const pauses: number[] = []
  const clock = {
    now_ms: realClock.now_ms,
    wait: (ms: number) => {
      pauses.push(ms)
      return realClock.wait(ms)
    },
  }
  const run = await judgeOverHttp(agentSuite, settings({ base, fuzz: 100 }), { clock })
  return {
    findings: lines(inState(run, 'FAIL', 'WARN', 'ERROR', 'BLOCKED', 'NOT_TESTED')),
    verdict: verdictOf(run.results),
    requests: run.exchanges.length,
    pauses,
  }
}

describe('an agent over HTTP', () => {
  it.each(samples(['compressed with gzip', 'over IPv6'], Object.keys(WAYS)))(
    'that responds %s is conformant',
    async (name) => {
      const { findings, verdict } = await judge(await WAYS[name]!())
      expect(findings).toEqual([])
      expect(verdict).toBe('conformant')
    },
  )

  it('is judged with at most 200 requests and without pauses', async () => {
    const { requests, pauses } = await judge(await serveAgent())
    expect(requests).toBeGreaterThan(100)
    expect(requests).toBeLessThanOrEqual(200)
    expect(pauses).toEqual([])
  })

  it.each(['a2a', 'mcp'])(
    '(the TypeScript example) is conformant in the %s profile',
    async (profile) => {
      const { url, stop } = await PROGRAMS[0]!.start()
      stops.push(stop)
      const run = await judgeOverHttp(agentSuite, settings({ base: url, profile }), {
        selected: select(agentSuite, { profile }),
      })
      expect(lines(inState(run, 'FAIL', 'WARN', 'ERROR', 'BLOCKED', 'NOT_TESTED', 'INFO'))).toEqual(
        [],
      )
      // These rules are about what an agent without streams has to refuse.
      expect(inState(run, 'N/A').map(({ rule }) => rule.id)).toEqual(
        profile === 'a2a' ? ['A2A10-28', 'A2A03-25'] : [],
      )
      expect(verdictOf(run.results)).toBe('conformant')
    },
  )

  for (const { name, needs, start } of PROGRAMS)
    it.skipIf(needs !== undefined && isToolMissing(needs))(`(${name}) is conformant`, async () => {
      const { url, stop } = await start()
      stops.push(stop)
      const { findings, verdict } = await judge(url)
      expect(findings).toEqual([])
      expect(verdict).toBe('conformant')
    })
})
