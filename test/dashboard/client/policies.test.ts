import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PolicyContent } from '../../../dashboard/src/api/policies.ts'
import { policyText, rebasePolicy } from '../../../dashboard/src/pages/policies/changes.ts'
import { formatPolicy, parsePolicy } from '../../../dashboard/src/pages/policies/json-field.tsx'
import PolicyPage from '../../../dashboard/src/pages/policies/policy.tsx'
import {
  RULES,
  errorOf,
  warningFor,
  withRule,
} from '../../../dashboard/src/pages/policies/rules.ts'
import { diffLines } from '../../../dashboard/src/parts/text/diff.tsx'
import { DEFAULT_POLICY, renderPage } from './render.ts'

const names = fc.uniqueArray(
  fc.constantFrom('*', 'mail', 'shell', 'a b', '- x', 'null', 'api.bank.example:443'),
  { maxLength: 5 },
)

const policies: fc.Arbitrary<PolicyContent> = fc
  .tuple(fc.array(names, { minLength: RULES.length, maxLength: RULES.length }), fc.boolean())
  .map(([lists, flag]) =>
    RULES.reduce(
      (content, rule, index) => withRule(content, rule, rule.as === 'flag' ? flag : lists[index]!),
      DEFAULT_POLICY,
    ),
  )

const allowing = (...allowed: string[]) =>
  withRule(DEFAULT_POLICY, { section: 'tools', name: 'allowed' }, allowed)

/** Sorts the lists, because merging may change their order. */
const sorted = (content: PolicyContent) =>
  JSON.parse(JSON.stringify(content), (_, value: unknown) =>
    Array.isArray(value) ? value.toSorted() : value,
  ) as PolicyContent

describe('rebasing a policy', () => {
  it('returns my policy if theirs has no changes', () =>
    fc.assert(
      fc.property(policies, policies, (base, mine) => {
        expect(sorted(rebasePolicy(base, mine, base))).toEqual(sorted(mine))
      }),
    ))

  it('returns their policy if mine has no changes', () =>
    fc.assert(
      fc.property(policies, policies, (base, theirs) => {
        expect(rebasePolicy(base, base, theirs)).toEqual(theirs)
      }),
    ))

  it('applies identical changes only once', () =>
    fc.assert(
      fc.property(policies, policies, (base, both) => {
        expect(rebasePolicy(base, both, both)).toEqual(both)
      }),
    ))

  it('combines the additions and removals of both sides', () => {
    const merged = rebasePolicy(
      allowing('mail', 'shell', 'disk'),
      allowing('mail', 'disk', 'ledger'),
      allowing('mail', 'shell', 'calendar'),
    )
    expect(merged.tools.allowed).toEqual(['mail', 'calendar', 'ledger'])
  })
})

describe('a policy as text', () => {
  it('differs if and only if the policies differ', () =>
    fc.assert(
      fc.property(policies, policies, (one, other) => {
        expect(policyText(one) === policyText(other)).toBe(
          formatPolicy(one) === formatPolicy(other),
        )
      }),
    ))

  it('is unchanged after it is formatted and parsed as JSON', () =>
    fc.assert(
      fc.property(policies, (content) => {
        expect(parsePolicy(formatPolicy(content))).toEqual({ kind: 'valid', content })
      }),
    ))

  it.each([
    ['{', 'This is not valid JSON'],
    ['[]', 'A policy must be an object'],
    [formatPolicy(DEFAULT_POLICY).replace('"tools"', '"tolls"'), 'tools is missing'],
    [formatPolicy(DEFAULT_POLICY).replace('"tools"', '"tolls"'), 'tolls is not a policy rule'],
    [
      formatPolicy(DEFAULT_POLICY).replace('false', '"no"'),
      'network.require_tls must be true or false.',
    ],
    [
      formatPolicy(DEFAULT_POLICY).replace('"denied": []', '"denied": [""]'),
      'models.denied must be a list of names.',
    ],
  ])('reports the issue in %j: %s', (text, message) => {
    const parsed = parsePolicy(text)
    expect(
      parsed.kind === 'invalid' && parsed.issues.some((issue) => issue.includes(message)),
    ).toBe(true)
  })
})

