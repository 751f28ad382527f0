import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:http'
import type { Outcome, Transport } from '../../src/engine/http.ts'

/** One request as a plain value: names of headers in lower case, body as text. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
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
/** A fixed moment: nothing here depends on when it runs. */
export const NOW_MS = Date.UTC(2026, 2, 2, 9, 10)

/** Carries requests to a function, thousands of them in a second. */
export function transportTo(handler: Handler, base = BASE): Transport {
  return ({ method, url, headers, body }, limits) => {
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    const told = handler({ method, path: url.slice(base.length), headers: lower, body: body ?? '' })
    return Promise.resolve(outcomeOf(told, limits.ms))
  }
}

function outcomeOf(told: ReturnType<Handler>, limit_ms: number): Outcome {
  const base = { kind: 'failure', phase: 'answer', ms: 1, at: NOW_MS } as const
  if (told === 'reset') return { ...base, code: 'reset', says: 'the connection was closed before a complete answer' }
  if (told === 'silence' || (told.ms ?? 1) > limit_ms) return { ...base, code: 'timeout', says: `no complete answer within ${limit_ms} ms` }
  return { kind: 'answer', status: told.status, headers: Object.entries(told.headers ?? {}), body: told.body, ms: told.ms ?? 1, at: NOW_MS }
}

export interface Served {
  readonly url: string
  readonly close: () => void
}

/** The same function behind a real port. */
export async function serve(handler: Handler): Promise<Served> {
  const server: Server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
      const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]))
      const told = handler({ method: req.method ?? '', path: req.url ?? '', headers, body: Buffer.concat(chunks).toString('utf8') })
      if (told === 'reset') return void req.socket.destroy()
      if (told === 'silence') return
      setTimeout(() => res.writeHead(told.status, told.headers).end(told.body), told.ms ?? 0)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => { server.closeAllConnections(); server.close() } }
}
