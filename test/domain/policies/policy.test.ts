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

  it.each<[string, Lists]>([
    ['a caller on the list', { callers: ['agent-1'] }],
    ['any caller if * is on the list', { callers: ['*'] }],
    ['a caller that an allowed prefix covers', { callers: ['agent-*'] }],
    ['a skill on the list', { skills: ['summarize'] }],
    ['a skill that an allowed prefix covers', { skills: ['summ*'] }],
    ['a skill that differs in case from the denied names', { denied: ['Summarize', 'SUM*'] }],
    ['a skill if only another one is denied', { denied: ['translate'] }],
  ])('allows %s', (_, lists) => {
    const decision = { allowed: true, rule: 'a2a.allowed_skills' }
    expect(evaluatePolicy(policyOf(lists), call)).toEqual(decision)
  })

  it.each<[string, string, Lists]>([
    ['a caller that is not on the list', 'a2a.allowed_callers', { callers: ['agent-2'] }],
    [
      'an allowed skill of a caller that is not allowed',
      'a2a.allowed_callers',
      { callers: ['agent-2'], skills: ['summarize'] },
    ],
    ['a skill that is not on the list', 'a2a.allowed_skills', { skills: ['translate'] }],
    [
      'a skill that is only a prefix of an allowed one',
      'a2a.allowed_skills',
      { skills: ['summarize-all'] },
    ],
    ['a skill that no allowed prefix covers', 'a2a.allowed_skills', { skills: ['summarize.*'] }],
    [
      'a skill that is both allowed and denied',
      'tools.denied',
      { skills: ['summarize'], denied: ['summarize'] },
    ],
    ['any skill if all are denied', 'tools.denied', { denied: ['*'] }],
    ['a skill that a denied prefix covers', 'tools.denied', { denied: ['sum*'] }],
    ['a skill that needs approval', 'tools.require_approval', { approval: ['summarize'] }],
    [
      'a skill that needs approval by its prefix',
      'tools.require_approval',
      { approval: ['summar*'] },
    ],
  ])('denies %s by the rule %s', (_, rule, lists) => {
    expect(evaluatePolicy(policyOf(lists), call)).toEqual({ allowed: false, rule })
  })

  it('denies a task if it denies one of its callers', () => {
    const policy = policyOf({ callers: ['agent-1', 'agent-2'] })
    expect(denyingRule(policy, ['agent-1', 'agent-2'], 'summarize')).toBeUndefined()
    expect(denyingRule(policy, ['agent-1', 'agent-3'], 'summarize')).toBe('a2a.allowed_callers')
  })

  it('denies `shell.exec` if it denies `shell.*`, and allows `claude-4` if it allows `claude-*`', () => {
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
