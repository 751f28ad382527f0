import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { compileRoutes } from '../src/contract/router.ts'

export interface RecordedResponse {
  readonly operation: string
  readonly status: number
  /** As it was sent, percent-encoded. */
  readonly path: string
}
export interface Recorder {
  readonly url: string
  readonly responses: readonly RecordedResponse[]
  readonly stop: () => void
}
type Table = Readonly<Record<string, { readonly method: string; readonly path: string }>>

/** Starts a transparent proxy in front of a service, which records each operation with its status. */
export async function recordingProxy(target: string, table: Table): Promise<Recorder> {
  const { origin, pathname } = new URL(target)
  const base = pathname.replace(/\/$/, '')
  const match = compileRoutes(
    Object.entries(table).map(([operation, { method, path }]) => ({
      method,
      path: base + path,
      target: operation,
    })),
  )
  const responses: RecordedResponse[] = []
  const record = (req: IncomingMessage, status: number): void => {
    const path = req.url!.split('?')[0]!
    const found = match(req.method!, path)
    responses.push({
      operation: found.kind === 'matched' ? found.target : found.kind,
      status,
      path,
    })
  }
  const server = createServer((req, res) => {
    const forwarded = request(
      origin + req.url!,
      { method: req.method!, headers: { ...req.headers, host: new URL(origin).host } },
      (response) => {
        record(req, response.statusCode!)
        res.writeHead(response.statusCode!, response.headers)
        response.pipe(res)
      },
    )
    forwarded.on('error', () => res.destroy())
    req.pipe(forwarded)
  })
  const port = await listening(server)
  return {
    url: `http://127.0.0.1:${port}${base}`,
    responses,
    stop: () => {
      server.close().closeAllConnections()
    },
  }
}

export interface Received {
  readonly url: string
  readonly bodies: readonly string[]
  readonly stop: () => void
}

/** Accepts the platform's exports as a destination, and serves the newest PIN of `mail_url` at `/pin`. */
export async function receive(mail_url: string): Promise<Received> {
  const bodies: string[] = []
  const accept = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.url === '/pin') return void res.end(await newestPin(mail_url))
    const body = await buffer(req)
    bodies.push((req.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString())
    res
      .writeHead(202, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ status: 'success', text: 'Success', code: 0 }))
  }
  const server = createServer((req, res) => void accept(req, res).catch(() => res.destroy()))
  const port = await listening(server)
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    stop: () => {
      server.close().closeAllConnections()
    },
  }
}

async function newestPin(mail_url: string): Promise<string> {
  const { items } = (await (await fetch(mail_url)).json()) as { items: { text: string }[] }
  return (
    items.map(({ text }) => /\b\d{8}\b/.exec(text)?.[0]).findLast((pin) => pin !== undefined) ?? ''
  )
}

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}
