import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'

/** One request to the platform. */
export interface ScheduledRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** Its due time, on the clock of `performance.now()`. The timeout is measured from then on. */
  readonly due: number
}
export type RequestResult =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: IncomingHttpHeaders
      readonly body: unknown
    }
  /** No response: a network error code, `TIMEOUT`, or `NOT_SENT` because the queue was full. */
  | { readonly kind: 'lost'; readonly code: string }

export interface Connections {
  /** Never rejects. */
  send(request: ScheduledRequest): Promise<RequestResult>
  /** Number of requests in progress. */
  readonly open: number
  /** Number of requests that are waiting for a connection. */
  readonly waiting: number
  /** Number of requests so far that had to wait for a connection. */
  readonly waited: number
  close(): void
}

const MAX_BYTES = 1024 * 1024
const MAX_WAITING = 200_000
const SWEEP_MS = 100

interface Job {
  readonly request: ScheduledRequest
  readonly done: (answer: RequestResult) => void
}

/**
 * Opens a bounded pool of keep-alive connections with a queue. A request without a response within `timeout_ms` of its due time is
 * abandoned, whether it is queued or in progress, so that the number of pending requests is bounded by the request rate.
 */
export function openConnections(
  origin: URL,
  { max, timeout_ms }: { readonly max: number; readonly timeout_ms: number },
): Connections {
  const secure = origin.protocol === 'https:'
  const agent = new (secure ? https : http).Agent({
    keepAlive: true,
    maxSockets: max,
    maxFreeSockets: max,
  })
  const server = {
    agent,
    hostname: origin.hostname.replace(/^\[|\]$/g, ''),
    port: origin.port || (secure ? 443 : 80),
  }
  const send = secure ? https.request : http.request
  const queue: Job[] = []
  let head = 0
  let waited = 0
  const open = new Set<{
    readonly request: ScheduledRequest
    readonly abort: (code: string) => void
  }>()

  function next(): void {
    while (open.size < max && head < queue.length) {
      const job = queue[head]!
      head += 1
      if (performance.now() - job.request.due >= timeout_ms)
        job.done({ kind: 'lost', code: 'TIMEOUT' })
      else start(job)
    }
    if (head < 1024 && head < queue.length) return
    queue.splice(0, head)
    head = 0
  }

  function start({ request, done }: Job): void {
    const { method, path, headers, body } = request
    const sent = send({
      ...server,
      method,
      path,
      headers: body
        ? { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(body.length) }
        : headers,
    })
    const flight = { request, abort: (code: string) => finish({ kind: 'lost', code }, sent) }
    const finish = (answer: RequestResult, aborted?: ClientRequest) => {
      if (!open.delete(flight)) return
      aborted?.destroy()
      done(answer)
      next()
    }
    open.add(flight)
    sent.once('response', (response) =>
      receive(response, (answer) => finish(answer, answer.kind === 'lost' ? sent : undefined)),
    )
    sent.on('error', (error: NodeJS.ErrnoException) =>
      finish({ kind: 'lost', code: codeOf(error) }),
    )
    sent.end(body)
  }

  const sweep = setInterval(() => {
    const now = performance.now()
    for (const { request, abort } of open) if (now - request.due >= timeout_ms) abort('TIMEOUT')
    next()
  }, SWEEP_MS)

  return {
    send: (request) =>
      new Promise((done) => {
        if (queue.length - head >= MAX_WAITING) return done({ kind: 'lost', code: 'NOT_SENT' })
        if (open.size >= max) waited += 1
        queue.push({ request, done })
        next()
      }),
    get open() {
      return open.size
    },
    get waiting() {
      return queue.length - head
    },
    get waited() {
      return waited
    },
    close() {
      clearInterval(sweep)
      agent.destroy()
    },
  }
}

function receive(response: IncomingMessage, done: (answer: RequestResult) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= MAX_BYTES) chunks.push(chunk)
    else done({ kind: 'lost', code: 'ANSWER_TOO_LARGE' })
  })
  response.once('end', () =>
    done({
      kind: 'answered',
      status: response.statusCode!,
      headers: response.headers,
      body: jsonOf(chunks),
    }),
  )
  response.once('error', (error: NodeJS.ErrnoException) =>
    done({ kind: 'lost', code: codeOf(error) }),
  )
}

function jsonOf(chunks: readonly Buffer[]): unknown {
  if (chunks.length === 0) return undefined
  const text = (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns only the code of an error, because messages of network errors can quote headers, including credentials. */
const codeOf = ({ code }: NodeJS.ErrnoException): string =>
  code !== undefined && /^[A-Z0-9_]{1,64}$/.test(code) ? code : 'NO_ANSWER'
