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
      readonly kind: 'responded'
      readonly status: number
      readonly headers: IncomingHttpHeaders
      readonly body: unknown
    }
  /**
   * No complete response. The code is that of a network error (`NO_RESPONSE` if it has none), `TIMEOUT`, `RESPONSE_TOO_LARGE`, or
   * `NOT_SENT` if the queue was full.
   */
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
  readonly done: (result: RequestResult) => void
}

/** A request in progress. */
interface InFlightRequest {
  readonly request: ScheduledRequest
  readonly abort: (code: string) => void
}

/**
 * A bounded pool of keep-alive connections with a queue. A request without a response within `timeout_ms` of its due time is abandoned,
 * whether it is queued or in progress, so that the number of pending requests is bounded by the request rate.
 */
export class ConnectionPool implements Connections {
  waited = 0
  readonly #server: Server
  readonly #timeout_ms: number
  readonly #max: number
  readonly #queue: Job[] = []
  /** The position in the queue of the first job that is not started. */
  #head = 0
  readonly #open = new Set<InFlightRequest>()
  readonly #sweep: NodeJS.Timeout

  constructor(
    origin: URL,
    { max, timeout_ms }: { readonly max: number; readonly timeout_ms: number },
  ) {
    this.#server = serverAt(origin, max)
    this.#max = max
    this.#timeout_ms = timeout_ms
    this.#sweep = setInterval(() => this.#abandonOverdue(), SWEEP_MS)
  }

  get open(): number {
    return this.#open.size
  }

  get waiting(): number {
    return this.#queue.length - this.#head
  }

  send(request: ScheduledRequest): Promise<RequestResult> {
    return new Promise((done) => {
      if (this.waiting >= MAX_WAITING) return done({ kind: 'lost', code: 'NOT_SENT' })
      if (this.open >= this.#max) this.waited += 1
      this.#queue.push({ request, done })
      this.#startNext()
    })
  }

  close(): void {
    clearInterval(this.#sweep)
    this.#server.options.agent.destroy()
  }

  #isOverdue({ due }: ScheduledRequest, now: number): boolean {
    return now - due >= this.#timeout_ms
  }

  #startNext(): void {
    while (this.open < this.#max && this.waiting > 0) {
      const job = this.#queue[this.#head]!
      this.#head += 1
      if (this.#isOverdue(job.request, performance.now()))
        job.done({ kind: 'lost', code: 'TIMEOUT' })
      else this.#start(job)
    }
    if (this.#head < 1024 && this.waiting > 0) return
    this.#queue.splice(0, this.#head)
    this.#head = 0
  }

  #start({ request, done }: Job): void {
    const sent = this.#server.request(optionsOf(request, this.#server.options))
    const flight = { request, abort: (code: string) => finish({ kind: 'lost', code }, sent) }
    const finish = (result: RequestResult, aborted?: ClientRequest) => {
      if (!this.#open.delete(flight)) return
      aborted?.destroy()
      done(result)
      this.#startNext()
    }
    this.#open.add(flight)
    sent.once('response', (response) =>
      receive(response, (result) => finish(result, result.kind === 'lost' ? sent : undefined)),
    )
    sent.on('error', (error: NodeJS.ErrnoException) =>
      finish({ kind: 'lost', code: codeOf(error) }),
    )
    sent.end(request.body)
  }

  #abandonOverdue(): void {
    const now = performance.now()
    for (const { request, abort } of this.#open) if (this.#isOverdue(request, now)) abort('TIMEOUT')
    this.#startNext()
  }
}

/** A server, and how requests reach it. */
interface Server {
  readonly request: typeof http.request
  readonly options: {
    readonly agent: http.Agent
    readonly hostname: string
    readonly port: string | number
  }
}

function serverAt(origin: URL, maxSockets: number): Server {
  const secure = origin.protocol === 'https:'
  const { Agent, request } = secure ? https : http
  return {
    request,
    options: {
      agent: new Agent({ keepAlive: true, maxSockets, maxFreeSockets: maxSockets }),
      hostname: origin.hostname.replace(/^\[|\]$/g, ''),
      port: origin.port || (secure ? 443 : 80),
    },
  }
}

const optionsOf = (
  { method, path, headers, body }: ScheduledRequest,
  server: Server['options'],
) => ({
  ...server,
  method,
  path,
  headers: body
    ? { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(body.length) }
    : headers,
})

function receive(response: IncomingMessage, done: (result: RequestResult) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= MAX_BYTES) chunks.push(chunk)
    else done({ kind: 'lost', code: 'RESPONSE_TOO_LARGE' })
  })
  response.once('end', () =>
    done({
      kind: 'responded',
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
  code !== undefined && /^[A-Z0-9_]{1,64}$/.test(code) ? code : 'NO_RESPONSE'
