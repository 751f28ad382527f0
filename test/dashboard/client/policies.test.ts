import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PolicyContent } from '../../../dashboard/src/api/policies.ts'
import { warningFor, errorOf } from '../../../dashboard/src/pages/policies/validation.ts'
import { formatPolicy, parsePolicy } from '../../../dashboard/src/pages/policies/json.ts'
import { rebasePolicy } from '../../../dashboard/src/pages/policies/rebase.ts'
import { RULES, withRule } from '../../../dashboard/src/pages/policies/rules.ts'
import { policyText } from '../../../dashboard/src/pages/policies/text.ts'
import { diffLines } from '../../../dashboard/src/parts/text/line-diff.ts'

const DEFAULT: PolicyContent = {
  models: { allowed: ['*'], denied: [], allowed_providers: ['*'] },
  tools: { allowed: ['*'], denied: [], require_approval: [] },
  network: { allowed_hosts: ['*'], require_tls: false },
  filesystem: { allowed_paths: ['*'] },
  a2a: { allowed_callers: ['*'], allowed_skills: ['*'] },
  compliance: { frameworks: [], data_residency: [] },
}
const names = fc.uniqueArray(
  fc.constantFrom('*', 'mail', 'shell', 'a b', '- x', 'null', 'api.bank.example:443'),
  { maxLength: 5 },
)
const policies: fc.Arbitrary<PolicyContent> = fc
  .tuple(fc.array(names, { minLength: RULES.length, maxLength: RULES.length }), fc.boolean())
  .map(([lists, flag]) =>
    RULES.reduce(
      (content, rule, index) => withRule(content, rule, rule.as === 'flag' ? flag : lists[index]!),
      DEFAULT,
    ),
  )
const allowing = (...allowed: string[]) =>
  withRule(DEFAULT, { section: 'tools', name: 'allowed' }, allowed)

describe('changes of a policy that somebody else changed meanwhile', () => {
  it('are all of the new policy where the other changed nothing', () =>
    fc.assert(
      fc.property(policies, policies, (base, mine) => {
        expect(sorted(rebasePolicy(base, mine, base))).toEqual(sorted(mine))
      }),
    ))

  it('are none where I changed nothing', () =>
    fc.assert(
      fc.property(policies, policies, (base, theirs) => {
        expect(rebasePolicy(base, base, theirs)).toEqual(theirs)
      }),
    ))

  it('are not made twice where both made the same', () =>
    fc.assert(
      fc.property(policies, policies, (base, both) => {
        expect(rebasePolicy(base, both, both)).toEqual(both)
      }),
    ))

  it('add what each added, and leave out what either took away', () => {
    const merged = rebasePolicy(
      allowing('mail', 'shell', 'disk'),
      allowing('mail', 'disk', 'ledger'),
      allowing('mail', 'shell', 'calendar'),
    )
    expect(merged.tools.allowed).toEqual(['mail', 'calendar', 'ledger'])
  })
})

/** Lists without their order, which merging may change. */
const sorted = (content: PolicyContent) =>
  JSON.parse(JSON.stringify(content), (_, value: unknown) =>
    Array.isArray(value) ? value.toSorted() : value,
  ) as PolicyContent

describe('a policy as text', () => {
  it('differs where the policies differ', () =>
    fc.assert(
      fc.property(policies, policies, (one, other) => {
        expect(policyText(one) === policyText(other)).toBe(
          formatPolicy(one) === formatPolicy(other),
        )
      }),
    ))

  it('is read from JSON as it was written', () =>
    fc.assert(
      fc.property(policies, (content) => {
        expect(parsePolicy(formatPolicy(content))).toEqual({ kind: 'read', content })
      }),
    ))

  it.each([
    ['{', 'This is not JSON'],
    ['[]', 'A policy is an object'],
    [formatPolicy(DEFAULT).replace('"tools"', '"tolls"'), 'tools is missing'],
    [formatPolicy(DEFAULT).replace('"tools"', '"tolls"'), 'tolls is not a rule'],
    [
      formatPolicy(DEFAULT).replace('false', '"no"'),
      'network.require_tls has to be true or false.',
    ],
    [
      formatPolicy(DEFAULT).replace('"denied": []', '"denied": [""]'),
      'models.denied has to be a list of names.',
    ],
  ])('says what is wrong with %j: %s', (text, said) => {
    const reading = parsePolicy(text)
    expect(reading.kind === 'refused' && reading.issues.some((issue) => issue.includes(said))).toBe(
      true,
    )
  })
})