describe('validation of a policy', () => {
  it.each([
    [[], 'Empty: nothing is allowed.'],
    [['*', 'mail'], '* matches every name; the other names have no effect.'],
    [['mail', 'mail'], 'mail is listed twice.'],
    [['mail', 'shell'], 'shell is also denied, which takes precedence.'],
    [['mail'], undefined],
  ])('warns about allowed tools %j with %j', (allowed, warning) => {
    const content = withRule(allowing(...allowed), { section: 'tools', name: 'denied' }, ['shell'])
    expect(
      warningFor(
        content,
        RULES.find(({ section, name }) => section === 'tools' && name === 'allowed')!,
      ),
    ).toBe(warning)
  })

  it('treats a trailing * as a wildcard', () => {
    const content = withRule(allowing('shell.exec'), { section: 'tools', name: 'denied' }, [
      'shell.*',
    ])
    const tools = RULES.find(({ section, name }) => section === 'tools' && name === 'allowed')!
    expect(warningFor(content, tools)).toBe('shell.exec is also denied, which takes precedence.')
    const hosts = RULES.find(({ name }) => name === 'allowed_hosts')!
    expect(warningFor(withRule(DEFAULT_POLICY, hosts, ['api.example.com*']), hosts)).toContain(
      'api.example.com:* matches one host',
    )
    expect(
      warningFor(withRule(DEFAULT_POLICY, hosts, ['api.example.com:*']), hosts),
    ).toBeUndefined()
  })

  it('rejects lists that the registry would reject', () => {
    expect(errorOf(['shell.*', '*'])).toBeUndefined()
    expect(errorOf(['*.example.com'])).toContain('list each host')
    expect(errorOf(['a*b'])).toContain('last character')
    expect(errorOf(['**'])).toContain('last character')
    expect(errorOf(['x'.repeat(512)])).toBeUndefined()
    expect(errorOf(['x'.repeat(513)])).toContain('513')
    expect(errorOf(['🦊'.repeat(512)])).toBeUndefined()
    expect(errorOf(Array.from({ length: 1001 }, String))).toContain('1001')
  })
})

describe('the difference between two strings', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
  const sideOf = (side: 'removed' | 'added', all: ReturnType<typeof diffLines>) =>
    all.filter(({ kind }) => kind === 'same' || kind === side).map(({ text }) => text)
  /** Returns the length of the longest common subsequence by trying all choices. */
  const common = ([first, ...rest]: readonly string[], others: readonly string[]): number => {
    if (first === undefined) return 0
    const at = others.indexOf(first)
    return Math.max(common(rest, others), at < 0 ? 0 : 1 + common(rest, others.slice(at + 1)))
  }

  it('transforms one string into the other and keeps as many lines as possible', () =>
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const found = diffLines(before, after)
        expect([sideOf('removed', found), sideOf('added', found)]).toEqual([before, after])
        expect(found.filter(({ kind }) => kind === 'same')).toHaveLength(common(before, after))
      }),
    ))

  it('removes and adds all lines between the common ends if too many of them differ', () => {
    const many = (word: string) =>
      Array.from({ length: 13_000 }, (_, line) => `${word} ${line}`).with(6500, 'common')
    const found = diffLines(['first', ...many('old'), 'last'], ['first', ...many('new'), 'last'])
    expect(found.map(({ kind }) => kind).filter((kind, at, all) => kind !== all[at - 1])).toEqual([
      'same',
      'removed',
      'added',
      'same',
    ])
  })
})

const AT = '2026-03-02T09:10:00.000Z'

const textsOf = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, text]) => text)

it.each([
  [250, 151],
  [100, 1],
  [7, 1],
])(
  'offers only the retained versions of a policy: with %i as the newest, from %i on',
  async (newest, oldest) => {
    const version = (number: number) => ({ version: number, status: 'superseded', written_at: AT })
    const html = await renderPage(PolicyPage, {
      pattern: '/workspaces/:workspace_id',
      path: '/workspaces/ws_1',
      query: { from: String(newest - 1), to: String(newest) },
      responded: [
        [
          ['policy', 'ws_1', 'current'],
          {
            data: {
              workspace_id: 'ws_1',
              version: newest,
              content: {
                models: { allowed: [], denied: [], allowed_providers: [] },
                tools: { allowed: [], denied: [], require_approval: [] },
                network: { allowed_hosts: [], require_tls: false },
                filesystem: { allowed_paths: [] },
                a2a: { allowed_callers: [], allowed_skills: [] },
                compliance: { frameworks: [], data_residency: [] },
              },
              hash: 'a'.repeat(64),
              signing_key_id: 'key',
              created_at: AT,
              updated_at: AT,
            },
          },
        ],
        [
          ['policy', 'ws_1', 'versions', undefined],
          {
            data: {
              items: [oldest + 1, oldest].map((number) => ({
                ...version(number),
                author: { type: 'platform' },
                hash: 'a'.repeat(64),
              })),
              total: newest - oldest + 1,
            },
          },
        ],
      ],
    })
    const links = textsOf(html, /href="[^"]*\?from=([^"]+)"/g)
    expect(links).toEqual([`${oldest}&amp;to=${oldest + 1}`, `${oldest}&amp;to=${newest}`])
    const offered = textsOf(html, /<option[^>]* value="(\d+)"/g).map(Number)
    expect([Math.min(...offered), Math.max(...offered)]).toEqual([oldest, newest])
  },
)
