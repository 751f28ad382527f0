import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

/** A server that means harm, with what it had to send and what was taken of it. */
export interface Hostile {
  readonly url: string
  /** Bytes that were handed to the network. */
  readonly sent: () => number
  readonly requests: () => number
  readonly stop: () => void
}

const MIB = 1024 * 1024
/** So much comes out of a bomb of a few hundred kilobytes. */
const BOMB_BYTES = 400 * MIB

async function listen(server: Server, count: { sent: number; requests: number }): Promise<Hostile> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    let written = 0
    const note = (): void => {
      count.sent += socket.bytesWritten - written
      written = socket.bytesWritten
    }
    socket
      .on('error', () => undefined)
      .on('drain', note)
      .on('close', () => {
        note()
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

/** Answers every request of HTTP in one way. */
export function answering(
  answer: (req: IncomingMessage, res: ServerResponse) => void,
): Promise<Hostile> {
  const count = { sent: 0, requests: 0 }
  return listen(
    createServer((req, res) => {
      count.requests += 1
      res.on('error', () => undefined)
      req.resume().on('end', () => answer(req, res))
    }),
    count,
  )
}

/** Writes bytes of its own choice once somebody has asked. */
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

/** Writes as long as anybody takes it. */
function endlessly(socket: Socket, piece: Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece)) {
      /* until the buffers are full */
    }
  }
  socket.on('drain', more)
  more()
}

const zeros = Buffer.alloc(BOMB_BYTES)
const JSON_TYPE = { 'Content-Type': 'application/json' }
const CODINGS = {
  gzip: () => gzipSync(zeros, { level: 9 }),
  deflate: () => deflateSync(zeros, { level: 9 }),
  br: () => brotliCompressSync(Buffer.alloc(64 * MIB)),
} as const

/** A small answer that becomes a large one. */
export function bomb(coding: keyof typeof CODINGS): Promise<Hostile> {
  const packed = CODINGS[coding]()
  return answering((_, res) =>
    res.writeHead(200, { ...JSON_TYPE, 'Content-Encoding': coding }).end(packed),
  )
}

/** Members of gzip that hold nothing, one after the other: what comes out never grows. */
export function emptyMembers(): Promise<Hostile> {
  const piece = Buffer.concat(Array.from({ length: 2000 }, () => gzipSync('')))
  return writing((socket) => {
    socket.write(
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n\r\n',
    )
    endlessly(socket, piece)
  })
}

/** JSON of so many empty objects, as a card's skills. */
export const manyObjects = (): Promise<Hostile> => {
  const body = `{"name":"x","svc_id":"y","skills":[${'{},'.repeat(2_000_000)}{}]}`
  return answering((_, res) => res.writeHead(200, JSON_TYPE).end(body))
}

export const deepJson = (): Promise<Hostile> => {
  const body = `{"name":"x","svc_id":"y","skills":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`
  return answering((_, res) => res.writeHead(200, JSON_TYPE).end(body))
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

/** Chunks of one byte each. */
export const tinyChunks = (): Promise<Hostile> =>
  writing((socket) => {
    socket.write(
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    endlessly(socket, Buffer.from('1\r\nx\r\n'.repeat(10_000)))
  })

/** One byte now and then, and never all of them. */
export const drip = (): Promise<Hostile> =>
  writing((socket) => {
    socket.write(
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
    )
    const timer = setInterval(() => socket.write(' '), 20)
    socket.on('close', () => clearInterval(timer))
  })

/** As much as one answer may be, in answer to everything: none of them is too much, all of them are. */
export const hoard = (): Promise<Hostile> => {
  const body = `{"task_id":"t","status":"completed","result":{},"output":{},"padding":"${'x'.repeat(1.9 * MIB)}"}`
  return answering((req, res) => {
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

/** A card whose schemas ask for inputs larger than any machine. */
export const greedyCard = (): Promise<Hostile> =>
  answering((req, res) => {
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
