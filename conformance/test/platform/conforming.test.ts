import { describe, expect, it } from 'vitest'
import { verdictOf } from '../../src/engine/verdict.ts'
import { platformSuite } from '../../src/rules/platform/index.ts'
import type { Handler } from '../support/handler.ts'
import { inState, judge, lines } from '../support/judge.ts'
import { settings } from '../support/settings.ts'
import { PLATFORM_SETTINGS, referencePlatform, type Shape } from './reference.ts'

const SHAPES: readonly (readonly [name: string, shape: Partial<Shape>])[] = [
  ['201 and 422', {}],
  ['200 and 400', { created: 200, invalid: 400 }],
  ['202', { created: 202 }],
  ['a clock that an earlier run moved', { moved_ms: 100 * 86_400_000 }],
  ['another name for the identifier', { workspace_id: 'id' }],
  ['more members than the interface lists', { more: { request_id: 'r', links: { self: '/' } } }],
]

describe('platforms that conform, each in its own way', () => {
  it.each(SHAPES)('%s: nothing is found wrong, and nothing is left out', async (_, shape) => {
    const run = await judge(platformSuite, referencePlatform(shape), PLATFORM_SETTINGS)
    expect(lines(inState(run, 'FAIL', 'WARN', 'ERROR', 'BLOCKED', 'NOT_TESTED', 'N/A'))).toEqual([])
    expect(verdictOf(run.results)).toBe('conformant')
  })

  it('what was not handed in is asked for, and nothing is found wrong', async () => {
    const { clock_url: _, mail_url: __, second_org: ___, ...rest } = PLATFORM_SETTINGS
    const run = await judge(platformSuite, referencePlatform(), { ...rest, keys: { starter: 'sk_live_starter' }, extra: { org: 'org_starter' } })
    expect(lines(inState(run, 'FAIL', 'WARN', 'ERROR'))).toEqual([])
    expect(verdictOf(run.results)).toBe('inconclusive')
    for (const { reason } of inState(run, 'NOT_TESTED')) expect(reason).toMatch(/[Gg]ive .*--/)
  })

  it('reading only: nothing is written', async () => {
    const reference = referencePlatform()
    const methods = new Set<string>()
    const spied: Handler = (asked) => (methods.add(asked.method), reference(asked))
    await judge(platformSuite, spied, { ...PLATFORM_SETTINGS, allow: settings().allow })
    expect([...methods]).toEqual(['GET'])
  })
})

const NULLS: readonly (readonly [name: string, target: Handler])[] = [
  ['silence', () => 'silence'], ['reset', () => 'reset'],
  ['{}', () => ({ status: 200, body: '{}' })], ['HTML', () => ({ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<!doctype html>' })],
  ...[404, 500, 401, 402, 422].map((status) => [String(status), () => ({ status, body: '{"error":"plan_limit_exceeded"}' })] as const),
  ['echo', ({ body }) => ({ status: 200, body })],
]

describe('what is no platform', () => {
  it.each(NULLS)('%s: nothing passes', async (_, target) => {
    const run = await judge(platformSuite, target, PLATFORM_SETTINGS)
    expect(inState(run, 'PASS').map(({ rule }) => rule.id)).toEqual([])
    expect(lines(inState(run, 'ERROR'))).toEqual([])
    expect(verdictOf(run.results)).toBe('non-conformant')
  })
})
