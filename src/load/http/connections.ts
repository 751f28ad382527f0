import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'

/** One request to the platform. */
export interface ScheduledRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path and query, as they go over the wire. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** When it was due, on the clock of `performance.now()`; its time to live counts from there. */
  readonly due: number
}
export type RequestResult =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: IncomingHttpHeaders
      readonly body: unknown
    }
  /** No answer: a code of the network, `TIMEOUT`, or `NOT_SENT` where too much was waiting already. */
  | { readonly kind: 'lost'; readonly code: string }

export interface Connections {
  /** Never rejects. */
  send(ask: ScheduledRequest): Promise<RequestResult>
  /** Requests on their way, and how many more wait for a connection. */
  readonly open: number
  readonly waiting: number
  /** How many requests had to wait for a connection so far. */
  readonly waited: number
  close(): void
}

const MOST_BYTES = 1024 * 1024
const MOST_WAITING = 200_000
const SWEEP_MS = 100

interface Job {
  readonly ask: ScheduledRequest
  readonly done: (answer: RequestResult) => void
}

/**
 * A bounded number of connections that are kept, and a queue before them. Whatever is not answered within `timeout_ms` of when it was
 * due is given up, in the queue or on the way, so what is under way is bounded by the rate.
 */
export function openConnections(
  origin: URL,
  { most, timeout_ms }: { readonly most: number; readonly timeout_ms: number },
): Connections {
  const secure = origin.protocol === 'https:'
  const agent = new (secure ? https : http).Agent({
    keepAlive: true,
    maxSockets: most,
    maxFreeSockets: most,
  })
  const place = {
    agent,
    hostname: origin.hostname.replace(/^\[|\]$/g, ''),
    port: origin.port || (secure ? 443 : 80),
  }
  const begin = secure ? https.request : http.request
  const queue: Job[] = []
  let head = 0
  let waited = 0
  const open = new Set<{ readonly ask: ScheduledRequest; readonly cut: (code: string) => void }>()

  function next(): void {
    while (open.size < most && head < queue.length) {
      const job = queue[head]!
      head += 1
      if (performance.now() - job.ask.due >= timeout_ms) job.done({ kind: 'lost', code: 'TIMEOUT' })
      else start(job)
    }
    if (head < 1024 && head < queue.length) return
    queue.splice(0, head)
    head = 0
  }

  function start({ ask, done }: Job): void {
    const { method, path, headers, body } = ask
    const sent = begin({
      ...place,
      method,
      path,
      headers: body
        ? { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(body.length) }
        : headers,
    })
    const flight = { ask, cut: (code: string) => finish({ kind: 'lost', code }, sent) }
    const finish = (answer: RequestResult, cut?: ClientRequest) => {
      if (!open.delete(flight)) return
      cut?.destroy()
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
    for (const { ask, cut } of open) if (now - ask.due >= timeout_ms) cut('TIMEOUT')
    next()
  }, SWEEP_MS)

  return {
    send: (ask) =>
      new Promise((done) => {
        if (queue.length - head >= MOST_WAITING) return done({ kind: 'lost', code: 'NOT_SENT' })
        if (open.size >= most) waited += 1
        queue.push({ ask, done })
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
    if (bytes <= MOST_BYTES) chunks.push(chunk)
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

/** The code only: messages of the network can quote a header, and with it a credential. */
const codeOf = ({ code }: NodeJS.ErrnoException): string =>
  code !== undefined && /^[A-Z0-9_]{1,64}$/.test(code) ? code : 'NO_ANSWER'
