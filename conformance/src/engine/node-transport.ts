import { request as overHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as overHttps } from 'node:https'
import { inflated, Intake, TooLarge } from './body.ts'
import type { Failure, Limits, Outcome, Transport, WireRequest } from './http.ts'

/**
 * Real HTTP, one connection per request: a connection that the target closed meanwhile can never be taken for its answer.
 * A request ends with its answer or with its time, whatever the target does.
 */
export const nodeTransport: Transport = (request, limits) =>
  new Promise((resolve) => {
    const started = performance.now()
    const seen = { connected: false }
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), limits.ms)
    const end = (outcome: (ms: number, at: number) => Outcome): void => {
      clearTimeout(timer)
      resolve(outcome(Math.round((performance.now() - started) * 10) / 10, Date.now()))
      abort.abort()
    }
    const fail = (cause: unknown): void =>
      end((ms, at) =>
        failureOf(cause, { ...seen, timed_out: abort.signal.aborted, ms, at, limit_ms: limits.ms }),
      )
    try {
      open(
        request,
        abort.signal,
        seen,
        (answer) => {
          read(answer, limits, abort.signal).then(
            (body) =>
              end((ms, at) => ({
                kind: 'answer',
                status: answer.statusCode ?? 0,
                headers: pairs(answer.rawHeaders),
                body,
                ms,
                at,
              })),
            fail,
          )
        },
        fail,
      )
    } catch (cause) {
      fail(cause)
    }
  })

function open(
  request: WireRequest,
  signal: AbortSignal,
  seen: { connected: boolean },
  onAnswer: (answer: IncomingMessage) => void,
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
  const call = (secure ? overHttps : overHttp)(url, options, onAnswer)
  call.on('socket', (socket) =>
    socket.on(secure ? 'secureConnect' : 'connect', () => Object.assign(seen, { connected: true })),
  )
  let interim = 0
  call.on('information', () =>
    (interim += 1) > MOST_INTERIM
      ? void call.destroy(new TooLarge(`There are more than ${MOST_INTERIM} interim answers.`))
      : undefined,
  )
  call.on('error', onError)
  call.end(request.body)
}

async function read(answer: IncomingMessage, limits: Limits, signal: AbortSignal): Promise<string> {
  const packed = new Intake(limits)
  try {
    await allOf(answer, packed)
    if (!answer.complete)
      throw Object.assign(new Error('the answer ended before it was complete'), {
        code: 'ECONNRESET',
      })
    const plain = await inflated(packed, answer.headers['content-encoding'], limits, signal)
    return textOf(plain)
  } finally {
    packed.drop()
  }
}

/** Takes pieces as they come: a stream that is asked for them would join small ones first, and nobody would count them. */
function allOf(answer: IncomingMessage, to: Intake): Promise<void> {
  return new Promise((resolve, reject) => {
    answer.on('data', (chunk: Buffer) => {
      try {
        to.push(chunk)
      } catch (cause) {
        // The connection ends with the request, once the reason is known.
        answer.removeAllListeners('data').pause()
        reject(cause as Error)
      }
    })
    answer
      .on('end', resolve)
      .on('error', reject)
      .on('aborted', () => reject(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })))
  })
}

function textOf(body: Intake): string {
  try {
    return body.text()
  } finally {
    body.drop()
  }
}

/** Interim answers (RFC 9110, section 15.2) that are passed over. */
const MOST_INTERIM = 50

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
  if (cause instanceof TooLarge) return { ...base, code: 'too_large', says: cause.message }
  if (timed_out)
    return {
      ...base,
      code: 'timeout',
      says: connected
        ? `no complete answer within ${limit_ms} ms`
        : `no connection within ${limit_ms} ms`,
    }
  const { code = '', message = String(cause) } = cause as { code?: string; message?: string }
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return { ...base, code: 'refused', says: 'the connection was refused' }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { ...base, code: 'dns', says: 'the host name is not known' }
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return { ...base, code: 'reset', says: 'the connection was closed before a complete answer' }
  if (
    code === 'ERR_INVALID_CHAR' ||
    code === 'ERR_INVALID_URL' ||
    code === 'ERR_UNESCAPED_CHARACTERS'
  )
    return {
      ...base,
      phase: 'answer',
      code: 'not_sent',
      says: `no request can be made of what the target gave (${code})`,
    }
  if (
    code.startsWith('HPE_') ||
    code.startsWith('Z_') ||
    code.startsWith('ERR__ERROR_FORMAT') ||
    code.startsWith('ERR_INVALID')
  )
    return { ...base, code: 'not_http', says: `what came back is not HTTP (${code})` }
  return { ...base, code: connected ? 'reset' : 'tls', says: message }
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, i) =>
    i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as [string, string]] : [],
  )
}
