import { Agent, request, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request. The path is under `/api/v1`. Text and bytes are sent unchanged, anything else as JSON. */
export interface TestRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: unknown
}
/** One response; `body` is parsed if it is JSON. */
export interface TestResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: ReturnType<typeof JSON.parse>
  readonly milliseconds: number
}

export type Credential = Readonly<Record<string, string>>
export const apiKey = (key: string): Credential => ({ 'X-API-Key': key })
export const bearer = (token: string): Credential => ({ Authorization: `Bearer ${token}` })
/** The cookie that a browser sends by itself. */
export const cookie = (token: string): Credential => ({ Cookie: `svc_session=${token}` })
export const NO_CREDENTIAL: Credential = {}

const sockets = new Agent({ keepAlive: true, maxSockets: 100 })

/**
 * Sends exactly this request. Only Host, Connection, the length of the body and, for a body that is sent as JSON, Content-Type are added to
 * the headers. The path is not normalized.
 */
export function send(
  server: Server,
  { method, path, headers = {}, body }: TestRequest,
): Promise<TestResponse> {
  const raw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
  const content = raw ? body : JSON.stringify(body)
  const type = raw ? {} : { 'Content-Type': 'application/json' }
  const length =
    content === undefined || 'Transfer-Encoding' in headers
      ? {}
      : { 'Content-Length': String(Buffer.byteLength(content)) }
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent: sockets,
        host: '127.0.0.1',
        port: (server.address() as AddressInfo).port,
        method,
        path: `/api/v1${path}`,
        headers: { ...type, ...length, ...headers } as Record<string, string>,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const isJson = response.headers['content-type'] === 'application/json' && text !== ''
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text,
            body: isJson ? JSON.parse(text) : undefined,
            milliseconds: performance.now() - started,
          })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(content)
  })
}

/** Returns functions for the methods with one credential, which a call may override. */
export function createClient(
  sendRequest: (request: TestRequest) => Promise<TestResponse>,
  credential: Credential,
) {
  const call =
    (method: string) =>
    (path: string, body?: unknown, headers: TestRequest['headers'] = credential) =>
      sendRequest({ method, path, body, headers })
  return {
    get: (path: string, headers: TestRequest['headers'] = credential) =>
      sendRequest({ method: 'GET', path, headers }),
    post: call('POST'),
    put: call('PUT'),
    delete: (path: string, headers: TestRequest['headers'] = credential) =>
      sendRequest({ method: 'DELETE', path, headers }),
  }
}
export type ApiClient = ReturnType<typeof createClient>
