import { createHash } from 'node:crypto'
import { A2A_03, A2A_10, type A2aDialect } from '../../src/probes/agent/a2a-dialects.ts'
import {
  BASE,
  NOW_MS,
  type Handler,
  type TestRequest,
  type TestResponse,
} from '../support/handler.ts'
import { jsonResponse } from './reference.ts'

type Json = Record<string, unknown>
export type Version = A2aDialect['version']

export const A2A_CARD_PATH = '/.well-known/agent-card.json'
export const A2A_PATH = '/rpc'

const TIMESTAMP = new Date(NOW_MS).toISOString()

/** The differences between conforming A2A agents. */
export interface A2aShape {
  readonly versions: readonly Version[]
  readonly streaming: boolean
  /** Responds with a message instead of a task. */
  readonly direct: boolean
  readonly card: Json
}

const DEFAULT_SHAPE: A2aShape = {
  versions: ['1.0', '0.3'],
  streaming: true,
  direct: false,
  card: {},
}

/** Returns an agent that supports only A2A. It converts text to upper case. */
export function a2aAgent(changes: Partial<A2aShape> = {}): Handler {
  const shape = { ...DEFAULT_SHAPE, ...changes }
  const tasks = new Map<string, string>()
  return (request) => {
    if (request.path === A2A_CARD_PATH) return card(shape, request)
    return request.method === 'POST' && request.path === A2A_PATH
      ? respond(shape, request, tasks)
      : jsonResponse(404, { error: 'not found' })
  }
}

function card({ versions, streaming, card: changes }: A2aShape, { headers }: TestRequest) {
  const { host } = headers
  const url = `${host === undefined ? BASE : `http://${host}`}${A2A_PATH}`
  const legacy = {
    protocolVersion: '0.3.0',
    url,
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [{ url, transport: 'JSONRPC' }],
  }
  const current = {
    supportedInterfaces: versions.map((protocolVersion) => ({
      url,
      protocolBinding: 'JSONRPC',
      protocolVersion,
    })),
  }
  const skill = { name: 'Shout', description: 'Returns the text in capitals.', tags: ['text'] }
  const body = {
    name: 'Foreign',
    description: 'An A2A agent.',
    version: '1.0.0',
    ...(versions.includes('0.3') ? legacy : {}),
    ...(versions.includes('1.0') ? current : {}),
    capabilities: { streaming, pushNotifications: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [
      { id: 'shout', ...skill },
      { id: 'shout-again', ...skill },
    ],
    ...changes,
  }
  const tag = createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16)
  return jsonResponse(200, body, { ETag: `"${tag}"`, 'Cache-Control': 'public, max-age=60' })
}

interface Call {
  readonly dialect: A2aDialect
  readonly method: string
  readonly params: Json
  readonly id: unknown
}

const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

function respond(
  { versions, streaming, direct }: A2aShape,
  { body, headers }: TestRequest,
  tasks: Map<string, string>,
): TestResponse {
  let request: Json
  try {
    request = record(JSON.parse(body))
  } catch {
    return failure(null, -32700)
  }
  const { id, method } = request
  const version = headers['a2a-version'] ?? '0.3'
  const dialect = [A2A_10, A2A_03].find((known) => known.version === version)
  if (!dialect || !versions.includes(dialect.version)) return failure(id, -32009)
  const call = { dialect, method: String(method), params: record(request['params']), id }
  const { methods } = dialect
  switch (method) {
    case methods.send:
    case methods.stream:
      return method === methods.stream && !streaming
        ? failure(id, -32004)
        : send(call, tasks, direct)
    case methods.get:
    case methods.cancel:
      return aboutTask(call, tasks)
    case methods.notify:
      return failure(id, -32003)
    default:
      return failure(id, -32601)
  }
}

const success = (id: unknown, result: Json): TestResponse =>
  jsonResponse(200, { jsonrpc: '2.0', id, result })
