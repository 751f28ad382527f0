import { describe, expect, it } from 'vitest'
import { verifySignature } from '../../src/domain/crypto/ed25519.ts'
import { sha256Hex } from '../../src/domain/crypto/hash.ts'
import { forwardedHeaders, taskRequest } from '../../src/domain/forwarded-task.ts'

const NOW = '2026-03-02T09:13:00.000Z'

describe('the task as the agent gets it', () => {
  const order = { task_id: 't1', skill: 'translate', workspace_id: 'ws_1', requester_id: 'org_1' }
  const context = { skill: 'translate', workspace_id: 'ws_1', requester_id: 'org_1' }
  it('a text becomes a message of the user with one part', () => {
    expect(taskRequest({ ...order, message: 'Hallo' })).toEqual({
      task_id: 't1',
      type: 'translate',
      input: { skill: 'translate', message: { role: 'user', parts: [{ type: 'text', text: 'Hallo' }] } },
      context,
    })
  })
  it('a message goes along as it is, with the role of the user where it has none', () => {
    const parts = [
      { type: 'text', text: 'x' },
      { type: 'data', data: [1] },
    ]
    expect(taskRequest({ ...order, message: { role: 'agent', parts, more: 1 } })).toMatchObject({
      input: { message: { role: 'agent', parts, more: 1 } },
    })
    expect(taskRequest({ ...order, message: { parts } })).toMatchObject({ input: { message: { role: 'user', parts } } })
  })
  it('an input goes along as it is, but for the skill', () => {
    expect(taskRequest({ ...order, input: { to: 'en', skill: 'other' } })).toEqual({
      task_id: 't1',
      type: 'translate',
      input: { to: 'en', skill: 'translate' },
      context,
    })
  })
  it('message and input go along together, and none of them is needed', () => {
    expect(taskRequest({ ...order, input: { to: 'en', message: 'old' }, message: 'new' })).toMatchObject({
      input: { to: 'en', message: { parts: [{ text: 'new' }] } },
    })
    expect(taskRequest(order)).toMatchObject({ input: { skill: 'translate' } })
  })
})

it('is, byte by byte, what the contract of the agent side shows, under the signature that it shows', () => {
  const message = { role: 'user', parts: [{ type: 'text', text: 'Invoice 2026-0117 of Paper Mill Ltd: 1280.50 EUR, due 2026-03-16.' }] }
  const [skill, workspace_id, svc_id] = [
    'extract_invoice',
    'ws_7b1e5c90d2f4',
    'af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51',
  ]
  const body = JSON.stringify(
    taskRequest({ task_id: '0195561d-4f40-7b7c-9a61-2f7d3a90c1e5', skill, workspace_id, requester_id: 'org_acme', message }),
  )
  const { headers, message: signed } = forwardedHeaders(
    { svc_id, workspace_id, skill, nonce: 'EXAMPLE_nonce_of_request', trace_id: 'req_1', body },
    NOW,
  )
  expect(headers['X-Svc-Body-Hash']).toBe('de62eecc6ee4be1affbbe9f2f3aa82b24ff9871eedfa8baad5d927066d05c307')
  const key = new Uint8Array(Buffer.from('gTl3Dqh9F19Wo1Rmw0x-zMuNipG07jeiXfYPW4_Js5Q', 'base64url'))
  const signature = 'gowsVj7PqDjr4YmTozHpmdPvb1vyUQ7vitQ69GOjdvgcJIyGnq1vFWXY4pnu5B4fxWMnWqGXE34etgf2XirOBg=='
  expect(verifySignature(key, signed, new Uint8Array(Buffer.from(signature, 'base64')))).toBe(true)
})

it('is signed for its agent, workspace, skill, body and moment, in the words that agents sign with', () => {
  const body = JSON.stringify({ task_id: 't1' })
  const { headers, message } = forwardedHeaders(
    { svc_id: 'agent-a', workspace_id: 'ws_1', skill: 'translate', nonce: 'n', trace_id: 'req_1', body },
    NOW,
  )
  expect(headers).toEqual({
    'X-Svc-Agent-ID': 'agent-a',
    'X-Svc-Timestamp': NOW,
    'X-Svc-Nonce': 'n',
    'X-Svc-Body-Hash': sha256Hex(body),
    'X-Svc-Workspace-ID': 'ws_1',
    'X-Svc-Signed-By': 'platform',
    'X-Svc-Trace-ID': 'req_1',
  })
  expect(Buffer.from(message).toString()).toBe(
    `svc-trust-v1\n{"context":{"nonce":"n","request_body_hash":"${sha256Hex(body)}","skill":"translate","timestamp":"${NOW}","workspace_id":"ws_1"},"svc_id":"agent-a"}`,
  )
})
