import { createServer, type Server as TlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { httpAgentCaller, type AgentCaller } from '../../../src/ports/agent-caller.ts'
import type { Resolve } from '../../../src/ports/outgoing/resolve.ts'
import { LIVENESS_MS } from '../../kit/bounds.ts'
import { selfSigned } from './certificate.ts'
import { listen, respondWith } from './servers.ts'

const callers: AgentCaller[] = []
const tlsServers: TlsServer[] = []
afterEach(() => {
  for (const caller of callers.splice(0)) caller.close()
  for (const server of tlsServers.splice(0)) server.close()
})

/** A deadline that expires in tests, but not before a connection on this machine is established and used. */
const DEADLINE_MS = 1000
const TASK = JSON.stringify({ task_id: 't1' })
/** Sends a task to this address, and returns the result. */
async function called(
  url: string,
  {
    resolve,
    body = TASK,
    timeout_ms = LIVENESS_MS,
  }: { resolve?: Resolve; body?: string; timeout_ms?: number } = {},
) {
  const caller = httpAgentCaller({ http: true, allow: ['127.0.0.1'] }, { resolve })
  callers.push(caller)
  const { answer } = await caller.call({
    url,
    headers: {},
    body,
    timeout_ms,
    organization_id: 'org_1',
  })
  return answer.kind === 'failed' ? [answer.code, answer.reached] : ['answered', true]
}
const at = (port: number) => `http://127.0.0.1:${port}/a2a/tasks`
const after = (handle: (socket: Socket) => void) => (socket: Socket) =>
  void socket.once('data', () => handle(socket))

it('an agent whose connection is refused was not reached', async () => {
  expect(await called(at(1))).toEqual(['AGENT_UNREACHABLE', false])
})

it('an agent whose name has no address, or a blocked one, was not reached', async () => {
  expect(
    await called('http://agent.example/', {
      resolve: async () => {
        throw new Error('NXDOMAIN')
      },
    }),
  ).toEqual(['AGENT_UNREACHABLE', false])
  expect(await called('http://agent.example/', { resolve: async () => ['10.0.0.1'] })).toEqual([
    'ADDRESS_BLOCKED',
    false,
  ])
  expect(await called('http://10.0.0.1/')).toEqual(['ADDRESS_BLOCKED', false])
})

it('an agent to which no connection was established in time was not reached', async () => {
  expect(
    await called('http://agent.example/', {
      resolve: () => new Promise(() => undefined),
      timeout_ms: 50,
    }),
  ).toEqual(['AGENT_CONNECT_TIMEOUT', false])
})

it('an agent that never finishes the TLS handshake, refuses it or presents an invalid certificate was not reached', async () => {
  const silent = await listen(() => undefined)
  expect(await called(at(silent.port).replace('http:', 'https:'), { timeout_ms: 50 })).toEqual([
    'AGENT_CONNECT_TIMEOUT',
    false,
  ])
  const plain = await listen(respondWith(200, '{}'))
  expect(await called(at(plain.port).replace('http:', 'https:'))).toEqual([
    'AGENT_TLS_FAILED',
    false,
  ])
  const { key, cert } = selfSigned('agent.example')
  let requests = 0
  const server = createServer({ key, cert }, (_, res) => {
    requests += 1
    res.end('{}')
  })
  tlsServers.push(server)
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
  expect(await called(url)).toEqual(['AGENT_TLS_FAILED', false])
  expect(requests).toBe(0)
})

it('an agent that interrupts a TLS handshake was not reached', async () => {
  const disconnecting = await listen(after((socket) => socket.destroy()))
  expect((await called(at(disconnecting.port).replace('http:', 'https:')))[1]).toBe(false)
})

it('an agent that accepts the connection, reads the request and closes was reached', async () => {
  const closing = await listen(after((socket) => socket.destroy()))
  expect(await called(at(closing.port))).toEqual(['AGENT_RESET', true])
  const resetting = await listen(after((socket) => socket.resetAndDestroy()))
  expect(await called(at(resetting.port))).toEqual(['AGENT_RESET', true])
})

it('an agent that closes at once was reached if it received any of the request', async () => {
  for (const cut of [
    (socket: Socket) => socket.destroy(),
    (socket: Socket) => socket.resetAndDestroy(),
  ]) {
    const closing = await listen(cut)
    const [code, reached] = await called(at(closing.port))
    expect(code).toBe('AGENT_RESET')
    expect(typeof reached).toBe('boolean')
    if (closing.received.length > 0) expect(reached).toBe(true)
  }
})

it('an agent that accepts the connection and is silent was reached, however large the request', async () => {
  const silent = await listen((socket) => socket.pause())
  expect(await called(at(silent.port), { timeout_ms: DEADLINE_MS })).toEqual([
    'AGENT_TIMEOUT',
    true,
  ])
  const large = await listen((socket) => socket.pause())
  const body = JSON.stringify({ text: 'x'.repeat(20_000_000) })
  expect(await called(at(large.port), { body, timeout_ms: DEADLINE_MS })).toEqual([
    'AGENT_TIMEOUT',
    true,
  ])
})

it('an agent whose response is invalid, too large or too slow was reached', async () => {
  const nonsense = await listen(after((socket) => socket.end('220 mail.example ESMTP\r\n')))
  expect(await called(at(nonsense.port))).toEqual(['AGENT_BAD_HTTP', true])
  const wordy = await listen(
    after((socket) => socket.end(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(17 * 1024)}\r\n\r\n`)),
  )
  expect(await called(at(wordy.port))).toEqual(['AGENT_BAD_HTTP', true])
  const large = await listen(respondWith(200, 'x'.repeat(1024 * 1024 + 1)))
  expect(await called(at(large.port))).toEqual(['AGENT_TOO_LARGE', true])
  const slow = await listen(
    after((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab')),
  )
  expect(await called(at(slow.port), { timeout_ms: DEADLINE_MS })).toEqual([
    'AGENT_SLOW_BODY',
    true,
  ])
})

it('a large task arrives completely, over a new connection and over a reused one', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(300_000) })
  let length = 0
  const agent = await listen((socket) => {
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      if (!received.endsWith('"}')) return
      length = received.length - received.indexOf('\r\n\r\n') - 4
      received = ''
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')
    })
  })
  const caller = httpAgentCaller({ http: true, allow: ['127.0.0.1'] })
  callers.push(caller)
  for (let index = 0; index < 3; index += 1) {
    length = 0
    const { answer } = await caller.call({
      organization_id: 'org_1',
      url: at(agent.port),
      headers: {},
      body,
      timeout_ms: LIVENESS_MS,
    })
    expect([answer.kind, length]).toEqual(['answered', body.length])
  }
  expect(agent.connections.length).toBe(1)
})
