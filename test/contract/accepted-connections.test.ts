import { once } from 'node:events'
import { Agent, createServer as createHttpServer, request, type Server } from 'node:http'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import {
  closeServer,
  createContractServer,
  serveAcceptedConnections,
} from '../../src/contract/server.ts'
import { until } from '../kit/bounds.ts'
import { notes } from './notes.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Accepts connections for a server that does not listen, as the supervisor of workers does. */
async function accept(server: Server) {
  const sink = serveAcceptedConnections(server)
  const listener = createServer({ pauseOnConnect: true, allowHalfOpen: true })
  const state = { open: 0 }
  listener.on('connection', (socket) => {
    state.open += 1
    socket.once('close', () => {
      state.open -= 1
    })
    sink.accept(socket)
    socket.resume()
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  closers.push(() => listener.close())
  return { port: (listener.address() as AddressInfo).port, state }
}

async function serveNotes() {
  const { dispatcher } = await notes()
  const server = createContractServer((_, res) => res.end('response'), dispatcher)
  return { server, ...(await accept(server)) }
}

const get = (port: number, agent: Agent): Promise<{ connection: string; body: string }> =>
  new Promise((resolve, reject) => {
    request({ port, agent, host: '127.0.0.1' }, (response) => {
      void text(response).then((body) =>
        resolve({ connection: String(response.headers.connection), body }),
      )
    })
      .on('error', reject)
      .end()
  })

async function dial(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

it('connections that another process has accepted are served until they close', async () => {
  const { port, state } = await serveNotes()
  const agent = new Agent({ keepAlive: true })
  expect(await get(port, agent)).toMatchObject({ connection: 'keep-alive', body: 'response' })
  expect(await get(port, agent)).toMatchObject({ body: 'response' })
  expect(state.open).toBe(1)
  agent.destroy()
  await until(() => state.open === 0, 'the connection is still open')
})

it('a client that half-closes the connection after the request gets the response', async () => {
  const { port } = await serveNotes()
  const socket = await dial(port)
  socket.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(await text(socket)).toContain('response')
})

it('a connection whose headers do not arrive in time is closed', async () => {
  const server = createHttpServer({ connectionsCheckingInterval: 20, headersTimeout: 40 })
  closers.push(() => closeServer(server, 0))
  const { port } = await accept(server)
  const socket = await dial(port)
  socket.write('GET / HTTP/1.1\r\n')
  expect(await text(socket)).toContain('408 Request Timeout')
})

it('while a server stops, each idle connection can carry one more request, whose response has `Connection: close`', async () => {
  const { server, port, state } = await serveNotes()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await get(port, agent)
  const silent = await dial(port)
  await until(() => state.open === 2, 'the connection was not accepted')
  const closed = closeServer(server, 10_000, 10_000)
  expect(await get(port, agent)).toEqual({ connection: 'close', body: 'response' })
  silent.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await text(silent)).toContain('Connection: close')
  await closed
  expect(state.open).toBe(0)
})

it('connections that stay silent are closed when the time limit has passed', async () => {
  const { server, port, state } = await serveNotes()
  const agent = new Agent({ keepAlive: true })
  await get(port, agent)
  const silent = await dial(port)
  await until(() => state.open === 2, 'the connection was not accepted')
  const ended = once(silent, 'close')
  silent.resume()
  await closeServer(server, 10_000, 1)
  await ended
  expect(state.open).toBe(0)
})
