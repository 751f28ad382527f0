import { createHash } from 'node:crypto'
import {
  NOW_MS,
  PROXY,
  type TestRequest,
  type Handler,
  type TestResponse,
} from '../support/handler.ts'

type Json = Record<string, unknown>

/** The path of the platform on which the agent is registered. The agent's handler also serves the platform, at the address of the proxy. */
const PLATFORM_PATH = '/platform/api/v1'
export const PLATFORM = `${PROXY}${PLATFORM_PATH}`
const registration = ({ headers }: TestRequest, { svc_id }: Shape): TestResponse =>
  headers['x-api-key'] === 'sk_live_free'
    ? jsonResponse(200, {
        valid: true,
        svc_id,
        name: 'Reference',
        version: '1.0.0',
        registered_at: '2026-01-01T00:00:00Z',
      })
    : jsonResponse(401, {})

/** The differences between conforming agents. */
export interface Shape {
  readonly svc_id: string
  readonly skills: readonly Skill[]
  /** Further members of the card, or other values; undefined omits a member. */
  readonly card: Json
  readonly base: string
  /** How tasks for unknown skills end. */
  readonly unknown_skill: 'failed' | 'completed'
  readonly reputation: string
}

export interface Skill {
  readonly name: string
  readonly run: (text: string, members: Json) => Json
  readonly card?: Json
}

/** Thrown by a skill that refuses a task. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const COUNT: Skill = {
  name: 'count_words',
  run: (text) => ({ words: text.split(/\s+/).filter(Boolean).length }),
  card: { timeout_ms: 5000 },
}
const SHOUT: Skill = { name: 'shout', run: (text) => ({ text: text.toUpperCase() }) }

const DEFAULT_SHAPE: Shape = {
  svc_id: createHash('sha256').update('reference').digest('hex'),
  skills: [COUNT, SHOUT],
  card: {},
  base: '',
  unknown_skill: 'failed',
  reputation: '75',
}

/** Returns an agent that implements the interface and nothing else, as a function with state. */
export function referenceAgent(changes: Partial<Shape> = {}): Handler {
  const shape = { ...DEFAULT_SHAPE, ...changes }
  const sessions = new Map<string, string>()
  let counter = 0
  const id = (): string => `id-${(counter += 1)}`
  const routes: Readonly<Record<string, (request: TestRequest) => TestResponse>> = {
    'GET /.well-known/agent.json': () => jsonResponse(200, card(shape)),
    'GET /health': () => jsonResponse(200, { status: 'ok' }),
    'POST /a2a/tasks': (request) => task(shape, request, id),
    'POST /a2a': (request) => rpc(shape, request, id),
    'POST /svc/auth': ({ body }) => {
      const given = parse(body)
      if (typeof given?.['client_id'] !== 'string' || !Array.isArray(given['scope']))
        return jsonResponse(422, { error: 'client_id and scope are needed' })
      const token = `sess_${createHash('sha256').update(id()).digest('hex')}`
      sessions.set(token, given['client_id'])
      return jsonResponse(200, {
        session_token: token,
        expires_at: new Date(NOW_MS + 3_600_000).toISOString(),
      })
    },
    'POST /chat': ({ headers, body }) => {
      const client = sessions.get((headers['authorization'] ?? '').replace(/^Bearer /, ''))
      if (client === undefined || client !== headers['x-svc-client-id'])
        return jsonResponse(401, { error: 'unauthorized' })
      return jsonResponse(
        200,
        { message: `You said: ${String(parse(body)?.['message'])}` },
        trust(shape, id),
      )
    },
  }
  return (request) => {
    if (request.path === `${PLATFORM_PATH}/agents/${shape.svc_id}/verify`)
      return registration(request, shape)
    const path = request.path.startsWith(shape.base) ? request.path.slice(shape.base.length) : ''
    return (
      routes[`${request.method} ${path}`]?.({ ...request, path }) ??
      jsonResponse(404, { error: 'not found' })
    )
  }
}

