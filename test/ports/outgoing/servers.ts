import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(
    servers.splice(0).map((server) => new Promise((closed) => server.close(closed))),
  )
})

/**
 * Starts a bare TCP server, by default on every address of this machine. It records the address that each connection used and what it
 * received.
 */
export async function listen(
  onConnection: (socket: Socket) => void = respondWith(200, '{}'),
  host = '::',
): Promise<{
  readonly port: number
  readonly connections: readonly string[]
  readonly received: readonly string[]
}> {
  const connections: string[] = []
  const received: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    connections.push(socket.localAddress!.replace('::ffff:', ''))
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    socket.on('data', (chunk) => {
      received.push(chunk.toString('latin1'))
    })
    onConnection(socket)
  })
  servers.push(server)
  await new Promise<void>((listening) => {
    server.listen({ port: 0, host }, listening)
  })
  return { port: (server.address() as AddressInfo).port, connections, received }
}

/** Responds to every request with the same text, and keeps the connection open. */
export const respondWith =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (socket: Socket): void => {
    const lines = Object.entries({
      'Content-Length': String(Buffer.byteLength(body)),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.on('data', () =>
      socket.write(`HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n${body}`),
    )
  }
