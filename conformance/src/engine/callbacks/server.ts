import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BodyBuffer } from '../transport/body.ts'
import { createInbox, type CallbackServer } from './inbox.ts'
import { MIB } from '../memory.ts'
import { createRandom } from '../random.ts'

export interface ListenOptions {
  /** The interface to listen on. */
  readonly host: string
  /** The port to listen on; 0 selects a free one. */
  readonly port: number
  /** The address at which the target reaches the suite, if it differs from the one that the suite listens on. */
  readonly url?: string
  /** The first segment of all paths, which keeps requests from other clients apart. */
  readonly prefix: string
}

export interface RunningCallbackServer {
  readonly server: CallbackServer
  readonly stop: () => void
}

/** Limits the resources of this process that any client of the port can use. */
const MAX_BODY_BYTES = MIB
const MAX_CONNECTIONS = 16
const REQUEST_TIMEOUT_MS = 10_000

/** Returns a path prefix that depends only on the seed. */
export const pathPrefixOf = (seed: string): string =>
  `svc-conformance-${createRandom(seed, 'host').hex(12)}`

/** Serves an inbox over HTTP. Rejects if it cannot listen on the port. */
export async function startCallbackServer({
  host,
  port,
  url,
  prefix,
}: ListenOptions): Promise<RunningCallbackServer> {
  const { receive, ...inbox } = createInbox()
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: 1000,
    },
    (req, res) => {
      const path = req.url ?? ''
      // The body of a request from another client is not read.
      if (!path.startsWith(`/${prefix}/`))
        return void res.writeHead(404, { Connection: 'close' }).end()
      readBody(req).then(
        (body) => {
          const reply = receive({
            method: req.method ?? '',
            path: path.slice(prefix.length + 1),
            headers: headersOf(req),
            body,
          })
          res.writeHead(reply.status, reply.headers).end(reply.body)
        },
        () => res.destroy(),
      )
    },
  )
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, host, resolve),
  )
  const local = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`
  return {
    server: { ...inbox, address: `${url ?? local}/${prefix}` },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function readBody(req: IncomingMessage): Promise<string> {
  const body = new BodyBuffer({ ms: REQUEST_TIMEOUT_MS, bytes: MAX_BODY_BYTES })
  for await (const chunk of req as AsyncIterable<Buffer>) body.push(chunk)
  return body.text()
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
