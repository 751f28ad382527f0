import { connect, type Socket } from 'node:net'

/** The result of one period of load. */
export interface Load {
  readonly responses: number
  readonly per_s: number
  /** Latency of each response, in milliseconds. */
  readonly latencies: readonly number[]
}

/** What a response must be like; any other response fails the benchmark. */
interface Expected {
  readonly status?: number
  /** Text that the response must contain, because a refusal can have the same status. */
  readonly text?: string
}

/** Returns one HTTP/1.1 request as bytes. */
export function requestBytes({
  method = 'POST',
  path,
  headers = {},
  body,
}: {
  method?: string
  path: string
  headers?: Readonly<Record<string, string>>
  body?: unknown
}): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body)
  const typed =
    body === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }
  const lines = Object.entries({
    Host: '127.0.0.1',
    'User-Agent': 'bench/1',
    ...headers,
    ...typed,
  }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', text].join('\r\n'))
}

/**
 * Runs one caller for each source of requests, on a connection that stays open. A caller sends its next request when the response to the
 * last one is complete. The same client measures every server, and does no more than is needed to read complete responses.
 * @param callers return the bytes of the caller's next request, or undefined if there are no more
 */
export async function load(
  port: number,
  callers: readonly (() => Buffer | undefined)[],
  milliseconds: number,
  expected: Expected = {},
): Promise<Load> {
  const sockets = await Promise.all(callers.map(() => connected(port)))
  const latencies: number[] = []
  const began = performance.now()
  const end = began + milliseconds
  await Promise.all(
    sockets.map((socket, at) =>
      sendSequentially(
        socket,
        () => (performance.now() < end ? callers[at]!() : undefined),
        latencies,
        expected,
      ),
    ),
  )
  const elapsed = performance.now() - began
  for (const socket of sockets) socket.destroy()
  return { responses: latencies.length, per_s: (latencies.length / elapsed) * 1000, latencies }
}

const connected = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true }, () =>
      resolve(socket),
    ).once('error', reject)
  })

function sendSequentially(
  socket: Socket,
  next: () => Buffer | undefined,
  latencies: number[],
  { status = 200, text = '' }: Expected,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0
    let received = ''
    const sendNext = () => {
      const bytes = next()
      if (!bytes) return resolve()
      sent = performance.now()
      socket.write(bytes)
    }
    socket
      .setEncoding('latin1')
      .on('error', reject)
      .on('close', () => reject(new Error('the server closed the connection')))
    socket.on('data', (part: string) => {
      received += part
      const head = received.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = LENGTH.exec(received.slice(0, head + 2))?.[1]
      if (length === undefined)
        return reject(new Error(`a response has no Content-Length: ${received.slice(0, head)}`))
      if (received.length < head + 4 + Number(length)) return
      latencies.push(performance.now() - sent)
      if (Number(received.slice(9, 12)) !== status || !received.includes(text))
        return reject(new Error(`an unexpected response: ${received}`))
      received = ''
      sendNext()
    })
    sendNext()
  })
}

const LENGTH = /\r\ncontent-length: (\d+)\r\n/i
