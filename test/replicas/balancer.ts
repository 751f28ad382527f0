import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Replica } from './replica.ts'

export interface Balancer {
  readonly address: string
  /** Requests that were handed on, and those whose replica broke off before it had answered. */
  readonly counts: { handed: number; broken: number; nobody: number }
  close(): void
}

/** A balancer as simple as they come: each request goes to the next replica that takes it. One that was sent is never sent again. */
export async function startBalancer(replicas: readonly Replica[]): Promise<Balancer> {
  const counts = { handed: 0, broken: 0, nobody: 0 }
  const connections = new Agent({ keepAlive: true })
  let turn = 0

  async function pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const first = (turn += 1)
    for (let at = 0; at < replicas.length; at += 1) {
      const { port, name } = replicas[(first + at) % replicas.length]!
      if (port === undefined) continue
      const sent = await send(port, name, req, body, res)
      if (sent === 'refused') continue
      counts[sent === 'answered' ? 'handed' : 'broken'] += 1
      if (sent === 'broken') res.destroy()
      return
    }
    counts.nobody += 1
    res.writeHead(502).end('{}')
  }

  function send(
    port: number,
    name: string,
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    res: ServerResponse,
  ): Promise<'answered' | 'refused' | 'broken'> {
    return new Promise((resolve) => {
      const onward = request(
        { host: '127.0.0.1', port, method, path: url, headers, agent: connections },
        (answer) => {
          res.writeHead(answer.statusCode!, { ...answer.headers, 'x-replica': name })
          answer.pipe(res)
          answer
            .once('end', () => resolve('answered'))
            .once('error', () => resolve('broken'))
            .once('close', () => resolve(answer.complete ? 'answered' : 'broken'))
        },
      )
      // A connection that was kept and is closed by now has taken nothing, but nobody can tell: it counts as broken.
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
