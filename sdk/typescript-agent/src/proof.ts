import createClient from 'openapi-fetch'
import type { components, paths } from './registry.js'
import { ok, refused } from './responses.js'
import { check, env, step } from './steps.js'

const agent = createClient<paths, 'application/json'>({ baseUrl: env('SVC_BASE_URL') })
const client_id = 'sdk-proof'
const skill = env('SVC_SKILL')
const text = 'One. Two. Three. Four.'

await step('discovers the agent, its card for A2A and its health', async () => {
  const { skills, authentication } = ok(await agent.GET('/.well-known/agent.json'))
  check(
    skills.some(({ name }) => name === skill) && authentication.type === 'svc_trust',
    'wrong card',
  )
  const card = ok(await agent.GET('/.well-known/agent-card.json'))
  check(
    card.skills.some(({ id }) => id === skill) && card.capabilities.streaming === true,
    'wrong card for A2A',
  )
  check(ok(await agent.GET('/health')).mode === 'running', 'not running')
})

const session = await step('opens a session', async () => {
  const { session_token, expires_at } = ok(
    await agent.POST('/svc/auth', { body: { client_id, scope: ['chat'] } }),
  )
  check(session_token.startsWith('sess_') && Date.parse(expires_at) > Date.now(), 'no session')
  return { Authorization: `Bearer ${session_token}`, 'X-Svc-Client-ID': client_id }
})

await step('chats, and continues the conversation', async () => {
  const first = ok(await agent.POST('/chat', { headers: session, body: { message: text } }))
  const { data, response } = await agent.POST('/chat', {
    headers: session,
    body: { message: 'And again.', conversation_id: first.conversation_id },
  })
  check(
    data?.conversation_id === first.conversation_id && data.task_id !== first.task_id,
    'wrong conversation',
  )
  check(response.headers.get('X-Svc-Agent-ID') !== null, 'no trust headers')
})

await step('a chat without a session gets 401', async () => {
  check(
    refused(await agent.POST('/chat', { body: { message: text } }), 401).error === 'unauthorized',
    'wrong error',
  )
})

const message: components['schemas']['Message'] = { role: 'user', parts: [{ type: 'text', text }] }

await step('sends a task, with the message as an object and as a string', async () => {
  for (const sent of [message, text]) {
    const { task_id, status, result, output } = ok(
      await agent.POST('/a2a/tasks', {
        body: { task_id: 'task-1', type: skill, input: { skill, message: sent } },
      }),
    )
    check(
      task_id === 'task-1' &&
        status === 'completed' &&
        JSON.stringify(result) === JSON.stringify(output),
      'wrong result',
    )
  }
})

await step('an unknown skill fails the task', async () => {
  const failed = refused(
    await agent.POST('/a2a/tasks', {
      body: { task_id: 'task-2', input: { skill: 'fly', message } },
    }),
    422,
  )
  check(
    'status' in failed && failed.status === 'failed' && failed.error.code === 'unknown_skill',
    'wrong failure',
  )
})

await step('sends a task over JSON-RPC', async () => {
  const { id, result, error } = ok(
    await agent.POST('/a2a', {
      body: { jsonrpc: '2.0', method: 'tasks/send', id: 'rpc-1', params: { skill, message } },
    }),
  )
  check(
    id === 'rpc-1' && error === undefined && result?.status?.state === 'completed',
    'wrong result',
  )
})

await step('an unknown method gets a JSON-RPC error', async () => {
  const { id, result, error } = ok(
    await agent.POST('/a2a', { body: { jsonrpc: '2.0', method: 'tasks/fly', id: 7 } }),
  )
  check(id === 7 && result === undefined && error?.code === -32601, 'wrong error')
})

await step('calls a skill as an MCP tool', async () => {
  const params = { name: skill, arguments: { text: 'Hello' } }
  const response = ok(
    await agent.POST('/mcp', { body: { jsonrpc: '2.0', method: 'tools/call', id: 8, params } }),
  )
  check(response?.id === 8 && response.result?.isError === false, 'wrong result')
})