describe('while somebody types', () => {
  it.each([
    [[], 'Empty: nothing is allowed.'],
    [['*', 'mail'], '* allows every name; the others change nothing.'],
    [['mail', 'mail'], 'mail stands here twice.'],
    [['mail', 'shell'], 'shell is denied too, and denied wins.'],
    [['mail'], undefined],
  ])('allowed tools %j are doubted with %j', (allowed, doubt) => {
    const content = withRule(allowing(...allowed), { section: 'tools', name: 'denied' }, ['shell'])
    expect(
      warningFor(
        content,
        RULES.find(({ section, name }) => section === 'tools' && name === 'allowed')!,
      ),
    ).toBe(doubt)
  })

  it('a name with a trailing * counts as all that begin so', () => {
    const content = withRule(allowing('shell.exec'), { section: 'tools', name: 'denied' }, [
      'shell.*',
    ])
    const tools = RULES.find(({ section, name }) => section === 'tools' && name === 'allowed')!
    expect(warningFor(content, tools)).toBe('shell.exec is denied too, and denied wins.')
    const hosts = RULES.find(({ name }) => name === 'allowed_hosts')!
    expect(warningFor(withRule(DEFAULT, hosts, ['api.example.com*']), hosts)).toContain(
      'api.example.com:* covers one host',
    )
    expect(warningFor(withRule(DEFAULT, hosts, ['api.example.com:*']), hosts)).toBeUndefined()
  })

  it('a list that the registry would refuse is refused here', () => {
    expect(errorOf(['shell.*', '*'])).toBeUndefined()
    expect(errorOf(['*.example.com'])).toContain('list each host')
    expect(errorOf(['a*b'])).toContain('last character')
    expect(errorOf(['**'])).toContain('last character')
    expect(errorOf(['x'.repeat(512)])).toBeUndefined()
    expect(errorOf(['x'.repeat(513)])).toContain('513')
    expect(errorOf(Array.from({ length: 1001 }, String))).toContain('1001')
  })
})

describe('what two texts differ in', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
  const texts = (side: 'removed' | 'added', all: ReturnType<typeof diffLines>) =>
    all.filter(({ kind }) => kind === 'same' || kind === side).map(({ text }) => text)
  /** How many lines are common, by trying all choices. */
  const common = ([first, ...rest]: readonly string[], others: readonly string[]): number => {
    if (first === undefined) return 0
    const at = others.indexOf(first)
    return Math.max(common(rest, others), at < 0 ? 0 : 1 + common(rest, others.slice(at + 1)))
  }

  it('leads from one to the other, and keeps as many lines as can be kept', () =>
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const found = diffLines(before, after)
        expect([texts('removed', found), texts('added', found)]).toEqual([before, after])
        expect(found.filter(({ kind }) => kind === 'same')).toHaveLength(common(before, after))
      }),
    ))

  it('is told of texts of any size, and takes no more memory for it than a tab has', () => {
    const many = (word: string) => Array.from({ length: 13_000 }, (_, line) => `${word} ${line}`)
    const found = diffLines(['first', ...many('old'), 'last'], ['first', ...many('new'), 'last'])
    expect(found.map(({ kind }) => kind).filter((kind, at, all) => kind !== all[at - 1])).toEqual([
      'same',
      'removed',
      'added',
      'same',
    ])
  })
})
