import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net'

/** An address that serves neither an agent nor a platform. */
export interface NullTarget {
  readonly name: string
  readonly start: () => Promise<{ readonly url: string; readonly stop: () => void }>
}

async function listen(
  server: Server,
  sockets: Set<Socket>,
): Promise<{ url: string; stop: () => void }> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = (): void => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

const tcp = (name: string, onSocket: (socket: Socket) => void): NullTarget => ({
  name,
  start: () => listen(createTcp(onSocket), new Set()),
})
const http = (name: string, listener: RequestListener): NullTarget => ({
  name,
  start: () => listen(createHttp(listener), new Set()),
})
const responding = (name: string, status: number, type: string, body: string): NullTarget =>
  http(
    name,
    (req, res) =>
      void req.resume().on('end', () => res.writeHead(status, { 'Content-Type': type }).end(body)),
  )

/** Sends one byte every 50 ms and never completes the response. */
function drip(socket: Socket): void {
  socket.write(
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
  )
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(' ')), 50)
  socket.on('close', () => clearInterval(timer))
}

const closedPort: NullTarget = {
  name: 'a closed port',
  start: async () => {
    const { url, stop } = await listen(createTcp(), new Set())
    stop()
    return { url, stop: () => undefined }
  },
}

const echo = http('echo', (req, res) => {
  const chunks: Buffer[] = []
  req
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () =>
      res
        .writeHead(200, { 'Content-Type': req.headers['content-type'] ?? 'application/json' })
        .end(Buffer.concat(chunks)),
    )
})
/** Returns the request as JSON, as services for testing HTTP clients do. */
const mirror = http('a mirror', (req, res) => {
  const chunks: Buffer[] = []
  req
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => {
      const data = Buffer.concat(chunks).toString('utf8')
      res.writeHead(200, { 'Content-Type': 'application/json' }).end(
        JSON.stringify({
          method: req.method,
          url: req.url,
          headers: req.headers,
          data,
          ...(data.startsWith('{') && data.endsWith('}')
            ? { json: JSON.parse(data) as unknown }
            : {}),
        }),
      )
    })
})

/** The names of the targets that keep a connection open and never complete a response. */
export const HANGING_TARGETS: readonly string[] = ['a socket that never responds', 'slow loris']

export const NULL_TARGETS: readonly NullTarget[] = [
  closedPort,
  tcp('a socket that never responds', () => undefined),
  tcp('slow loris', (socket) => void socket.once('data', () => drip(socket))),
  tcp('a reset after accept', (socket) => void socket.resetAndDestroy()),
  tcp('a different protocol', (socket) => void socket.end('220 mail.example ESMTP\r\n')),
  responding('{} to everything', 200, 'application/json', '{}'),
  responding('[] to everything', 200, 'application/json', '[]'),
  responding('HTML to everything', 200, 'text/html', '<!doctype html><title>Welcome</title>'),
  responding('an empty 200 to everything', 200, 'application/json', ''),
  responding('404 to everything', 404, 'application/json', '{"error":"not found"}'),
  responding('500 to everything', 500, 'text/plain', 'oops'),
  responding(
    'a constant JSON-RPC error',
    200,
    'application/json',
    '{"jsonrpc":"2.0","id":"1","error":{"code":-32601,"message":"no"}}',
  ),
  responding('401 to everything', 401, 'application/json', '{"error":"unauthorized"}'),
  responding('402 to everything', 402, 'application/json', '{"error":"plan_limit_exceeded"}'),
  responding('422 to everything', 422, 'application/json', '{"error":"validation_error"}'),
  echo,
  mirror,
]
