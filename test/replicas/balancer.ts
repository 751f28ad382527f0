import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Replica } from './replica.ts'

export interface Balancer {
  readonly address: string
  /**
   * The numbers of requests that got a complete response, of those whose connection broke before the response was complete, and of those
   * that no replica accepted.
   */
  readonly counts: { responded: number; broken: number; not_accepted: number }
  close(): void
}

/** Starts a load balancer that sends each request to the next replica that accepts the connection. A request is never sent twice. */
export async function startBalancer(replicas: readonly Replica[]): Promise<Balancer> {
  const counts = { responded: 0, broken: 0, not_accepted: 0 }
  const connections = new Agent({ keepAlive: true })
  let turn = 0

  async function pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const first = (turn += 1)
    for (let index = 0; index < replicas.length; index += 1) {
      const { port, name } = replicas[(first + index) % replicas.length]!
      if (port === undefined) continue
      const sent = await send(port, name, req, body, res)
      if (sent === 'refused') continue
      counts[sent === 'responded' ? 'responded' : 'broken'] += 1
      if (sent === 'broken') res.destroy()
      return
    }
    counts.not_accepted += 1
    res.writeHead(502).end('{}')
  }

  function send(
    port: number,
    name: string,
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    res: ServerResponse,
  ): Promise<'responded' | 'refused' | 'broken'> {
    return new Promise((resolve) => {
      const onward = request(
        { host: '127.0.0.1', port, method, path: url, headers, agent: connections },
        (response) => {
          res.writeHead(response.statusCode!, { ...response.headers, 'x-replica': name })
          response.pipe(res)
          response
            .once('end', () => resolve('responded'))
            .once('error', () => resolve('broken'))
            .once('close', () => resolve(response.complete ? 'responded' : 'broken'))
        },
      )
      // A reused connection that the replica has closed counts as broken, because it is unknown whether the request was read.
      onward.once('error', (cause: NodeJS.ErrnoException) =>
        resolve(cause.code === 'ECONNREFUSED' ? 'refused' : 'broken'),
      )
      onward.end(body)
    })
  }

  const server = createServer((req, res) => {
    pass(req, res).catch(() => res.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close() {
      server.close().closeAllConnections()
      connections.destroy()
    },
  }
}
