import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PolicyContent } from '../../../dashboard/src/api/fleet-policy.ts'
import { doubtOf, faultOf } from '../../../dashboard/src/pages/fleet/policy-check.ts'
import { jsonOf, readPolicy } from '../../../dashboard/src/pages/fleet/policy-json.ts'
import { rebase } from '../../../dashboard/src/pages/fleet/policy-rebase.ts'
import { RULES, withRule } from '../../../dashboard/src/pages/fleet/policy-rules.ts'
import { textOf } from '../../../dashboard/src/pages/fleet/policy-text.ts'
import { compare } from '../../../dashboard/src/parts/lines.ts'

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
        expect(sorted(rebase(base, mine, base))).toEqual(sorted(mine))
      }),
    ))

  it('are none where I changed nothing', () =>
    fc.assert(
      fc.property(policies, policies, (base, theirs) => {
        expect(rebase(base, base, theirs)).toEqual(theirs)
      }),
    ))

  it('are not made twice where both made the same', () =>
    fc.assert(
      fc.property(policies, policies, (base, both) => {
        expect(rebase(base, both, both)).toEqual(both)
      }),
    ))

  it('add what each added, and leave out what either took away', () => {
    const merged = rebase(
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
        expect(textOf(one) === textOf(other)).toBe(jsonOf(one) === jsonOf(other))
      }),
    ))

  it('is read from JSON as it was written', () =>
    fc.assert(
      fc.property(policies, (content) => {
        expect(readPolicy(jsonOf(content))).toEqual({ kind: 'read', content })
      }),
    ))

  it.each([
    ['{', 'This is not JSON'],
    ['[]', 'A policy is an object'],
    [jsonOf(DEFAULT).replace('"tools"', '"tolls"'), 'tools is missing'],
    [jsonOf(DEFAULT).replace('"tools"', '"tolls"'), 'tolls is not a rule'],
    [jsonOf(DEFAULT).replace('false', '"no"'), 'network.require_tls has to be true or false.'],
    [
      jsonOf(DEFAULT).replace('"denied": []', '"denied": [""]'),
      'models.denied has to be a list of names.',
    ],
  ])('says what is wrong with %j: %s', (text, said) => {
    const reading = readPolicy(text)
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
      doubtOf(
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
    expect(doubtOf(content, tools)).toBe('shell.exec is denied too, and denied wins.')
    const hosts = RULES.find(({ name }) => name === 'allowed_hosts')!
    expect(doubtOf(withRule(DEFAULT, hosts, ['api.example.com*']), hosts)).toContain(
      'api.example.com:* covers one host',
    )
    expect(doubtOf(withRule(DEFAULT, hosts, ['api.example.com:*']), hosts)).toBeUndefined()
  })

  it('a list that the registry would refuse is refused here', () => {
    expect(faultOf(['shell.*', '*'])).toBeUndefined()
    expect(faultOf(['*.example.com'])).toContain('list each host')
    expect(faultOf(['a*b'])).toContain('last character')
    expect(faultOf(['**'])).toContain('last character')
    expect(faultOf(['x'.repeat(512)])).toBeUndefined()
    expect(faultOf(['x'.repeat(513)])).toContain('513')
    expect(faultOf(Array.from({ length: 1001 }, String))).toContain('1001')
  })
})

describe('what two texts differ in', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
  const texts = (side: 'removed' | 'added', all: ReturnType<typeof compare>) =>
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
        const found = compare(before, after)
        expect([texts('removed', found), texts('added', found)]).toEqual([before, after])
        expect(found.filter(({ kind }) => kind === 'same')).toHaveLength(common(before, after))
      }),
    ))

  it('is told of texts of any size, and takes no more memory for it than a tab has', () => {
    const many = (word: string) => Array.from({ length: 13_000 }, (_, line) => `${word} ${line}`)
    const found = compare(['first', ...many('old'), 'last'], ['first', ...many('new'), 'last'])
    expect(found.map(({ kind }) => kind).filter((kind, at, all) => kind !== all[at - 1])).toEqual([
      'same',
      'removed',
      'added',
      'same',
    ])
  })
})
