import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll } from 'vitest'

/** A task as an agent received it. */
export interface ReceivedTask {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: {
    task_id: string
    type: string
    input: Record<string, unknown>
    context: Record<string, string>
  }
}
export interface RunningAgent {
  readonly url: string
  readonly received: readonly ReceivedTask[]
}

const servers: Server[] = []
const sockets = new Set<Socket>()
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(
    servers.splice(0).map((server) => new Promise((closed) => server.close(closed))),
  )
})

async function listen(server: Server): Promise<string> {
  servers.push(server)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/a2a/tasks`
}

/** Starts an agent over HTTP that handles each task with the given function. */
export async function httpAgent(
  handle: (task: ReceivedTask, res: ServerResponse) => unknown,
): Promise<RunningAgent> {
  const received: ReceivedTask[] = []
  const listener: RequestListener = (req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const task = { headers: req.headers, text, body: JSON.parse(text) as ReceivedTask['body'] }
      received.push(task)
      void handle(task, res)
    })
  }
  return { url: await listen(createServer(listener)), received }
}

/** Starts an agent that answers the platform over raw TCP. */
const tcpAgent = (respond: (socket: Socket) => void): Promise<string> =>
  listen(
    createTcpServer((socket) => {
      socket.once('data', () => respond(socket))
    }),
  )

export function answer(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const content = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  res
    .writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(content),
      ...headers,
    })
    .end(content)
}

/** Starts an agent that reverses the text. The result names the requester, so that tests notice mixed-up tasks. */
export const goodAgent = (): Promise<RunningAgent> =>
  httpAgent(({ body }, res) => {
    const { message } = body.input as { message?: { parts: { text: string }[] } }
    const result = {
      text: [...(message?.parts[0]?.text ?? '')].toReversed().join(''),
      for: body.context['requester_id'],
    }
    answer(res, 200, {
      task_id: body.task_id,
      status: 'completed',
      result,
      output: result,
      execution_time_ms: 1,
    })
  })

const completed = (task_id: string, result: unknown = { a: 1 }, output: unknown = result) => ({
  task_id,
  status: 'completed',
  result,
  output,
})

/** Misbehaving agents by what they do wrong, with the error code of their tasks. */
export const MISBEHAVING: Readonly<
  Record<string, { readonly code: string; readonly url: () => Promise<string | null> }>
> = {
  'a port without a listener': {
    code: 'AGENT_UNREACHABLE',
    url: async () => 'http://127.0.0.1:9/a2a/tasks',
  },
  'a name without an address': {
    code: 'AGENT_UNREACHABLE',
    url: async () => 'http://nobody.invalid/a2a/tasks',
  },
  'no address at all': { code: 'NO_UPSTREAM', url: async () => null },
  'an internal address': {
    code: 'ADDRESS_BLOCKED',
    url: async () => 'http://169.254.169.254/latest/meta-data/',
  },
  'another loopback address': { code: 'ADDRESS_BLOCKED', url: async () => 'http://127.0.0.2:9/' },
  'a password in the address': {
    code: 'ADDRESS_BLOCKED',
    url: async () => 'http://user:secret@127.0.0.1:9/',
  },
  'hangs before the first byte': { code: 'AGENT_TIMEOUT', url: () => tcpAgent(() => undefined) },
  'hangs in the headers': {
    code: 'AGENT_TIMEOUT',
    url: () => tcpAgent((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Ty')),
  },
  'hangs in the body': {
    code: 'AGENT_SLOW_BODY',
    url: () =>
      tcpAgent((socket) =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"status":'),
      ),
  },
  drips: {
    code: 'AGENT_SLOW_BODY',
    url: () =>
      tcpAgent((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n')
        const drip = setInterval(() => socket.write(' '), 10)
        socket.on('close', () => clearInterval(drip))
      }),
  },
  'hangs up': { code: 'AGENT_RESET', url: () => tcpAgent((socket) => socket.destroy()) },
  resets: { code: 'AGENT_RESET', url: () => tcpAgent((socket) => socket.resetAndDestroy()) },
  'resets in the body': {
    code: 'AGENT_RESET',
    url: () =>
      tcpAgent((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{', () =>
          socket.resetAndDestroy(),
        )
      }),
  },
  'does not speak HTTP': {
    code: 'AGENT_BAD_HTTP',
    url: () => tcpAgent((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')),
  },
  'does not speak TLS': {
    code: 'AGENT_TLS_FAILED',
    url: async () => (await goodAgent()).url.replace('http:', 'https:'),
  },
  'a huge body': {
    code: 'AGENT_TOO_LARGE',
    url: url(({ body }, res) =>
      answer(res, 200, completed(body.task_id, { a: 'x'.repeat(600_000) })),
    ),
  },
  'an endless body': {
    code: 'AGENT_TOO_LARGE',
    url: url((_, res) => {
      const more = () => {
        if (!res.destroyed) res.write('x'.repeat(65_536), () => setImmediate(more))
      }
      more()
    }),
  },
  'a gzip bomb': {
    code: 'AGENT_BAD_ENCODING',
    url: url((_, res) =>
      answer(res, 200, gzipSync(Buffer.alloc(50_000_000)), { 'Content-Encoding': 'gzip' }),
    ),
  },
  redirects: {
    code: 'AGENT_REDIRECTED',
    url: async () => {
      const { url: target } = await goodAgent()
      return url((_, res) => answer(res, 307, '', { Location: target }))()
    },
  },
  'no endpoint': {
    code: 'AGENT_NO_ENDPOINT',
    url: url((_, res) =>
      answer(res, 404, { status: 'failed', error: { code: 'not_found', message: 'no' } }),
    ),
  },
  'an A2A agent': {
    code: 'AGENT_OTHER_PROTOCOL',
    url: url((_, res) =>
      answer(res, 200, { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } }),
    ),
  },
  'an empty response with 204': {
    code: 'AGENT_BAD_STATUS',
    url: url((_, res) => {
      res.writeHead(204).end()
    }),
  },
  'accepted for later': {
    code: 'AGENT_BAD_STATUS',
    url: url(({ body }, res) => answer(res, 202, { task_id: body.task_id, status: 'working' })),
  },
  HTML: {
    code: 'AGENT_NOT_JSON',
    url: url((_, res) =>
      answer(res, 200, '<!doctype html><title>Welcome</title>', { 'Content-Type': 'text/html' }),
    ),
  },
  'the page of a proxy': {
    code: 'AGENT_NOT_JSON',
    url: url((_, res) => answer(res, 502, '<h1>Bad Gateway</h1>')),
  },
  'broken JSON': {
    code: 'AGENT_NOT_JSON',
    url: url((_, res) => answer(res, 200, '{"status":"completed",')),
  },
  'another shape': {
    code: 'AGENT_BAD_SHAPE',
    url: url((_, res) => answer(res, 200, { answer: 42 })),
  },
  'a result that is not an object': {
    code: 'AGENT_BAD_SHAPE',
    url: url(({ body }, res) => answer(res, 200, completed(body.task_id, 'done'))),
  },
  'a failure without an error': {
    code: 'AGENT_BAD_SHAPE',
    url: url(({ body }, res) => answer(res, 500, { task_id: body.task_id, status: 'failed' })),
  },
  'the status success': {
    code: 'AGENT_UNKNOWN_STATUS',
    url: url(({ body }, res) =>
      answer(res, 200, { ...completed(body.task_id), status: 'success' }),
    ),
  },
  '200 with failed': {
    code: 'AGENT_STATUS_MISMATCH',
    url: url(({ body }, res) =>
      answer(res, 200, {
        task_id: body.task_id,
        status: 'failed',
        error: { code: 'x', message: 'y' },
      }),
    ),
  },
  '500 with completed': {
    code: 'AGENT_STATUS_MISMATCH',
    url: url(({ body }, res) => answer(res, 500, completed(body.task_id))),
  },
  'result and output differ': {
    code: 'AGENT_MISMATCH',
    url: url(({ body }, res) => answer(res, 200, completed(body.task_id, { a: 1 }, { a: 2 }))),
  },
  'another task': {
    code: 'AGENT_WRONG_TASK',
    url: url((_, res) => answer(res, 200, completed('01955ff0-0000-7000-8000-000000000000'))),
  },
}

function url(handle: Parameters<typeof httpAgent>[0]): () => Promise<string> {
  return async () => (await httpAgent(handle)).url
}