function card({ svc_id, skills, card }: Shape): Json {
  const listed = skills.map(({ name, card }) => ({
    name,
    description: `Does ${name}.`,
    input_schema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
    output_schema: { type: 'object' },
    ...card,
  }))
  return {
    name: 'Reference',
    svc_id,
    version: '1.0.0',
    description: 'Counts words.',
    url: 'http://target.test',
    skills: listed,
    authentication: {
      type: 'svc_trust',
      verify_url: 'https://agents.example.com/api/v1/trust/verify',
    },
    capabilities: skills.map(({ name }) => name),
    verification_status: 'verified',
    ...card,
  }
}

function task(shape: Shape, { body }: TestRequest, id: () => string): TestResponse {
  const given = parse(body)
  const input = record(given?.['input'])
  const task_id = typeof given?.['task_id'] === 'string' ? given['task_id'] : id()
  const headers = trust(shape, id)
  const failed = (status: number, code: string, message: string): TestResponse =>
    jsonResponse(status, { task_id, status: 'failed', error: { code, message } }, headers)
  if (!given || !input) return failed(400, 'invalid_request', 'The body is not a task.')
  const outcome = execute(
    shape,
    first(input['skill'], given['type'], record(given['context'])?.['skill']),
    input,
  )
  return outcome instanceof Refusal
    ? failed(outcome.status, 'internal_error', outcome.message)
    : jsonResponse(
        200,
        { task_id, status: 'completed', result: outcome, output: outcome, execution_time_ms: 1 },
        headers,
      )
}

function rpc(shape: Shape, { body }: TestRequest, id: () => string): TestResponse {
  const given = parse(body)
  const headers = trust(shape, id)
  const respond = (outcome: Json): TestResponse =>
    jsonResponse(200, { jsonrpc: '2.0', id: given?.['id'] ?? null, ...outcome }, headers)
  const error = (code: number, message: string): TestResponse =>
    respond({ error: { code, message } })
  if (!given) return error(-32700, 'This is not JSON.')
  if (given['jsonrpc'] !== '2.0' || typeof given['method'] !== 'string')
    return error(-32600, 'This is not a call.')
  if (given['method'] !== 'tasks/send') return error(-32601, 'There is no such method.')
  const params = record(given['params']) ?? {}
  if (typeof params['skill'] !== 'string') return error(-32602, 'skill is missing.')
  const outcome = execute(shape, params['skill'], params)
  return outcome instanceof Refusal
    ? error(-32000, outcome.message)
    : respond({ result: { status: 'completed', ...outcome } })
}

function execute({ skills, unknown_skill }: Shape, name: unknown, input: Json): Json | Refusal {
  const skill = skills.find((one) => one.name === name)
  if (!skill)
    return unknown_skill === 'completed'
      ? { text: 'The skill is unknown.' }
      : new Refusal(422, 'There is no such skill.')
  const { skill: _, message, ...members } = input
  try {
    return skill.run(textOf(message), members)
  } catch (cause) {
    return cause instanceof Refusal ? cause : new Refusal(500, String(cause))
  }
}

function textOf(message: unknown): string {
  if (typeof message === 'string') return message
  const parts = record(message)?.['parts']
  return Array.isArray(parts)
    ? parts
        .map((part) => record(part)?.['text'])
        .filter((text) => typeof text === 'string')
        .join('\n')
    : ''
}

function trust({ svc_id, reputation }: Shape, id: () => string): Record<string, string> {
  return {
    'X-Svc-Agent-ID': svc_id,
    'X-Svc-Reputation': reputation,
    'X-Svc-Verification': 'verified',
    'X-Svc-Task-ID': id(),
    'X-Svc-Trace-ID': id(),
  }
}

export function jsonResponse(
  status: number,
  body: Json,
  headers: Record<string, string> = {},
): TestResponse {
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      Date: new Date(NOW_MS).toUTCString(),
      ...headers,
    },
    body: JSON.stringify(body),
  }
}

function parse(text: string): Json | undefined {
  try {
    return record(JSON.parse(text))
  } catch {
    return undefined
  }
}

const record = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
const first = (...values: readonly unknown[]): unknown =>
  values.find((value) => typeof value === 'string' && value !== '')
