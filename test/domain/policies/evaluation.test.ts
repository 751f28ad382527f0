import { describe, expect, it } from 'vitest'
import { evaluateAction, type PolicyAction } from '../../../src/domain/policies/evaluation.ts'
import { DEFAULT_POLICY, type PolicyContent } from '../../../src/domain/policies/policy.ts'

const POLICY: PolicyContent = {
  models: { allowed: ['small-*', 'big-4'], denied: ['small-1'], allowed_providers: ['acme'] },
  tools: { allowed: ['shell.*', 'mail'], denied: ['shell.rm'], require_approval: ['shell.pay'] },
  network: { allowed_hosts: ['api.example.com:*', 'mail.example.com'], require_tls: true },
  filesystem: { allowed_paths: ['/data/*'] },
  a2a: { allowed_callers: ['org_a'], allowed_skills: ['read'] },
  compliance: { frameworks: [], data_residency: [] },
}
const evaluate = (action: PolicyAction) =>
  evaluateAction(POLICY, action).map(({ outcome, rule, entry }) => [outcome, rule, entry])

describe('evaluation of an action', () => {
  it.each<[PolicyAction, ReturnType<typeof evaluate>[number]]>([
    [{ tool: 'shell.ls' }, ['allowed', 'tools.allowed', 'shell.*']],
    [{ tool: 'shell.rm' }, ['denied', 'tools.denied', 'shell.rm']],
    [{ tool: 'shell.pay' }, ['needs_approval', 'tools.require_approval', 'shell.pay']],
    [{ tool: 'camera' }, ['denied', 'tools.allowed', undefined]],
    [{ model: { name: 'small-2' } }, ['allowed', 'models.allowed', 'small-*']],
    [{ model: { name: 'small-1' } }, ['denied', 'models.denied', 'small-1']],
    [{ model: { name: 'huge' } }, ['denied', 'models.allowed', undefined]],
    [{ model: { name: 'big-4', provider: 'acme' } }, ['allowed', 'models.allowed', 'big-4']],
    [
      { model: { name: 'big-4', provider: 'other' } },
      ['denied', 'models.allowed_providers', undefined],
    ],
    [
      { connection: { host: 'API.example.com:443', tls: true } },
      ['allowed', 'network.allowed_hosts', 'api.example.com:*'],
    ],
    [
      { connection: { host: 'mail.example.com', tls: false } },
      ['denied', 'network.require_tls', undefined],
    ],
    [
      { connection: { host: 'evil.example', tls: true } },
      ['denied', 'network.allowed_hosts', undefined],
    ],
    [{ file: '/data/./in//invoice.pdf' }, ['allowed', 'filesystem.allowed_paths', '/data/*']],
    [{ file: '/data/../etc/passwd' }, ['denied', 'filesystem.allowed_paths', undefined]],
    [{ file: '/../../data/x' }, ['allowed', 'filesystem.allowed_paths', '/data/*']],
    [{ file: '/data' }, ['denied', 'filesystem.allowed_paths', undefined]],
    [{ call: { caller: 'org_a', skill: 'read' } }, ['allowed', 'a2a.allowed_skills', 'read']],
    [{ call: { caller: 'org_a' } }, ['allowed', 'a2a.allowed_callers', 'org_a']],
    [{ call: { caller: 'org_b', skill: 'read' } }, ['denied', 'a2a.allowed_callers', undefined]],
    [{ call: { caller: 'org_a', skill: 'write' } }, ['denied', 'a2a.allowed_skills', undefined]],
    [
      { call: { caller: 'org_b', skill: 'shell.pay' } },
      ['needs_approval', 'tools.require_approval', 'shell.pay'],
    ],
    [{ call: { caller: 'org_a', skill: 'shell.rm' } }, ['denied', 'tools.denied', 'shell.rm']],
  ])('evaluates %j by the first rule that applies', (action, expected) => {
    expect(evaluate(action)).toEqual([expected])
  })

  it('says what was compared and who enforces the decision, in a fixed order', () => {
    const decisions = evaluateAction(DEFAULT_POLICY, {
      file: '../notes/../secret/',
      connection: { host: 'a.example', tls: false },
      model: { name: 'm', provider: 'p' },
      tool: 't',
      call: { caller: 'c' },
    })
    expect(decisions.map((each) => [each.subject, each.name, each.enforced_by])).toEqual([
      ['call', 'c', 'platform'],
      ['tool', 't', 'agent'],
      ['model', 'm', 'agent'],
      ['connection', 'a.example', 'agent'],
      ['file', '../secret/', 'agent'],
    ])
    expect(decisions.every(({ outcome }) => outcome === 'allowed')).toBe(true)
  })
})
