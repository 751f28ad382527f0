import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY, evaluatePolicy, policyHash, policyMessage } from '../../src/domain/policy.ts'
import type { PolicyContent } from '../../src/domain/policy.ts'

type Lists = { callers?: string[]; skills?: string[]; denied?: string[]; approval?: string[] }
const policyOf = ({ callers = ['*'], skills = ['*'], denied = [], approval = [] }: Lists): PolicyContent => ({
  ...DEFAULT_POLICY,
  a2a: { allowed_callers: callers, allowed_skills: skills },
  tools: { allowed: [], denied, require_approval: approval },
})
const call = { caller: 'agent-1', skill: 'summarize' }

describe('workspace policy', () => {
  it('allows everything by default', () => {
    expect(evaluatePolicy(DEFAULT_POLICY, call)).toEqual({ allowed: true, rule: 'a2a.allowed_skills' })
    expect(evaluatePolicy(DEFAULT_POLICY, { caller: 'anyone' })).toEqual({ allowed: true, rule: 'a2a.allowed_callers' })
  })

  it('allows nothing where a list of allowed names is empty', () => {
    expect(evaluatePolicy(policyOf({ skills: [] }), call)).toEqual({ allowed: false, rule: 'a2a.allowed_skills' })
    expect(evaluatePolicy(policyOf({ callers: [] }), call)).toEqual({ allowed: false, rule: 'a2a.allowed_callers' })
  })

  it.each<[string, Lists, boolean, string]>([
    ['a caller on the list', { callers: ['agent-1'] }, true, 'a2a.allowed_skills'],
    ['a caller missing from the list', { callers: ['agent-2'] }, false, 'a2a.allowed_callers'],
    ['any caller under *', { callers: ['*'] }, true, 'a2a.allowed_skills'],
    ['a skill on the list', { skills: ['summarize'] }, true, 'a2a.allowed_skills'],
    ['a skill missing from the list', { skills: ['translate'] }, false, 'a2a.allowed_skills'],
    ['a name that only begins alike', { skills: ['summarize-all'] }, false, 'a2a.allowed_skills'],
    ['a denied skill, though it is allowed too', { skills: ['summarize'], denied: ['summarize'] }, false, 'tools.denied'],
    ['every skill when all are denied', { denied: ['*'] }, false, 'tools.denied'],
    ['a skill that needs an approval', { approval: ['summarize'] }, false, 'tools.require_approval'],
    ['another denied skill', { denied: ['translate'] }, true, 'a2a.allowed_skills'],
    ['a good skill of a wrong caller', { callers: ['agent-2'], skills: ['summarize'] }, false, 'a2a.allowed_callers'],
  ])('judges %s', (_, lists, allowed, rule) => {
    expect(evaluatePolicy(policyOf(lists), call)).toEqual({ allowed, rule })
  })

  it('judges only the caller when no skill is named', () => {
    expect(evaluatePolicy(policyOf({ denied: ['*'], skills: ['x'] }), { caller: 'agent-1' })).toEqual({ allowed: true, rule: 'a2a.allowed_callers' })
    expect(evaluatePolicy(policyOf({ callers: ['x'] }), { caller: 'agent-1' }).allowed).toBe(false)
  })

  it('has a hash over its canonical form, workspace and version', () => {
    const policy = { policy_id: 'p', workspace_id: 'w', version: 1, content: DEFAULT_POLICY }
    const reordered = { content: Object.fromEntries(Object.entries(DEFAULT_POLICY).reverse()) as unknown as PolicyContent }
    expect(policyHash(policy)).toMatch(/^[0-9a-f]{64}$/)
    expect(policyHash({ ...policy, ...reordered })).toBe(policyHash(policy))
    const others = [{ policy_id: 'q' }, { workspace_id: 'v' }, { version: 2 }, { content: policyOf({ denied: ['x'] }) }]
    expect(new Set([policyHash(policy), ...others.map((change) => policyHash({ ...policy, ...change }))]).size).toBe(5)
    expect(Buffer.from(policyMessage(policy)).toString('utf8')).toMatch(/^svc-policy-v1\n\{"content":/)
  })
})
