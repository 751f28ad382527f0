import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface HttpRequest {
  readonly method: string
  /** As it was sent, percent-encoded, with its query. */
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}
export interface HttpResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}
type Handler = (received: HttpRequest) => Promise<HttpResponse>

interface Server {
  readonly origin: string
  readonly stop: () => void
}

/** Hop-by-hop headers, and Content-Length, which `forwardTo` sets again and `serve` replaces with chunked encoding. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length']

/** Returns the end-to-end headers, which a proxy forwards. */
export const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)))

/** Returns headers with one string each. Node represents a header that may be repeated, such as `Set-Cookie`, as a list. */
export const joined = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** Returns a handler that sends requests to a server and returns its responses unchanged. */
export const forwardTo =
  (origin: string): Handler =>
  ({ method, target, headers, body }) =>
    new Promise((resolve, reject) => {
      const length = body.length > 0 ? { 'content-length': String(body.length) } : {}
      const outgoing = request(
        origin + target,
        { method, headers: { ...endToEnd(headers), ...length, host: new URL(origin).host } },
        (response) => {
          buffer(response)
            .then((received) =>
              resolve({ status: response.statusCode!, headers: response.headers, body: received }),
            )
            .catch(reject)
        },
      )
      outgoing.once('error', reject).end(body)
    })

/** Serves a handler on a free port on this machine. If the handler throws, the response is 500 with its message. */
export async function serve(handle: Handler): Promise<Server> {
  const respond = async (received: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = await buffer(received)
    const { method, url, headers } = received
    const response = await handle({ method: method!, target: url!, headers, body }).catch(
      internalError,
    )
    res.writeHead(response.status, endToEnd(response.headers)).end(response.body)
  }
  const server = createServer((received, res) => {
    respond(received, res).catch(() => res.destroy())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close().closeAllConnections()
    },
  }
}

/** Returns a JSON response. */
export const jsonResponse = (status: number, value: unknown): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
})

const internalError = (cause: Error): HttpResponse => jsonResponse(500, { message: cause.message })

/** Returns the parsed JSON body of a message; undefined if it has none. */
export function jsonOf({ headers, body }: Pick<HttpResponse, 'headers' | 'body'>): unknown {
  const isJson = /^application\/([\w.-]+\+)?json\b/.test(headers['content-type'] ?? '')
  return isJson && body.length > 0 ? (JSON.parse(body.toString()) as unknown) : undefined
}
