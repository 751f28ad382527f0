import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { dial } from '../../../src/ports/outgoing/dial.ts'

it.each([
  ['an HTTP server', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['an SSH server', 'SSH-2.0-OpenSSH_9.2\r\n'],
])('reports that %s does not speak TLS', async (_, greeting) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end(greeting)
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  const { port } = server.address() as AddressInfo
  expect(await dial(`https://127.0.0.1:${port}/path`, { http: false, allow: [] })).toEqual({
    kind: 'failed',
    reason: 'it does not speak TLS',
  })
})
