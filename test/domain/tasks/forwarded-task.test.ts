import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import { taskClaims, taskRequest } from '../../../src/domain/tasks/forwarded-task.ts'
import { signedText } from '../../../src/domain/signatures/signature.ts'

const NOW = '2026-03-02T09:13:00.000Z'

describe('forwarded request', () => {
  const task = { task_id: 't1', skill: 'translate', workspace_id: 'ws_1', requester_id: 'org_1' }
  const context = { skill: 'translate', workspace_id: 'ws_1', requester_id: 'org_1' }
  it('turns a string into a user message with one part', () => {
    expect(taskRequest({ ...task, message: 'Hallo' })).toEqual({
      task_id: 't1',
      type: 'translate',
      input: {
        skill: 'translate',
        message: { role: 'user', parts: [{ type: 'text', text: 'Hallo' }] },
      },
      context,
    })
  })
  it('forwards a message unchanged, with the role `user` if it has none', () => {
    const parts = [
      { type: 'text', text: 'x' },
      { type: 'data', data: [1] },
    ]
    expect(taskRequest({ ...task, message: { role: 'agent', parts, more: 1 } })).toMatchObject({
      input: { message: { role: 'agent', parts, more: 1 } },
    })
    expect(taskRequest({ ...task, message: { parts } })).toMatchObject({
      input: { message: { role: 'user', parts } },
    })
  })
  it('forwards an input unchanged except for the skill', () => {
    expect(taskRequest({ ...task, input: { to: 'en', skill: 'other' } })).toEqual({
      task_id: 't1',
      type: 'translate',
      input: { to: 'en', skill: 'translate' },
      context,
    })
  })
  it('forwards message and input together, and requires neither', () => {
    expect(
      taskRequest({ ...task, input: { to: 'en', message: 'old' }, message: 'new' }),
    ).toMatchObject({
      input: { to: 'en', message: { parts: [{ text: 'new' }] } },
    })
    expect(taskRequest(task)).toMatchObject({ input: { skill: 'translate' } })
  })
})

it('forwards a request that equals the example in the contract of agents, byte for byte', () => {
  const message = {
    role: 'user',
    parts: [
      { type: 'text', text: 'Invoice 2026-0117 of Paper Mill Ltd: 1280.50 EUR, due 2026-03-16.' },
    ],
  }
  const task = {
    task_id: '0195561d-4f40-7b7c-9a61-2f7d3a90c1e5',
    skill: 'extract_invoice',
    workspace_id: 'ws_7b1e5c90d2f4',
    requester_id: 'org_acme',
  }
  expect(sha256Hex(JSON.stringify(taskRequest({ ...task, message })))).toBe(
    'de62eecc6ee4be1affbbe9f2f3aa82b24ff9871eedfa8baad5d927066d05c307',
  )
})

it('T-01: signs the installation, the address and a lifetime of 60 seconds of a task', () => {
  const agent = { svc_id: 'agent-a', installation_id: 'i-1' }
  const task = { task_id: 't1', skill: 'translate', workspace_id: 'ws_1' }
  const requester = { organization_id: 'org_1', key_id: 'key_1' }
  const claims = taskClaims(
    {
      issuer: 'https://registry.test',
      agent,
      upstream_url: 'https://a.example/a2a/tasks',
      organization_id: 'org_1',
      requester,
      task,
      body: '{}',
    },
    NOW,
  )
  expect(claims).toEqual({
    issuer: 'https://registry.test',
    audience: agent,
    upstream_url: 'https://a.example/a2a/tasks',
    organization_id: 'org_1',
    workspace_id: 'ws_1',
    requester,
    task_id: 't1',
    skill: 'translate',
    request_body_hash: sha256Hex('{}'),
    issued_at: NOW,
    expires_at: '2026-03-02T09:14:00.000Z',
  })
  expect(Buffer.from(signedText('task', claims)).toString()).toMatch(
    /^svc-task-v1\n\{"audience":\{"installation_id":"i-1","svc_id":"agent-a"\},"expires_at":/,
  )
})
