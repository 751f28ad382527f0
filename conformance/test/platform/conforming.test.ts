import { describe, expect, it } from 'vitest'
import { runSuite } from '../../src/engine/run.ts'
import { verdictOf } from '../../src/engine/verdict.ts'
import { rulesOf } from '../../src/engine/select.ts'
import { platformSuite } from '../../src/rules/platform/index.ts'
import { transportTo, type Handler } from '../support/handler.ts'
import { inState, judge, lines } from '../support/judge.ts'
import { settings } from '../support/settings.ts'
import { PLATFORM_SETTINGS, referencePlatform } from './reference.ts'
import { CONFORMING } from './shapes.ts'

describe('a conforming platform', () => {
  it.each(CONFORMING)(
    '($name) has no findings, and all rules are tested except those whose input is missing',
    async ({ make, settings: chosen = PLATFORM_SETTINGS, commands, untested = [] }) => {
      const platform = make()
      const run = await judge(platformSuite, platform, chosen, undefined, commands?.(platform))
      expect(lines(inState(run, 'FAIL', 'WARN', 'ERROR', 'N/A'))).toEqual([])
      expect(
        inState(run, 'NOT_TESTED')
          .map(({ rule }) => rule.id)
          .filter((id) => !id.includes('.delivered')),
      ).toEqual([...untested])
      expect(inState(run, 'BLOCKED').filter(({ root }) => !untested.includes(root ?? ''))).toEqual(
        [],
      )
      expect(verdictOf(run.results)).toBe(untested.length === 0 ? 'conformant' : 'inconclusive')
    },
  )

  it('has no findings without further input, and the report names the missing input', async () => {
    const { clock_url: _, mail_url: __, second_org: ___, ...rest } = PLATFORM_SETTINGS
    const run = await judge(platformSuite, referencePlatform(), {
      ...rest,
      keys: { starter: 'sk_live_starter' },
      extra: { org: 'org_starter' },
    })
    expect(lines(inState(run, 'FAIL', 'WARN', 'ERROR'))).toEqual([])
    expect(verdictOf(run.results)).toBe('inconclusive')
    for (const { reason } of inState(run, 'NOT_TESTED')) expect(reason).toMatch(/[Uu]se .*--/)
  })

  it('is tested in real time with --slow and without --clock-url, by the rules that need a wait of about a minute', async () => {
    const platform = referencePlatform()
    const { clock_url: _, ...rest } = PLATFORM_SETTINGS
    let waited = 0
    // The platform's clock advances when the suite waits.
    const wait = (ms: number): Promise<void> => {
      platform({
        method: 'POST',
        path: '/_clock',
        headers: {},
        body: JSON.stringify({ advance_seconds: ms / 1000 }),
      })
      return Promise.resolve(void (waited += ms))
    }
    const ids = ['BOOT-09', 'BOOT-10', 'LEASE-05', 'REF-05']
    const selected = rulesOf(platformSuite).filter(({ id }) => ids.includes(id))
    const statesOf = async (slow: boolean): Promise<readonly string[]> =>
      (
        await runSuite(
          { suite: platformSuite, settings: settings({ ...rest, slow }), selected },
          transportTo(platform),
          { now_ms: () => waited, wait },
        )
      ).results.map(({ rule, state }) => `${rule.id} ${state}`)
    expect(await statesOf(true)).toEqual([
      'BOOT-09 PASS',
      'BOOT-10 PASS',
      'LEASE-05 NOT_TESTED',
      'REF-05 NOT_TESTED',
    ])
    expect(waited).toBe(122_000)
    expect(await statesOf(false)).toEqual(ids.map((id) => `${id} NOT_TESTED`))
  })

  it('receives only GET requests without --allow', async () => {
    const reference = referencePlatform()
    const methods = new Set<string>()
    const recording: Handler = (request) => (methods.add(request.method), reference(request))
    await judge(platformSuite, recording, { ...PLATFORM_SETTINGS, allow: settings().allow })
    expect([...methods]).toEqual(['GET'])
  })
})

const OTHER_TARGETS: readonly (readonly [name: string, target: Handler])[] = [
  ['silence', () => 'silence'],
  ['reset', () => 'reset'],
  ['{}', () => ({ status: 200, body: '{}' })],
  [
    'HTML',
    () => ({ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<!doctype html>' }),
  ],
  ...[404, 500, 401, 402, 422].map(
    (status) =>
      [String(status), () => ({ status, body: '{"error":"plan_limit_exceeded"}' })] as const,
  ),
  ['echo', ({ body }) => ({ status: 200, body })],
]

describe('a target that is not a platform', () => {
  it.each(OTHER_TARGETS)('(%s) passes no rule', async (_, target) => {
    const run = await judge(platformSuite, target, PLATFORM_SETTINGS)
    expect(inState(run, 'PASS').map(({ rule }) => rule.id)).toEqual([])
    expect(lines(inState(run, 'ERROR'))).toEqual([])
    expect(verdictOf(run.results)).toBe('non-conformant')
  })
})
