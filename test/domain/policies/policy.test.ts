import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allowsEverything,
  covers,
  coversHost,
  DEFAULT_POLICY,
  denyingRule,
  evaluatePolicy,
  policyHash,
  policyClaims,
} from '../../../src/domain/policies/policy.ts'
import { signedText } from '../../../src/domain/signatures/signature.ts'
import type { PolicyContent } from '../../../src/domain/policies/policy.ts'

type Lists = { callers?: string[]; skills?: string[]; denied?: string[]; approval?: string[] }
const policyOf = ({
  callers = ['*'],
  skills = ['*'],
  denied = [],
  approval = [],
}: Lists): PolicyContent => ({
  ...DEFAULT_POLICY,
  a2a: { allowed_callers: callers, allowed_skills: skills },
  tools: { allowed: [], denied, require_approval: approval },
})
const call = { caller: 'agent-1', skill: 'summarize' }

describe('workspace policy', () => {
  it('allows everything by default', () => {
    expect(evaluatePolicy(DEFAULT_POLICY, call)).toEqual({
      allowed: true,
      rule: 'a2a.allowed_skills',
    })
    expect(evaluatePolicy(DEFAULT_POLICY, { caller: 'anyone' })).toEqual({
      allowed: true,
      rule: 'a2a.allowed_callers',
    })
  })

  it('allows nothing if a list of allowed names is empty', () => {
    expect(evaluatePolicy(policyOf({ skills: [] }), call)).toEqual({
      allowed: false,
      rule: 'a2a.allowed_skills',
    })
    expect(evaluatePolicy(policyOf({ callers: [] }), call)).toEqual({
      allowed: false,
      rule: 'a2a.allowed_callers',
    })
  })

  it.each<[string, Lists, boolean, string]>([
    ['a caller on the list', { callers: ['agent-1'] }, true, 'a2a.allowed_skills'],
    ['a caller missing from the list', { callers: ['agent-2'] }, false, 'a2a.allowed_callers'],
    ['any caller under *', { callers: ['*'] }, true, 'a2a.allowed_skills'],
    ['a skill on the list', { skills: ['summarize'] }, true, 'a2a.allowed_skills'],
    ['a skill missing from the list', { skills: ['translate'] }, false, 'a2a.allowed_skills'],
    [
      'a name that only has the same prefix',
      { skills: ['summarize-all'] },
      false,
      'a2a.allowed_skills',
    ],
    [
      'a denied skill, though it is allowed too',
      { skills: ['summarize'], denied: ['summarize'] },
      false,
      'tools.denied',
    ],
    ['every skill when all are denied', { denied: ['*'] }, false, 'tools.denied'],
    ['a skill that needs approval', { approval: ['summarize'] }, false, 'tools.require_approval'],
    ['a skill that a denied prefix covers', { denied: ['sum*'] }, false, 'tools.denied'],
    [
      'a skill that needs approval by its prefix',
      { approval: ['summar*'] },
      false,
      'tools.require_approval',
    ],
    ['a skill that an allowed prefix covers', { skills: ['summ*'] }, true, 'a2a.allowed_skills'],
    [
      'a skill that no allowed prefix covers',
      { skills: ['summarize.*'] },
      false,
      'a2a.allowed_skills',
    ],
    [
      'a caller that an allowed prefix covers',
      { callers: ['agent-*'] },
      true,
      'a2a.allowed_skills',
    ],
    [
      'the skill in a different case',
      { denied: ['Summarize', 'SUM*'] },
      true,
      'a2a.allowed_skills',
    ],
    ['another denied skill', { denied: ['translate'] }, true, 'a2a.allowed_skills'],
    [
      'an allowed skill of a caller that is not allowed',
      { callers: ['agent-2'], skills: ['summarize'] },
      false,
      'a2a.allowed_callers',
    ],
  ])('evaluates %s', (_, lists, allowed, rule) => {
    expect(evaluatePolicy(policyOf(lists), call)).toEqual({ allowed, rule })
  })

  it('denies a task if it denies one of its callers', () => {
    const policy = policyOf({ callers: ['agent-1', 'agent-2'] })
    expect(denyingRule(policy, ['agent-1', 'agent-2'], 'summarize')).toBeUndefined()
    expect(denyingRule(policy, ['agent-1', 'agent-3'], 'summarize')).toBe('a2a.allowed_callers')
  })

  it('a policy that denies `shell.*` denies `shell.exec`, and one that allows `claude-*` allows `claude-4`', () => {
    expect(
      evaluatePolicy(policyOf({ denied: ['shell.*'] }), { caller: 'agent-1', skill: 'shell.exec' }),
    ).toEqual({ allowed: false, rule: 'tools.denied' })
    expect(
      evaluatePolicy(policyOf({ skills: ['claude-*'] }), { caller: 'agent-1', skill: 'claude-4' }),
    ).toEqual({ allowed: true, rule: 'a2a.allowed_skills' })
  })

  const texts = fc.string({
    maxLength: 12,
    unit: fc.constantFrom('a', 'B', '.', '-', '/', ' ', 'ü'),
  })
  it('matches with a trailing * exactly the names with its prefix', () =>
    fc.assert(
      fc.property(texts, texts, (start, rest) => {
        expect(covers(`${start}*`, start + rest)).toBe(true)
        expect(covers('*', start + rest)).toBe(true)
        expect(covers(`${start}*`, rest)).toBe(rest.startsWith(start))
        expect(covers(start, rest)).toBe(start === rest)
        expect(coversHost(`${start}*`, (start + rest).toUpperCase())).toBe(true)
      }),
    ))

  /** An arbitrary skill, or more often undefined for the covered one, because an arbitrary skill is rarely covered. */
  const anotherSkill = fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, texts)
  it('denies at least as much with a prefix as with any name that it covers', () =>
    fc.assert(
      fc.property(texts, texts, anotherSkill, (start, rest, another) => {
        const skill = another ?? start + rest
        const byName = evaluatePolicy(policyOf({ denied: [start + rest] }), {
          caller: 'agent-1',
          skill,
        })
        const byStart = evaluatePolicy(policyOf({ denied: [`${start}*`] }), {
          caller: 'agent-1',
          skill,
        })
        expect(byName.allowed || !byStart.allowed).toBe(true)
      }),
    ))

  it('allows everything only if every list of allowed names contains * and there is no other rule', () => {
    expect(allowsEverything(DEFAULT_POLICY)).toBe(true)
    expect(
      allowsEverything({
        ...DEFAULT_POLICY,
        models: { ...DEFAULT_POLICY.models, allowed: ['*', 'claude-4'] },
      }),
    ).toBe(true)
    expect(allowsEverything(policyOf({ denied: ['x'] }))).toBe(false)
    expect(allowsEverything({ ...DEFAULT_POLICY, filesystem: { allowed_paths: ['/*'] } })).toBe(
      false,
    )
  })

  it('evaluates only the caller if no skill is named', () => {
    expect(
      evaluatePolicy(policyOf({ denied: ['*'], skills: ['x'] }), { caller: 'agent-1' }),
    ).toEqual({ allowed: true, rule: 'a2a.allowed_callers' })
    expect(evaluatePolicy(policyOf({ callers: ['x'] }), { caller: 'agent-1' }).allowed).toBe(false)
  })

  it('has a hash over its identifier, workspace, version and content', () => {
    const policy = { policy_id: 'p', workspace_id: 'w', version: 1, content: DEFAULT_POLICY }
    const reordered = {
      content: Object.fromEntries(Object.entries(DEFAULT_POLICY).reverse()) as never,
    }
    expect(policyHash(policy)).toMatch(/^[0-9a-f]{64}$/)
    expect(policyHash({ ...policy, ...reordered })).toBe(policyHash(policy))
    const others = [
      { policy_id: 'q' },
      { workspace_id: 'v' },
      { version: 2 },
      { content: policyOf({ denied: ['x'] }) },
    ]
    expect(
      new Set([policyHash(policy), ...others.map((change) => policyHash({ ...policy, ...change }))])
        .size,
    ).toBe(5)
    expect(
      Buffer.from(
        signedText('policy', policyClaims({ ...policy, issuer: 'https://registry.test' })),
      ).toString('utf8'),
    ).toMatch(/^svc-policy-v1\n\{"content":/)
  })
})
