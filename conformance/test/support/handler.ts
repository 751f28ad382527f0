import type { AddressInfo } from 'node:net'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { createInbox, type CallbackServer } from '../../src/engine/callbacks/inbox.ts'
import {
  CONNECTION_CLOSED,
  noResponseWithin,
  type Outcome,
  type Transport,
} from '../../src/engine/transport/http.ts'

/** One request as a plain value. Header names are in lower case. */
export interface TestRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Sends JSON to the suite's callback server. */
  readonly call?: (url: string, json: unknown) => void
}

export interface TestResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
  /** The simulated response time in milliseconds. */
  readonly ms?: number
}

/** A target as a function. `'silence'` never responds, and `'reset'` closes the connection. */
export type Handler = (request: TestRequest) => TestResponse | 'silence' | 'reset'

export const BASE = 'http://target.test'
export const PROXY = 'https://proxy.test'
/** The simulated time at which tests without a network begin. */
export const NOW_MS = Date.UTC(2026, 2, 2, 9, 10)

/** The address of the callback server in tests without a network. */
const SUITE_BASE = 'http://suite.test'

/** Returns a callback server that uses no network, and the function with which targets call it. */
export function inMemoryServer(): {
  readonly server: CallbackServer
  readonly call: NonNullable<TestRequest['call']>
} {
  const { receive, ...inbox } = createInbox()
  const call = (url: string, json: unknown): void => {
    if (url.startsWith(SUITE_BASE))
      receive({
        method: 'POST',
        path: url.slice(SUITE_BASE.length),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(json),
      })
  }
  return { server: { ...inbox, address: SUITE_BASE }, call }
}

/** Returns a transport that calls a handler directly. The handler also receives the requests to the proxy. */
export function transportTo(handler: Handler, base = BASE, call?: TestRequest['call']): Transport {
  return ({ method, url, headers, body }, limits) => {
    const origin = [base, PROXY].find((known) => url.startsWith(known))
    if (origin === undefined)
      return Promise.resolve({
        kind: 'failure',
        phase: 'connect',
        code: 'dns',
        says: 'the host name is not known',
        ms: 1,
        at: NOW_MS,
      })
    const lowerCase = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const response = handler({
      method,
      path: url.slice(origin.length),
      headers: lowerCase,
      body: body ?? '',
      ...(call ? { call } : {}),
    })
    return Promise.resolve(outcomeOf(response, limits.ms))
  }
}

function outcomeOf(response: ReturnType<Handler>, limit_ms: number): Outcome {
  const failure = { kind: 'failure', phase: 'answer', ms: 1, at: NOW_MS } as const
  if (response === 'reset') return { ...failure, code: 'reset', says: CONNECTION_CLOSED }
  if (response === 'silence' || (response.ms ?? 1) > limit_ms)
    return { ...failure, code: 'timeout', says: noResponseWithin(limit_ms) }
  return {
    kind: 'response',
    status: response.status,
    headers: Object.entries(response.headers ?? {}),
    body: response.body,
    ms: response.ms ?? 1,
    at: NOW_MS,
  }
}

export interface ServedHandler {
  readonly url: string
  readonly close: () => void
}

/** Writes a response to a connection. */
export type ResponseWriter = (response: TestResponse, res: ServerResponse) => void

export const WRITERS = {
  'in one piece': ({ status, headers, body }, res) => void res.writeHead(status, headers).end(body),
  'compressed with gzip': ({ status, headers, body }, res) =>
    void res
      .writeHead(status, { ...headers, 'Content-Encoding': 'gzip' })
      .end(status === 204 ? undefined : gzipSync(body)),
  'in chunks of seven bytes, with a charset': ({ status, headers, body }, res) => {
    const type = headers?.['Content-Type'] ?? 'application/json'
    res.writeHead(status, { ...headers, 'Content-Type': `${type}; charset=utf-8` })
    for (let from = 0; from < body.length; from += 7) res.write(body.slice(from, from + 7))
    res.end()
  },
  'over a separate connection for each request': ({ status, headers, body }, res) =>
    void res.writeHead(status, { ...headers, Connection: 'close' }).end(body),
  'with a body that ends with the connection, as in HTTP/1.0': ({ status, headers, body }, res) => {
    const head = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`)
    res.socket?.end(`HTTP/1.0 ${status} X\r\n${head.join('\r\n')}\r\n\r\n${body}`)
  },
  'a quarter of a second later': ({ status, headers, body }, res) =>
    void setTimeout(() => res.writeHead(status, headers).end(body), 250),
} as const satisfies Readonly<Record<string, ResponseWriter>>

/** Serves a handler over HTTP. It responds after its calls to the suite have ended. */
export async function serve(
  handler: Handler,
  write: ResponseWriter = WRITERS['in one piece'],
  host = '127.0.0.1',
): Promise<ServedHandler> {
  const server: Server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
        )
        const calls: Promise<unknown>[] = []
        const call = (url: string, json: unknown): void =>
          void calls.push(
            fetch(url, {
              method: 'POST',
              headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify(json),
            }),
          )
        const response = handler({
          method: req.method ?? '',
          path: req.url ?? '',
          headers,
          body: Buffer.concat(chunks).toString('utf8'),
          call,
        })
        if (response === 'reset') return void req.socket.destroy()
        if (response === 'silence') return
        void Promise.allSettled(calls).then(() =>
          setTimeout(() => write(response, res), response.ms ?? 0),
        )
      })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