const failure = (id: unknown, code: number): TestResponse =>
  jsonResponse(200, { jsonrpc: '2.0', id, error: { code, message: `Error ${code}` } })

function send(call: Call, tasks: Map<string, string>, direct: boolean): TestResponse {
  const { dialect, params, method, id } = call
  const message = record(params['message'])
  const { parts, messageId, taskId } = message
  if (typeof messageId !== 'string' || !Array.isArray(parts)) return failure(id, -32602)
  if (taskId !== undefined) return failure(id, -32001)
  const text = String(record(parts[0])['text']).toUpperCase()
  const streams = method === dialect.methods.stream
  if (direct) {
    const result = reply(dialect, { messageId: `${messageId}.1`, contextId: 'c' }, text)
    return streams
      ? stream(call, [wrap(dialect, 'message', result)])
      : success(id, wrap(dialect, 'message', result))
  }
  const task_id = `task-${tasks.size + 1}-${messageId.slice(0, 8)}`
  tasks.set(task_id, text)
  return streams
    ? stream(call, events(dialect, task_id, text))
    : success(id, wrap(dialect, 'task', task(dialect, task_id, text)))
}

function aboutTask(
  { dialect, method, params, id }: Call,
  tasks: Map<string, string>,
): TestResponse {
  const task_id = String(params['id'])
  const text = tasks.get(task_id)
  if (text === undefined) return failure(id, -32001)
  return method === dialect.methods.cancel
    ? failure(id, -32002)
    : success(id, task(dialect, task_id, text))
}

/** Marks the kind of an object: 1.0 wraps it in a member, and 0.3 adds `kind`. */
const wrap = ({ version }: A2aDialect, member: string, value: Json): Json =>
  version === '1.0' ? { [member]: value } : value
const kind = ({ version }: A2aDialect, name: string): Json =>
  version === '0.3' ? { kind: name } : {}

const part = (dialect: A2aDialect, text: string): Json => ({ ...kind(dialect, 'text'), text })
const reply = (dialect: A2aDialect, ids: Json, text: string): Json => ({
  ...kind(dialect, 'message'),
  ...ids,
  role: dialect.version === '1.0' ? 'ROLE_AGENT' : 'agent',
  parts: [part(dialect, text)],
})
const status = (dialect: A2aDialect, state: string): Json => ({
  state: dialect.version === '1.0' ? `TASK_STATE_${state.toUpperCase()}` : state,
  timestamp: TIMESTAMP,
  message: reply(dialect, { messageId: `status-${state}` }, state),
})
const artifact = (dialect: A2aDialect, text: string): Json => ({
  artifactId: 'result',
  parts: [part(dialect, text), { ...kind(dialect, 'data'), data: { text } }],
})
const task = (dialect: A2aDialect, id: string, text: string, state = 'completed'): Json => ({
  ...kind(dialect, 'task'),
  id,
  contextId: 'context-1',
  status: status(dialect, state),
  ...(state === 'completed' ? { artifacts: [artifact(dialect, text)] } : {}),
})

function events(dialect: A2aDialect, id: string, text: string): readonly Json[] {
  const ids = { taskId: id, contextId: 'context-1' }
  const changed = (state: string): Json =>
    wrap(dialect, 'statusUpdate', {
      ...kind(dialect, 'status-update'),
      ...ids,
      status: status(dialect, state),
      ...(dialect.version === '0.3' ? { final: state === 'completed' } : {}),
    })
  const made = wrap(dialect, 'artifactUpdate', {
    ...kind(dialect, 'artifact-update'),
    ...ids,
    artifact: artifact(dialect, text),
  })
  const first = wrap(dialect, 'task', task(dialect, id, text, 'working'))
  return [first, changed('working'), made, changed('completed')]
}

const stream = ({ id }: Call, results: readonly Json[]): TestResponse => ({
  status: 200,
  headers: { 'Content-Type': 'text/event-stream' },
  body: results
    .map((result) => `: comment\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`)
    .join(''),
})
