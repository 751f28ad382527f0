import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

/** A hostile server, with counters of what it has sent and received. */
export interface Hostile {
  readonly url: string
  /** The bytes that were written to sockets. */
  readonly sent: () => number
  readonly requests: () => number
  readonly stop: () => void
}

const MIB = 1024 * 1024

async function listen(server: Server, count: { sent: number; requests: number }): Promise<Hostile> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    let written = 0
    const update = (): void => {
      count.sent += socket.bytesWritten - written
      written = socket.bytesWritten
    }
    socket
      .on('error', () => undefined)
      .on('drain', update)
      .on('close', () => {
        update()
        sockets.delete(socket)
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => count.sent,
    requests: () => count.requests,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Starts a server that calls a function for every request. */
export function respondingWith(
  respond: (req: IncomingMessage, res: ServerResponse) => void,
): Promise<Hostile> {
  const count = { sent: 0, requests: 0 }
  return listen(
    createServer((req, res) => {
      count.requests += 1
      res.on('error', () => undefined)
      req.resume().on('end', () => respond(req, res))
    }),
    count,
  )
}

/** Starts a TCP server that calls a function after the first bytes of a request. */
function writing(onRequest: (socket: Socket) => void): Promise<Hostile> {
  const count = { sent: 0, requests: 0 }
  return listen(
    createTcp(
      (socket) =>
        void socket.once('data', () => {
          count.requests += 1
          onRequest(socket)
        }),
    ),
    count,
  )
}

/** Writes as long as the client reads. */
function endlessly(socket: Socket, piece: Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece)) {
      /* The buffers are not full yet. */
    }
  }
  socket.on('drain', more)
  more()
}

const JSON_TYPE = { 'Content-Type': 'application/json' }
/** The decompressed size of the gzip and deflate bombs. */
const BOMB_BYTES = 400 * MIB
const CODINGS = {
  gzip: () => gzipSync(Buffer.alloc(BOMB_BYTES), { level: 9 }),
  deflate: () => deflateSync(Buffer.alloc(BOMB_BYTES), { level: 9 }),
  br: () => brotliCompressSync(Buffer.alloc(64 * MIB)),
} as const
const bombs = new Map<string, Buffer>()

/** Sends a small response with a large decompressed body. Bodies are compressed once, because that takes seconds. */
export function bomb(coding: keyof typeof CODINGS): Promise<Hostile> {
  const packed = bombs.get(coding) ?? CODINGS[coding]()
  bombs.set(coding, packed)
  return respondingWith((_, res) =>
    res.writeHead(200, { ...JSON_TYPE, 'Content-Encoding': coding }).end(packed),
  )
}

/** Sends endless empty gzip members, whose decompressed size never grows. */
export function emptyMembers(): Promise<Hostile> {
  const piece = Buffer.concat(Array.from({ length: 2000 }, () => gzipSync('')))
  return writing((socket) => {
    socket.write(
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n\r\n',
    )
    endlessly(socket, piece)
  })
}

/** Sends a card with two million empty skills. */
export const manyObjects = (): Promise<Hostile> => {
  const body = `{"name":"x","svc_id":"y","skills":[${'{},'.repeat(2_000_000)}{}]}`
  return respondingWith((_, res) => res.writeHead(200, JSON_TYPE).end(body))
}

export const deepJson = (): Promise<Hostile> => {
  const body = `{"name":"x","svc_id":"y","skills":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`
  return respondingWith((_, res) => res.writeHead(200, JSON_TYPE).end(body))
}

export const endlessBody = (): Promise<Hostile> =>
  writing((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"')
    endlessly(socket, Buffer.alloc(65_536, 'x'))
  })

export const endlessHeaders = (): Promise<Hostile> =>
  writing((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    endlessly(socket, Buffer.from('X-More: and more of it\r\n'.repeat(500)))
  })

export const endlessTrailers = (): Promise<Hostile> =>
  writing((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n')
    endlessly(socket, Buffer.from('X-More: and more of it\r\n'.repeat(500)))
  })

export const endlessInterim = (): Promise<Hostile> =>
  writing((socket) =>
    endlessly(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(200))),
  )

/** Sends chunks of one byte each. */
export const tinyChunks = (): Promise<Hostile> =>
  writing((socket) => {
    socket.write(
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    endlessly(socket, Buffer.from('1\r\nx\r\n'.repeat(10_000)))
  })

/** Sends single bytes and never completes the response. */
export const drip = (): Promise<Hostile> =>
  writing((socket) => {
    socket.write(
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
    )
    const timer = setInterval(() => socket.write(' '), 20)
    socket.on('close', () => clearInterval(timer))
  })

/**
 * Responds to every request except that for the card with almost the largest response that 64 MiB of memory allows. Together, the responses
 * exceed the memory limit.
 */
export const largeResponses = (): Promise<Hostile> => {
  const body = `{"task_id":"t","status":"completed","result":{},"output":{},"padding":"${'x'.repeat(1.9 * MIB)}"}`
  return respondingWith((req, res) => {
    const skill = { name: 'x', description: '', input_schema: {}, output_schema: {} }
    const card = {
      name: 'x',
      svc_id: 'y',
      version: '1',
      description: '',
      url: `http://${req.headers.host}`,
      skills: [skill],
      authentication: { type: 'svc_trust', verify_url: 'https://x.example/trust/verify' },
    }
    res
      .writeHead(200, JSON_TYPE)
      .end(req.url === '/.well-known/agent.json' ? JSON.stringify(card) : body)
  })
}

/** Sends a card whose schemas require endless inputs. */
export const greedyCard = (): Promise<Hostile> =>
  respondingWith((req, res) => {
    const items = (depth: number): object =>
      depth === 0
        ? { type: 'string', minLength: 1e9 }
        : { type: 'array', minItems: 1e9, items: items(depth - 1) }
    const schema = {
      type: 'object',
      required: Array.from({ length: 5000 }, (_, i) => `m${i}`),
      properties: { m0: items(4), m1: { type: 'string', minLength: 1e15 } },
    }
    const card = {
      name: 'x',
      svc_id: 'y',
      version: '1',
      description: '',
      url: `http://${req.headers.host}`,
      skills: Array.from({ length: 3000 }, (_, i) => ({
        name: `skill${i}`,
        description: '',
        input_schema: schema.required.length > 0 && i === 0 ? schema : {},
        output_schema: {},
        timeout_ms: 1e300,
      })),
      authentication: { type: 'svc_trust', verify_url: 'https://x.example/trust/verify' },
    }
    const isCard = req.url === '/.well-known/agent.json'
    res
      .writeHead(200, JSON_TYPE)
      .end(
        JSON.stringify(
          isCard ? card : { task_id: 't', status: 'completed', result: {}, output: {} },
        ),
      )
  })
