import { afterEach, describe, expect, it } from 'vitest'
import { createGuard } from '../../../src/ports/outgoing/guard.ts'
import { createPoster, type Poster } from '../../../src/ports/outgoing/post.ts'
import { LIVENESS_MS, until } from '../../kit/bounds.ts'
import { listen, respondWith } from './servers.ts'

const LIMIT = 1000
/** A deadline that expires in tests, but not before a connection on this machine is established and used. */
const DEADLINE_MS = 1000
const open: Poster[] = []
afterEach(() => {
  for (const poster of open.splice(0)) poster.close()
})
function poster(): Poster {
  const created = createPoster(createGuard({ http: true, allow: ['127.0.0.1'] }), LIMIT)
  open.push(created)
  return created
}
const post = (port: number, by = poster(), timeout_ms = LIVENESS_MS) =>
  by.post({
    url: `http://127.0.0.1:${port}/x`,
    headers: { 'X-Mine': 'yes' },
    body: 'body',
    timeout_ms,
  })

describe('a request to a user-supplied address', () => {
  it('is sent once, with these headers, and asks for an uncompressed response', async () => {
    const { port, received, connections } = await listen(
      respondWith(201, 'made', { 'X-Theirs': 'no' }),
    )
    const posted = await post(port)
    expect(posted).toMatchObject({ kind: 'responded', status: 201, headers: { 'x-theirs': 'no' } })
    expect(posted.kind === 'responded' && posted.body.toString()).toBe('made')
    const [head] = received.join('').split('\r\n\r\n')
    expect(head!.split('\r\n').toSorted()).toEqual([
      'Accept-Encoding: identity',
      'Connection: keep-alive',
      'Content-Length: 4',
      `Host: 127.0.0.1:${port}`,
      'POST /x HTTP/1.1',
      'X-Mine: yes',
    ])
    expect(connections.length).toBe(1)
  })

  it('sends bytes unchanged', async () => {
    const { port, received } = await listen()
    const { kind } = await poster().post({
      url: `http://127.0.0.1:${port}/x`,
      headers: { 'Content-Encoding': 'gzip' },
      body: Buffer.from([0, 255, 31, 139, 13, 10, 128]),
      timeout_ms: LIVENESS_MS,
    })
    expect(kind).toBe('responded')
    const [head, rest] = received.join('').split('\r\n\r\n')
    expect(head).toMatch(/^POST \/x HTTP\/1.1\r\n/)
    expect(head).toContain('Content-Length: 7')
    expect(rest).toBe('\x00\xff\x1f\x8b\r\n\x80')
  })

  it('is never redirected: the redirect is the result, and its target gets no connection', async () => {
    const elsewhere = await listen()
    for (const status of [301, 302, 303, 307, 308]) {
      const { port } = await listen(
        respondWith(status, '', { Location: `http://127.0.0.1:${elsewhere.port}/` }),
      )
      expect(await post(port)).toMatchObject({ kind: 'responded', status })
    }
    expect(elsewhere.connections).toEqual([])
  })

  it('reuses a connection', async () => {
    const { port, connections } = await listen()
    const by = poster()
    for (let index = 0; index < 5; index += 1) expect((await post(port, by)).kind).toBe('responded')
    expect(connections.length).toBe(1)
  })

  it('bounds the memory of a response that arrives in thousands of chunks', async () => {
    let sent = 0
    const { port } = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      const more = () => {
        sent += 100
        if (socket.writable) socket.write('1\r\nx\r\n'.repeat(100), () => setImmediate(more))
      }
      more()
    })
    const by = createPoster(createGuard({ http: true, allow: ['127.0.0.1'] }), 1024 * 1024)
    open.push(by)
    expect(await post(port, by)).toEqual({
      kind: 'failed',
      fault: 'too_large',
      reached: true,
    })
    expect(sent).toBeLessThan(100_000)
  })

  it('is abandoned, and its connection closed, when memory for its response is refused or reclaimed', async () => {
    let closed = 0
    const { port } = await listen((socket) => {
      socket.once('close', () => {
        closed += 1
      })
      respondWith(200, 'x'.repeat(100), { 'Content-Length': '200' })(socket)
    })
    const url = `http://127.0.0.1:${port}/x`
    const request = { url, headers: {}, body: 'body', timeout_ms: LIVENESS_MS }
    const events: string[] = []
    const memory = (isGranted: boolean) => ({
      reserve: () => (events.push('reserve'), isGranted),
      complete: () => void events.push('complete'),
      release: () => void events.push('release'),
      isLost: () => false,
    })
    const abandoned = { kind: 'failed', fault: 'abandoned', reached: true }
    expect(await poster().post(request, () => memory(false))).toEqual(abandoned)
    let reclaim = () => undefined as void
    const posted = poster().post(request, (abandon) => {
      reclaim = abandon
      return memory(true)
    })
    await until(() => events.length === 3, 'The response did not arrive.')
    reclaim()
    expect(await posted).toEqual(abandoned)
    expect(events).toEqual(['reserve', 'release', 'reserve', 'release'])
    await until(() => closed === 2, 'A connection stayed open.')
    const complete = await listen()
    events.length = 0
    await poster().post({ ...request, url: `http://127.0.0.1:${complete.port}/` }, () =>
      memory(true),
    )
    expect(events).toEqual(['reserve', 'complete'])
  })

  it('accepts a response of exactly the limit, and not a byte more', async () => {
    const { port } = await listen(respondWith(200, 'x'.repeat(LIMIT)))
    expect((await post(port)).kind).toBe('responded')
    const large = await listen(respondWith(200, 'x'.repeat(LIMIT + 1)))
    expect(await post(large.port)).toEqual({ kind: 'failed', fault: 'too_large', reached: true })
    const endless = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      const more = () => {
        if (socket.writable)
          socket.write('1000\r\n' + 'x'.repeat(4096) + '\r\n', () => setImmediate(more))
      }
      more()
    })
    expect(await post(endless.port)).toEqual({ kind: 'failed', fault: 'too_large', reached: true })
  })

  it('ends at its deadline while it waits for the response or reads it', async () => {
    const hangs = await listen(() => undefined)
    const stops = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab')
    })
    const drips = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n')
      const drip = setInterval(() => socket.write('x'), 5)
      socket.on('close', () => clearInterval(drip))
    })
    const drippingHead = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Long: ')
      const drip = setInterval(() => socket.write('x'), 5)
      socket.on('close', () => clearInterval(drip))
    })
    const results = [hangs, drippingHead, stops, drips].map(({ port }) =>
      post(port, poster(), DEADLINE_MS),
    )
    expect(await Promise.all(results)).toEqual(
      ['timeout', 'timeout', 'slow_body', 'slow_body'].map((fault) => ({
        kind: 'failed',
        fault,
        reached: true,
      })),
    )
  })

  it('fails with connect_timeout if the lookup of its host never ends, and with unreachable if nothing listens', async () => {
    const { port } = await listen()
    const never = createPoster(
      createGuard({ http: true, allow: ['127.0.0.1'] }, () => new Promise(() => undefined)),
      LIMIT,
    )
    open.push(never)
    expect(
      await never.post({
        url: `http://slow-name.example:${port}/`,
        headers: {},
        body: '',
        timeout_ms: 50,
      }),
    ).toEqual({
      kind: 'failed',
      fault: 'connect_timeout',
      reached: false,
    })
    expect(await post(1)).toEqual({ kind: 'failed', fault: 'unreachable', reached: false })
  })

  it.each([
    ['is closed before the first byte', (socket: { destroy(): void }) => socket.destroy()],
    [
      'is reset before the first byte',
      (socket: { resetAndDestroy(): void }) => socket.resetAndDestroy(),
    ],
    [
      'is closed in the head of the response',
      (socket: { end(text: string): void }) => socket.end('HTTP/1.1 200 O'),
    ],
    [
      'is closed in the body of the response',
      (socket: { end(text: string): void }) =>
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab'),
    ],
    [
      'is closed in a chunk',
      (socket: { end(text: string): void }) =>
        socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'),
    ],
  ])('whose connection %s fails with the fault `reset`', async (_, cut) => {
    const { port } = await listen((socket) => {
      socket.once('data', () => cut(socket as never))
    })
    expect(await post(port)).toEqual({ kind: 'failed', fault: 'reset', reached: true })
  })

  it.each([
    ['another protocol', '220 mail.example ESMTP\r\n'],
    ['a wrong version', 'HTTP/9.9 200 OK\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc'],
    ['a broken chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n'],
    ['headers of more than 16 KiB', `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('that gets %s fails with the fault `bad_http`', async (_, text) => {
    const { port } = await listen((socket) => {
      socket.once('data', () => socket.write(text))
    })
    expect(await post(port)).toEqual({ kind: 'failed', fault: 'bad_http', reached: true })
  })

  it('over TLS to a server without TLS fails with the fault `tls`', async () => {
    const { port } = await listen(respondWith(200, '{}'))
    expect(
      await poster().post({
        url: `https://127.0.0.1:${port}/`,
        headers: {},
        body: '',
        timeout_ms: LIVENESS_MS,
      }),
    ).toEqual({
      kind: 'failed',
      fault: 'tls',
      reached: false,
    })
  })

  it.each([0, 60])(
    'never takes an unsolicited response for that of the next request, sent %d ms after the first',
    async (later) => {
      const extra = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nextra'
      let count = 0
      const { port } = await listen((socket) => {
        socket.on('data', () => {
          count += 1
          const own = `HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nown ${count}`
          socket.write(later === 0 ? own + extra : own)
          if (later > 0) setTimeout(() => socket.write(extra), 20)
        })
      })
      const by = poster()
      for (const turn of [1, 2, 3]) {
        const posted = await post(port, by)
        expect(posted.kind === 'responded' && posted.body.toString()).toBe(`own ${turn}`)
        await new Promise((done) => {
          setTimeout(done, later)
        })
      }
    },
  )

  it('gets a response that follows at most ten interim responses, and fails with bad_http after more', async () => {
    const sendingFirst = (count: number) =>
      listen((socket) => {
        socket.once('data', () =>
          socket.write(
            `${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(count)}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`,
          ),
        )
      })
    expect(await post((await sendingFirst(10)).port)).toMatchObject({
      kind: 'responded',
      status: 200,
    })
    expect(await post((await sendingFirst(11)).port)).toEqual({
      kind: 'failed',
      fault: 'bad_http',
      reached: true,
    })
  })

  it('ignores extra bytes around a response, and fails with bad_http if the server switches protocols', async () => {
    const { port } = await listen((socket) => {
      socket.once('data', () =>
        socket.write(
          'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx',
        ),
      )
    })
    expect(await post(port)).toMatchObject({ kind: 'responded', status: 200 })
    const upgrade = await listen((socket) => {
      socket.once('data', () =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
        ),
      )
    })
    expect(await post(upgrade.port)).toEqual({ kind: 'failed', fault: 'bad_http', reached: true })
  })

  it('that is running when the platform stops is abandoned, and no connection stays open', async () => {
    let [received, closed] = [0, 0]
    const { port } = await listen((socket) => {
      socket.once('data', () => {
        received += 1
      })
      socket.once('close', () => {
        closed += 1
      })
    })
    const by = poster()
    const waiting = [post(port, by), post(port, by)]
    await until(() => received === 2, 'The requests did not arrive.')
    by.close()
    expect(await Promise.all(waiting)).toEqual([
      { kind: 'failed', fault: 'abandoned', reached: true },
      { kind: 'failed', fault: 'abandoned', reached: true },
    ])
    await until(() => closed === 2, 'A connection stayed open.')
  })
})
