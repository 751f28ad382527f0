import { outcomeOfAnswer } from '../../../src/domain/tasks/answer.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openExternalSkills } from '../../../src/agent/external/external-skills.ts'
import type { SkillRun } from '../../../src/agent/index.ts'
import { newFolder } from '../../kit/folder.ts'
import { formOf, manifestOf, startAgent } from '../serve/agents.ts'
import { json, serve, serveRpc } from './servers.ts'

/** Serves a skill `work` that a foreign agent runs. */
async function startBridge(run: SkillRun, more: { readonly require_signed?: boolean } = {}) {
  const manifest = manifestOf({ work: { timeout_ms: 60_000 } }, more)
  const skills = manifest.skills.map((skill) => ({ ...skill, run }))
  const note = () => undefined
  const external = openExternalSkills({
    skills,
    dir: newFolder('bridge'),
    env: {},
    logger: { debug: note, info: note, warn: note, error: note },
  })
  const desk = await startAgent({ ...manifest, skills }, external.functions)
  onTestFinished(async () => {
    await desk.agent.close({ grace_ms: 0 })
    await external.close()
  })
  return { ...desk, ask: () => desk.task({ input: { skill: 'work', message: 'Ada' } }) }
}

const state = (name: string) => () => ({ result: { task: { id: 'f', status: { state: name } } } })

describe('a task of a bridge', () => {
  it('is completed with the result of the foreign agent, over HTTP, A2A 1.0 and MCP', async () => {
    const { url } = await serveRpc(() => ({ result: { message: { parts: [{ text: 'ok' }] } } }))
    const { ask, rpc, post } = await startBridge({ a2a: url })
    const direct = await ask()
    expect([formOf(direct), direct.body.result]).toEqual(['completed', { text: 'ok' }])
    const message = { messageId: '1', role: 'ROLE_USER', parts: [{ text: 'Ada' }] }
    const send = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
    const sent = await rpc(send, { 'A2A-Version': '1.0' })
    expect(sent.body.result.task.artifacts[0].parts[1].data).toEqual({ text: 'ok' })
    const params = { name: 'work', arguments: { text: 'Ada' } }
    const called = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    expect(called.body.result.structuredContent).toEqual({ text: 'ok' })
  })

  it.each([
    ['TASK_STATE_FAILED', 500, 'execution_error'],
    ['TASK_STATE_INPUT_REQUIRED', 422, 'input_required'],
    ['TASK_STATE_AUTH_REQUIRED', 500, 'auth_required'],
    ['TASK_STATE_SECRET', 500, 'protocol_mismatch'],
  ])('that is %s at the foreign agent fails with %i %s', async (name, status, code) => {
    const { url } = await serveRpc(state(name))
    const { ask, rpc, post } = await startBridge({ a2a: url })
    const answer = await ask()
    expect([formOf(answer), answer.status, answer.body.error.code]).toEqual([
      'failed',
      status,
      code,
    ])
    expect(answer.text).not.toContain('SECRET')
    const message = { role: 'user', parts: [{ type: 'text', text: 'Ada' }] }
    const params = { skill: 'work', message }
    const sent = await rpc({ jsonrpc: '2.0', id: 1, method: 'tasks/send', params })
    expect([sent.status, sent.body.error.data.code]).toEqual([200, code])
    const call = { name: 'work', arguments: { text: 'Ada' } }
    const called = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })
    expect(called.body.result.isError).toBe(true)
  })

  it('whose input the foreign agent refuses fails with invalid_request, and counts against the reputation', async () => {
    const { url } = await serveRpc(() => ({ error: { code: -32602, message: 'hunter2' } }))
    const { ask, problems } = await startBridge({ mcp: { url, revision: '2026-07-28' }, tool: 'x' })
    const answer = await ask()
    expect([formOf(answer), answer.status, answer.body.error]).toEqual([
      'failed',
      400,
      {
        code: 'invalid_request',
        message: 'The agent or server to which the skill work passes its tasks refused the input.',
      },
    ])
    expect(JSON.stringify(problems())).toContain('hunter2')
    // The failure still counts against the reputation of the agent, so it gains nothing by reporting this code.
    expect(
      outcomeOfAnswer(answer.body.task_id as string, {
        kind: 'answered',
        http_status: 400,
        encoded: false,
        body: Buffer.from(answer.text),
      }),
    ).toMatchObject({
      status: 'failed',
      error: { code: 'invalid_request' },
      counts: true,
      seen: true,
    })
  })

  it("reports the foreign agent's response only in its log", async () => {
    const { url } = await serve((_, response) => response.end('<title>hunter2</title>'))
    const { ask, problems } = await startBridge({ a2a: url })
    const answer = await ask()
    expect(answer.body.error.code).toBe('protocol_mismatch')
    expect(answer.text).not.toContain('hunter2')
    expect(problems()).toMatchObject([
      {
        level: 'warn',
        fields: {
          code: 'PROTOCOL_MISMATCH',
          reason: 'the foreign agent responded with status 200 and the type none',
          detail: '<title>hunter2</title>',
        },
      },
    ])
  })

  it('fails with unavailable, without a retry time, if the foreign agent does not respond', async () => {
    const { ask } = await startBridge({ a2a: 'http://127.0.0.1:1' })
    const answer = await ask()
    expect([answer.status, answer.headers['retry-after'], answer.body.error]).toEqual([
      503,
      undefined,
      { code: 'unavailable', message: expect.stringContaining('it may have executed the task') },
    ])
  })

  it('T-05: with require_signed, does not reach the foreign agent unless it is signed', async () => {
    const { url, received } = await serve((_, response) => json(response, {}))
    const { ask, rpc, post } = await startBridge({ a2a: url }, { require_signed: true })
    const message = { messageId: '1', role: 'ROLE_USER', parts: [{ text: 'Ada' }] }
    const send = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
    const call = { name: 'work', arguments: {} }
    const statuses = [
      await ask(),
      await rpc(send, { 'A2A-Version': '1.0' }),
      await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    ].map(({ status }) => status)
    expect([statuses, received]).toEqual([[401, 401, 401], []])
  })
})
