import type { JsonObject } from '../../domain/json.ts'
import type { McpRevision } from '../protocols.ts'
import { sendForeign, type Endpoint, type ForeignResponse } from './http.ts'
import { handshakeErrorOf, newRpcId, readResult, type MessageHandlers } from './json-rpc.ts'
import {
  responseToServer,
  INITIALIZE,
  negotiated,
  progressText,
  withMetadata,
  type McpConnection,
  type McpRequest,
  requireObject,
} from './mcp-connection.ts'

const ACCEPT = { Accept: 'application/json, text/event-stream' }
/** How long a session may take to begin or to end, and a notification or a response to the server to be sent. */
const SESSION_MS = 10_000

type Headers = Readonly<Record<string, string>>

/** A session of revision 2025-11-25. */
interface Session {
  /** The headers of all its requests. */
  readonly headers: Headers
  /** The server's result of `initialize`. */
  readonly result: JsonObject
}

/** Connects to an MCP server over Streamable HTTP. Nothing is sent before the first request. */
export function connectMcpHttp(endpoint: Endpoint, revision: McpRevision): McpConnection {
  const transport = createHttpTransport(endpoint)
  if (revision === '2026-07-28')
    return {
      revision,
      request: (call) => transport.ask(call, revision, headersOf(call, revision)),
      initialized: async () => ({}),
      close: async () => undefined,
    }
  let session: Promise<Session> | undefined
  const ensureSession = (): Promise<Session> => {
    session ??= transport.initialize().catch((cause: unknown) => {
      session = undefined
      throw handshakeErrorOf(cause)
    })
    return session
  }
  return {
    revision,
    async request(call) {
      const joined = ensureSession()
      try {
        return await transport.ask(call, revision, (await joined).headers)
      } catch (cause) {
        if (!(cause instanceof SessionEndedError)) throw cause
        // The server no longer knows the session and did not execute the request, so the request is sent again in a new session.
        if (session === joined) session = undefined
        return transport.ask(call, revision, (await ensureSession()).headers)
      }
    },
    initialized: async () => (await ensureSession()).result,
    async close() {
      const open = await session?.catch(() => undefined)
      if (open) await transport.end(open.headers)
    },
  }
}

/** Thrown when a server does not know the session of a request. */
class SessionEndedError extends Error {}

/** Returns the headers of revision 2026-07-28, which repeat members of the body. */
function headersOf({ method, params }: McpRequest, revision: McpRevision): Headers {
  const name = params?.['name']
  return {
    'MCP-Protocol-Version': revision,
    'Mcp-Method': method,
    ...(typeof name === 'string' && { 'Mcp-Name': encoded(name) }),
  }
}

/** Encodes a name that cannot be sent unchanged in a header (2026-07-28, Streamable HTTP, Value Encoding). */
const encoded = (name: string): string =>
  /^(?!=\?base64\?)[!-~]([ -~]*[!-~])?$/.test(name)
    ? name
    : `=?base64?${Buffer.from(name).toString('base64')}?=`

const SESSION_ID = 'mcp-session-id'
/**
 * The maximum number of responses that are on their way to the server while it handles one request from the bridge. Each takes a
 * connection. A server may send any number of requests one after another, because a long call may have many pings.
 */
const MAX_OPEN_RESPONSES = 8

const post = (
  endpoint: Endpoint,
  body: object,
  headers: Headers,
  signal: AbortSignal,
): Promise<ForeignResponse> =>
  sendForeign(endpoint, {
    headers: { ...ACCEPT, ...headers },
    body: JSON.stringify(body),
    signal,
  })

/** Sends a notification or a response, to which the server does not respond. */
async function notify(endpoint: Endpoint, message: object, headers: Headers): Promise<void> {
  const { body } = await post(endpoint, message, headers, AbortSignal.timeout(SESSION_MS))
  body.destroy()
}

/** Returns the handlers of the messages that the server sends while it handles a request. */
function messageHandlersFor(
  endpoint: Endpoint,
  headers: Headers,
  { id, progress }: { readonly id: string; readonly progress?: McpRequest['progress'] },
): MessageHandlers {
  let open = 0
  return {
    notification(method, params) {
      if (method === 'notifications/progress' && params['progressToken'] === id)
        progress?.(progressText(params))
    },
    request(method, request_id) {
      if (open >= MAX_OPEN_RESPONSES) return
      open += 1
      void notify(endpoint, responseToServer(method, request_id), headers)
        .catch(() => undefined)
        .finally(() => {
          open -= 1
        })
    },
  }
}

function createHttpTransport(endpoint: Endpoint) {
  /** Sends a request and returns its result and the headers of the response. */
  const exchange = async (request: McpRequest, revision: McpRevision, headers: Headers) => {
    const { method, signal, progress } = request
    const id = newRpcId()
    const params = withMetadata(request, revision, id)
    const message = { jsonrpc: '2.0', id, method, params }
    const response = await post(endpoint, message, headers, signal)
    if (response.status === 404 && headers[SESSION_ID] !== undefined) {
      response.body.destroy()
      throw new SessionEndedError()
    }
    const handlers = messageHandlersFor(endpoint, headers, { id, progress })
    const result = requireObject(await readResult(response, endpoint, { id, signal, handlers }))
    return { result, headers: response.headers }
  }
  return {
    ask: async (...args: Parameters<typeof exchange>) => (await exchange(...args)).result,
    async initialize(): Promise<Session> {
      const signal = AbortSignal.timeout(SESSION_MS)
      const request = { method: 'initialize', params: INITIALIZE, signal }
      const { result, headers: received } = await exchange(request, '2025-11-25', {})
      const session_id = received[SESSION_ID]
      const headers = {
        'MCP-Protocol-Version': negotiated(result),
        ...(typeof session_id === 'string' && { [SESSION_ID]: session_id }),
      }
      await notify(endpoint, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers)
      return { headers, result }
    },
    async end(headers: Headers): Promise<void> {
      if (headers[SESSION_ID] === undefined) return
      const signal = AbortSignal.timeout(SESSION_MS)
      await sendForeign(endpoint, { method: 'DELETE', headers, signal }).then(
        ({ body }) => body.destroy(),
        () => undefined,
      )
    },
  }
}
