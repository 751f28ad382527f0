import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { closeServer, createContractServer } from '../../src/contract/server.ts'
import { eventually } from '../kit/bounds.ts'
import { notes } from './notes.ts'

/** Starts a server that responds with this handler, and opens a connection to it. */
async function connected(
  listener: RequestListener,
): Promise<{ readonly server: Server; readonly socket: Socket }> {
  const { dispatcher } = await notes()
  const server = createContractServer(listener, dispatcher).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on(
    'error',
    () => undefined,
  )
  await once(socket, 'connect')
  onTestFinished(async () => {
    socket.destroy()
    await closeServer(server, 0)
  })
  return { server, socket }
}
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

describe('T-08: pipelined requests', () => {
  it('are processed one at a time, in the order of their arrival, and all get a response', async () => {
    let [running, most] = [0, 0]
    const seen: string[] = []
    const { socket } = await connected((req, res) => {
      seen.push(req.url!)
      most = Math.max(most, (running += 1))
      setTimeout(() => {
        running -= 1
        res.end(`response to ${req.url}`)
      }, 5)
    })
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    const paths = Array.from({ length: 16 }, (_, at) => `/${at}`)
    socket.write(paths.map(get).join(''))
    await eventually(() => expect(String(Buffer.concat(chunks))).toContain('response to /15'))
    expect(seen).toEqual(paths)
    expect(most).toBe(1)
    expect(String(Buffer.concat(chunks)).match(/response to \/\d+/g)).toEqual(
      paths.map((path) => `response to ${path}`),
    )
  })

  it('with bodies get complete responses', async () => {
    const { socket } = await connected((req, res) => {
      const chunks: Buffer[] = []
      req
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => res.end(`<${Buffer.concat(chunks).length}>`))
    })
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    const post = (bytes: number): string =>
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`
    socket.write([10, 70_000, 0, 30_000].map(post).join(''))
    await eventually(() =>
      expect(String(Buffer.concat(chunks)).match(/<\d+>/g)).toEqual([
        '<10>',
        '<70000>',
        '<0>',
        '<30000>',
      ]),
    )
  })

  it('are not started while an earlier response is unread, so that a connection holds one response', async () => {
    let begun = 0
    const { socket } = await connected((_req, res) => {
      begun += 1
      res.end(Buffer.alloc(16 * 1024 * 1024))
    })
    socket.pause()
    socket.write(get('/').repeat(16))
    await eventually(() => expect(begun).toBe(1))
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
    expect(begun).toBe(1)
  })

  it('end the connection if there are more than 16, because Node would process a whole packet of them at once', async () => {
    let begun = 0
    const { socket } = await connected((_req, res) => {
      begun += 1
      setTimeout(() => res.end('late'), 1000)
    })
    socket.write(get('/').repeat(1000))
    await once(socket.resume(), 'close')
    expect(begun).toBe(1)
  })
})
