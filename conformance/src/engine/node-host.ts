import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Intake } from './body.ts'
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

/** One request, all that are being read, and how long one may take: whoever finds the port has no more of this process. */
const LARGEST_BYTES = 1024 * 1024
const MOST_CONNECTIONS = 16
const PATIENCE_MS = 10_000

/** Serves a desk over HTTP. Rejects when the port cannot be had. */
export async function startHost({ host, port, url, room }: Listening): Promise<Running> {
  const { take, ...desk } = createDesk()
  const server = createServer(
    { requestTimeout: PATIENCE_MS, headersTimeout: PATIENCE_MS, connectionsCheckingInterval: 1000 },
    (req, res) => {
      const path = req.url ?? ''
      // Somebody else's requests are not the target's, so nothing of them is read.
      if (!path.startsWith(`/${room}/`))
        return void res.writeHead(404, { Connection: 'close' }).end()
      read(req).then(
        (body) => {
          const {
            status,
            headers,
            body: said,
          } = take({
            method: req.method ?? '',
            path: path.slice(room.length + 1),
            headers: lower(req),
            body,
          })
          res.writeHead(status, headers).end(said)
        },
        () => res.destroy(),
      )
    },
  )
  server.maxConnections = MOST_CONNECTIONS
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, host, resolve),
  )
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
  const body = new Intake({ ms: PATIENCE_MS, bytes: LARGEST_BYTES })
  for await (const chunk of req as AsyncIterable<Buffer>) body.push(chunk)
  return body.text()
}

const lower = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
