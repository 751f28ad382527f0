import { createDispatcher, type Dispatcher } from '../../src/contract/dispatch.ts'
import { readDocument } from '../../src/contract/document.ts'
import type { DispatcherOptions } from '../../src/contract/hooks.ts'
import type { ContractResponse } from '../../src/contract/response.ts'
import type { Handlers as HandlersOf } from '../../src/contract/typed.ts'
import type { operations } from './generated/fixture.ts'
import { table } from './generated/fixture.table.ts'

/** The types of the fixture contract. */
export interface Notes {
  operations: operations
  table: typeof table
  callers: {
    ApiKey: { readonly kind: 'key'; readonly org_id: string }
    Session: { readonly kind: 'session'; readonly user_id: string }
    ClientId: { readonly client_id: string }
  }
  problems: typeof problems
  services: { readonly seen: unknown[] }
}
export type Handlers = HandlersOf<Notes>

const problem = <S extends number>(status: S, error: string) =>
  ({ status, error, message: `${error}.` }) as const
const problems = {
  ROUTE_NOT_FOUND: problem(404, 'not_found'),
  METHOD_NOT_ALLOWED: problem(405, 'method_not_allowed'),
  REQUEST_TIMEOUT: problem(408, 'request_timeout'),
  MALFORMED_REQUEST: problem(400, 'bad_request'),
  MALFORMED_JSON: problem(400, 'bad_request'),
  INVALID_PARAMETER: problem(400, 'bad_request'),
  INVALID_BODY: problem(422, 'validation_error'),
  BODY_TOO_LARGE: problem(413, 'content_too_large'),
  UNSUPPORTED_MEDIA_TYPE: problem(415, 'unsupported_media_type'),
  HEADERS_TOO_LARGE: problem(431, 'headers_too_large'),
  INTERNAL_ERROR: problem(500, 'internal_error'),
  SERVER_BUSY: problem(503, 'service_unavailable'),
  STORE_UNAVAILABLE: problem(503, 'service_unavailable'),
  UNAUTHENTICATED: problem(401, 'unauthorized'),
  PLAN_REQUIRED: problem(402, 'plan_limit_exceeded'),
  SCOPE_REQUIRED: problem(403, 'forbidden'),
  RATE_LIMITED: problem(429, 'rate_limited'),
  NOTE_NOT_FOUND: problem(404, 'not_found'),
} as const

export const NOTE_ID = '11111111-2222-4333-8444-555555555555'
export const note = { note_id: NOTE_ID, title: 'Shopping', parent: null }

export const handlers: Handlers = {
  async listNotes({ query, headers, reply }, { seen }) {
    seen.push({ query, headers })
    return reply(200, { items: [note], total: 1 })
  },
  async createNote({ body, reply }, { seen }) {
    seen.push(body)
    return reply(201, { note_id: NOTE_ID, title: body.title, parent: null }).with({
      Location: `/notes/${NOTE_ID}`,
      'X-Revision': 1,
    })
  },
  async searchNotes({ body, reply }, { seen }) {
    seen.push(body)
    return reply(200, { items: [], total: 0 })
  },
  async getNote({ path, caller, request, reply, refuse }, { seen }) {
    seen.push({ caller, request })
    return path.note_id === NOTE_ID ? reply(200, note) : refuse('NOTE_NOT_FOUND')
  },
  async deleteNote({ reply }) {
    return reply(204)
  },
  async getReport({ reply }) {
    return reply(200, '# Report ✓', 'text/markdown')
  },
  async labelParcel({ path, body, caller, reply }) {
    return reply(200, { seen: { ...path, body, caller } })
  },
  async listParcels({ caller, reply }) {
    return reply(200, { seen: { caller } })
  },
}

export const document = readDocument(new URL('generated/fixture.json', import.meta.url))

/** Returns the options of the fixture; tests override parts of it. */
export function optionsOf(
  overrides: Partial<DispatcherOptions<Notes>> = {},
): DispatcherOptions<Notes> {
  let ids = 0
  return {
    document,
    table,
    problems,
    handlers,
    services: { seen: [] },
    authenticators: {
      ApiKey: ({ headers }) =>
        headers['x-api-key'] === 'key-1' ? { kind: 'key', org_id: 'org_1' } : undefined,
      Session: async ({ headers }) =>
        headers['authorization'] === 'Bearer s-1' ? { kind: 'session', user_id: 'ada' } : undefined,
      ClientId: ({ headers }) =>
        headers['x-client-id'] === undefined ? undefined : { client_id: headers['x-client-id'] },
    },
    unauthenticated: () => ({
      code: 'UNAUTHENTICATED',
      details: { headers: { 'WWW-Authenticate': 'Bearer' } },
    }),
    present: (code, { message, issues, extra }, request_id) => {
      const { error, message: sentence } = problems[code]
      return {
        error,
        message: message ?? sentence,
        code,
        request_id,
        ...(issues && { issues }),
        ...extra,
      }
    },
    newId: () => `req-${++ids}`,
    mode: 'closed',
    ...overrides,
  }
}

/** A request to the fixture; `json` is sent as a JSON body. */
interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly body?: string | Buffer
}
interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ContractResponse['body']
  /** The body parsed as JSON. */
  readonly json: Record<string, unknown>
}

export type Send = (method: string, target: string, sent?: Sent) => Promise<Received>

/** Returns a function that sends requests in memory, with a valid API key unless the headers contain another one. */
function sender(dispatcher: Dispatcher): Send {
  return async (
    method,
    target,
    { headers = {}, json, body = json === undefined ? '' : JSON.stringify(json) } = {},
  ) => {
    const type =
      body === '' || headers['content-type'] !== undefined
        ? {}
        : { 'content-type': 'application/json' }
    const response = await dispatcher.handle({
      method,
      target,
      ip: '192.0.2.1',
      headers: { 'x-api-key': 'key-1', ...type, ...headers },
      readBody: async () => Buffer.from(body),
    })
    const isJson =
      response.headers['Content-Type'] === 'application/json' && response.body !== undefined
    return {
      ...response,
      json: isJson ? (JSON.parse(String(response.body)) as Record<string, unknown>) : {},
    }
  }
}

/** Creates a dispatcher of the fixture. Returns it, the list of what its handlers received, and a function that sends requests. */
export async function notes(overrides: Partial<DispatcherOptions<Notes>> = {}) {
  const options = optionsOf(overrides)
  const dispatcher = await createDispatcher<Notes>(options)
  return { dispatcher, seen: options.services.seen, send: sender(dispatcher) }
}
