import type { AddressInfo } from 'node:net'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { createDesk, type Host } from '../../src/engine/host.ts'
import type { Outcome, Transport } from '../../src/engine/http.ts'

/** One request as a plain value: names of headers in lower case, body as text. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Sends to whoever stands beside the target: the agent and the intake that the suite serves. */
  readonly call?: (url: string, json: unknown) => void
}

export interface Told {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
  /** How long it took, without anybody having to wait for it. */
  readonly ms?: number
}

/** A target as a plain function. `'silence'` and `'reset'` are the two ways of not answering. */
export type Handler = (asked: Asked) => Told | 'silence' | 'reset'

export const BASE = 'http://target.test'
export const PROXY = 'https://proxy.test'
/** A fixed moment: nothing here depends on when it runs. */
export const NOW_MS = Date.UTC(2026, 2, 2, 9, 10)

/** Where the targets of tests find the suite. */
export const SUITE_BASE = 'http://suite.test'

/** The suite's own place, for targets that are functions. */
export function memoryHost(): { readonly host: Host; readonly call: NonNullable<Asked['call']> } {
  const { take, ...desk } = createDesk()
  const call = (url: string, json: unknown): void => {
    if (url.startsWith(SUITE_BASE))
      take({
        method: 'POST',
        path: url.slice(SUITE_BASE.length),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(json),
      })
  }
  return { host: { ...desk, address: SUITE_BASE }, call }
}

/** Carries requests to a function, thousands of them in a second. It also answers for the proxy in front of it. */
export function transportTo(handler: Handler, base = BASE, call?: Asked['call']): Transport {
  return ({ method, url, headers, body }, limits) => {
    const found = [base, PROXY].find((known) => url.startsWith(known))
    if (found === undefined)
      return Promise.resolve({
        kind: 'failure',
        phase: 'connect',
        code: 'dns',
        says: 'the host name is not known',
        ms: 1,
        at: NOW_MS,
      })
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const told = handler({
      method,
      path: url.slice(found.length),
      headers: lower,
      body: body ?? '',
      ...(call ? { call } : {}),
    })
    return Promise.resolve(outcomeOf(told, limits.ms))
  }
}

function outcomeOf(told: ReturnType<Handler>, limit_ms: number): Outcome {
  const base = { kind: 'failure', phase: 'answer', ms: 1, at: NOW_MS } as const
  if (told === 'reset')
    return { ...base, code: 'reset', says: 'the connection was closed before a complete answer' }
  if (told === 'silence' || (told.ms ?? 1) > limit_ms)
    return { ...base, code: 'timeout', says: `no complete answer within ${limit_ms} ms` }
  return {
    kind: 'answer',
    status: told.status,
    headers: Object.entries(told.headers ?? {}),
    body: told.body,
    ms: told.ms ?? 1,
    at: NOW_MS,
  }
}

export interface Served {
  readonly url: string
  readonly close: () => void
}

/** Writes an answer down the way a server does. */
export type Writing = (told: Told, res: ServerResponse) => void
const plainly: Writing = ({ status, headers, body }, res) =>
  void res.writeHead(status, headers).end(body)

/** The same function behind a real port. What it calls is called over HTTP, before it answers. */
export async function serve(handler: Handler, write = plainly): Promise<Served> {
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
        const told = handler({
          method: req.method ?? '',
          path: req.url ?? '',
          headers,
          body: Buffer.concat(chunks).toString('utf8'),
          call,
        })
        if (told === 'reset') return void req.socket.destroy()
        if (told === 'silence') return
        void Promise.allSettled(calls).then(() => setTimeout(() => write(told, res), told.ms ?? 0))
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
