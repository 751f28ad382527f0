import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDesk, type Host } from './host.ts'

export interface Listening {
  /** The interface and the port to listen on; 0 takes a free one. */
  readonly host: string
  readonly port: number
  /** Where the target finds it, when that is another address. */
  readonly url?: string
  /** First part of all paths, so that nobody else's requests are taken for the target's. */
  readonly room: string
}

export interface Running {
  readonly host: Host
  readonly stop: () => void
}

const LARGEST_BYTES = 4 * 1024 * 1024

/** Serves a desk over HTTP. Rejects when the port cannot be had. */
export async function startHost({ host, port, url, room }: Listening): Promise<Running> {
  const { take, ...desk } = createDesk()
  const server = createServer((req, res) => {
    read(req).then((body) => {
      const path = req.url ?? ''
      const { status, headers, body: said } = take({ method: req.method ?? '', path: path.startsWith(`/${room}/`) ? path.slice(room.length + 1) : '', headers: lower(req), body })
      res.writeHead(status, headers).end(said)
    }, () => res.destroy())
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const own = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`
  return {
    host: { ...desk, address: `${url ?? own}/${room}` },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function read(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    if ((size += chunk.length) > LARGEST_BYTES) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const lower = ({ headers }: IncomingMessage): Record<string, string> => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
