import type { Handler, TestRequest, TestResponse } from '../support/handler.ts'
import { jsonResponse } from './reference.ts'

type Json = Record<string, unknown>

export const MCP_PATH = '/mcp'
const [LEGACY, MODERN] = ['2025-11-25', '2026-07-28']
const META = 'io.modelcontextprotocol/'

/** The differences between conforming MCP servers. */
export interface McpShape {
  readonly revisions: readonly string[]
  readonly tools: readonly Json[]
  /** Responds to requests with an event stream. */
  readonly streams: boolean
  /** Opens a session, and refuses other requests without it. */
  readonly sessions: boolean
}

const SHOUT = {
  name: 'shout',
  description: 'Returns the text in capitals.',
  inputSchema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
  outputSchema: {
    type: 'object',
    required: ['text', 'length'],
    properties: { text: { type: 'string' }, length: { $ref: '#/$defs/length' } },
    $defs: { length: { type: 'integer', minimum: 0 } },
  },
}
const ERASE = {
  name: 'erase',
  inputSchema: { type: 'object' },
  annotations: { destructiveHint: true },
}
const PING = { name: 'ping', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }

const DEFAULT_SHAPE: McpShape = {
  revisions: [LEGACY, MODERN],
  tools: [SHOUT, ERASE],
  streams: false,
  sessions: false,
}

/** A tool that has no outputSchema. */
export const PING_TOOL = PING

const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

/** Returns an agent that supports only MCP. It converts text to upper case. */
export function mcpAgent(changes: Partial<McpShape> = {}): Handler {
  const shape = { ...DEFAULT_SHAPE, ...changes }
  return (request) => {
    if (request.path !== MCP_PATH) return jsonResponse(404, { error: 'not found' })
    if (request.headers['origin'] !== undefined) return jsonResponse(403, {})
    if (request.method !== 'POST') return { status: 405, headers: { Allow: 'POST' }, body: '' }
    return respond(shape, request)
  }
}

interface Reply {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body: Json
}
const result = (value: Json): Reply => ({ status: 200, body: { result: value } })
const error = (status: number, code: number, data?: Json): Reply => ({
  status,
  body: { error: { code, message: `Error ${code}`, ...(data ? { data } : {}) } },
})

function respond(shape: McpShape, request: TestRequest): TestResponse {
  let call: Json
  try {
    call = record(JSON.parse(request.body))
  } catch {
    return jsonResponse(400, { jsonrpc: '2.0', id: null, ...error(400, -32700).body })
  }
  if (call['id'] === undefined) return { status: 202, body: '' }
  const { status, headers, body } = replyTo(shape, request, call)
  const message = { jsonrpc: '2.0', id: call['id'], ...body }
  return shape.streams && status === 200
    ? {
        status,
        headers: { 'Content-Type': 'text/event-stream', ...headers },
        body: `id: 1\ndata:\n\nevent: message\ndata: ${JSON.stringify(message)}\n\n`,
      }
    : jsonResponse(status, message, headers)
}

function replyTo(shape: McpShape, { headers }: TestRequest, call: Json): Reply {
  const params = record(call['params'])
  const meta = record(params['_meta'])
  const revision = meta[`${META}protocolVersion`]
  const named = headers['mcp-protocol-version']
  if (revision !== undefined && revision !== named) return error(400, -32020)
  if (call['method'] === 'initialize') return initialized(shape)
  const wanted = revision ?? named
  if (wanted !== undefined && !shape.revisions.includes(String(wanted)))
    return error(400, -32022, { supported: shape.revisions, requested: wanted })
  if (revision === undefined) return legacyReply(shape, headers, call, params)
  if (headers['mcp-method'] !== call['method']) return error(400, -32020)
  if (meta[`${META}clientCapabilities`] === undefined) return error(400, -32602)
  return modernReply(shape, call, params)
}

const capabilities = { tools: {} }
const SESSION = 'session-7c1b'
let opened = 0

function initialized({ revisions, sessions }: McpShape): Reply {
  if (!revisions.includes(LEGACY)) return error(400, -32601)
  opened += 1
  return {
    ...result({ protocolVersion: LEGACY, capabilities, serverInfo: { name: 'S', version: '1' } }),
    ...(sessions ? { headers: { 'Mcp-Session-Id': `${SESSION}-${opened}` } } : {}),
  }
}

function legacyReply(shape: McpShape, headers: TestRequest['headers'], call: Json, params: Json) {
  if (shape.sessions && !String(headers['mcp-session-id']).startsWith(SESSION))
    return error(400, -32000)
  return toolReply(shape, call, params) ?? error(200, -32601)
}

function modernReply(shape: McpShape, call: Json, params: Json): Reply {
  const cached = { ttlMs: 0, cacheScope: 'public' }
  const reply =
    call['method'] === 'server/discover'
      ? result({ supportedVersions: shape.revisions, capabilities })
      : toolReply(shape, call, params)
  if (!reply) return error(404, -32601)
  const value = reply.body['result']
  if (value === undefined) return reply
  const hints = call['method'] === 'tools/call' ? {} : cached
  return result({ resultType: 'complete', ...(value as Json), ...hints })
}

function toolReply({ tools }: McpShape, { method }: Json, params: Json): Reply | undefined {
  if (method === 'tools/list') return result({ tools })
  if (method !== 'tools/call') return undefined
  const { name } = params
  if (!tools.some((tool) => tool['name'] === name)) return error(200, -32602)
  const { text } = record(params['arguments'])
  if (name !== 'shout') return result({ content: [{ type: 'text', text: 'done' }] })
  if (typeof text !== 'string')
    return result({ content: [{ type: 'text', text: 'text is missing' }], isError: true })
  const structuredContent = { text: text.toUpperCase(), length: text.length }
  return result({
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
  })
}
