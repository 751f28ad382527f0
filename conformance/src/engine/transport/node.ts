import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BodyBuffer, decodeContent, LimitExceeded } from './body.ts'
import {
  CANNOT_BE_SENT,
  CONNECTION_CLOSED,
  isSubscription,
  noResponseWithin,
  type Failure,
  type HttpRequest,
  type Limits,
  type Outcome,
  type Transport,
} from './http.ts'

/** Limits the interim responses (RFC 9110, section 15.2) of one request. */
const MAX_INTERIM_RESPONSES = 50

/**
 * Sends requests over HTTP, each on a connection of its own, so that a target that closes an idle connection does not cause a failure of
 * the next request. A request ends within its time limit, whatever the target does.
 */
export const nodeTransport: Transport = (request, limits) =>
  new Promise((resolve) => {
    const started = performance.now()
    const state = { connected: false }
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), limits.ms)
    const end = (outcome: (ms: number, at: number) => Outcome): void => {
      clearTimeout(timer)
      resolve(outcome(Math.round((performance.now() - started) * 10) / 10, Date.now()))
      abort.abort()
    }
    const fail = (cause: unknown): void =>
      end((ms, at) =>
        failureOf(cause, {
          ...state,
          timed_out: abort.signal.aborted,
          ms,
          at,
          limit_ms: limits.ms,
        }),
      )
    const succeed = (response: IncomingMessage, body: string): void =>
      end((ms, at) => ({
        kind: 'response',
        status: response.statusCode ?? 0,
        headers: pairsOf(response.rawHeaders),
        body,
        ms,
        at,
      }))
    const receive = (response: IncomingMessage): void =>
      isSubscription(request.method, response.headers['content-type'])
        ? succeed(response, '')
        : void readBody(response, limits, abort.signal).then(
            (body) => succeed(response, body),
            fail,
          )
    try {
      open(request, abort.signal, state, receive, fail)
    } catch (cause) {
      fail(cause)
    }
  })

function open(
  request: HttpRequest,
  signal: AbortSignal,
  state: { connected: boolean },
  onResponse: (response: IncomingMessage) => void,
  onError: (cause: unknown) => void,
): void {
  const url = new URL(request.url)
  const secure = url.protocol === 'https:'
  const length =
    request.body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(request.body)) }
  const options: RequestOptions = {
    method: request.method,
    headers: { Accept: '*/*', ...request.headers, ...length },
    agent: false,
    signal,
  }
  const call = (secure ? requestHttps : requestHttp)(url, options, onResponse)
  call.on('socket', (socket) =>
    socket.on(secure ? 'secureConnect' : 'connect', () =>
      Object.assign(state, { connected: true }),
    ),
  )
  let interim = 0
  call.on('information', () =>
    (interim += 1) > MAX_INTERIM_RESPONSES
      ? void call.destroy(
          new LimitExceeded(`there are more than ${MAX_INTERIM_RESPONSES} interim responses`),
        )
      : undefined,
  )
  call.on('error', onError)
  call.end(request.body)
}

async function readBody(
  response: IncomingMessage,
  limits: Limits,
  signal: AbortSignal,
): Promise<string> {
  const encoded = new BodyBuffer(limits)
  try {
    await collect(response, encoded)
    if (!response.complete)
      throw Object.assign(new Error(CONNECTION_CLOSED), { code: 'ECONNRESET' })
    return textOf(
      await decodeContent(encoded, response.headers['content-encoding'], limits, signal),
    )
  } finally {
    encoded.release()
  }
}

/** Reads chunks as events. Iterating over the stream would join small chunks, and then nothing would limit their number. */
function collect(response: IncomingMessage, body: BodyBuffer): Promise<void> {
  return new Promise((resolve, reject) => {
    response.on('data', (chunk: Buffer) => {
      try {
        body.push(chunk)
      } catch (cause) {
        // The connection ends with the request, once the reason is known.
        response.removeAllListeners('data').pause()
        reject(cause as Error)
      }
    })
    response
      .on('end', resolve)
      .on('error', reject)
      .on('aborted', () => reject(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })))
  })
}

function textOf(body: BodyBuffer): string {
  try {
    return body.text()
  } finally {
    body.release()
  }
}

interface Circumstances {
  readonly connected: boolean
  readonly timed_out: boolean
  readonly ms: number
  readonly at: number
  readonly limit_ms: number
}

function failureOf(
  cause: unknown,
  { connected, timed_out, ms, at, limit_ms }: Circumstances,
): Failure {
  const phase = connected ? 'answer' : 'connect'
  const base = { kind: 'failure', phase, ms, at } as const
  if (cause instanceof LimitExceeded) return { ...base, code: 'too_large', says: cause.message }
  if (timed_out)
    return {
      ...base,
      code: 'timeout',
      says: connected ? noResponseWithin(limit_ms) : `no connection within ${limit_ms} ms`,
    }
  const { code = '', message = String(cause) } = cause as { code?: string; message?: string }
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return {
      ...base,
      code: 'refused',
      says: code === 'ECONNREFUSED' ? 'the connection was refused' : 'the host cannot be reached',
    }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { ...base, code: 'dns', says: 'the host name cannot be resolved' }
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return { ...base, code: 'reset', says: CONNECTION_CLOSED }
  if (
    code === 'ERR_INVALID_CHAR' ||
    code === 'ERR_INVALID_URL' ||
    code === 'ERR_UNESCAPED_CHARACTERS'
  )
    return {
      ...base,
      phase: 'answer',
      code: 'not_sent',
      says: `${CANNOT_BE_SENT} (${code})`,
    }
  if (
    code.startsWith('HPE_') ||
    code.startsWith('Z_') ||
    code.startsWith('ERR__ERROR_FORMAT') ||
    code.startsWith('ERR_INVALID')
  )
    return { ...base, code: 'not_http', says: `the response is not valid HTTP (${code})` }
  return { ...base, code: connected ? 'reset' : 'tls', says: message }
}

function pairsOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, i) =>
    i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as [string, string]] : [],
  )
}
