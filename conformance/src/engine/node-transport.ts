import { request as overHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as overHttps } from 'node:https'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
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
    const fail = (cause: unknown): void => end((ms, at) => failureOf(cause, { ...seen, timed_out: abort.signal.aborted, ms, at, limit_ms: limits.ms }))
    try {
      open(request, abort.signal, seen, (answer) => {
        read(answer, limits).then((body) => end((ms, at) => ({ kind: 'answer', status: answer.statusCode ?? 0, headers: pairs(answer.rawHeaders), body, ms, at })), fail)
      }, fail)
    } catch (cause) {
      fail(cause)
    }
  })

function open(request: WireRequest, signal: AbortSignal, seen: { connected: boolean }, onAnswer: (answer: IncomingMessage) => void, onError: (cause: unknown) => void): void {
  const url = new URL(request.url)
  const secure = url.protocol === 'https:'
  const length = request.body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(request.body)) }
  const options: RequestOptions = { method: request.method, headers: { Accept: '*/*', ...request.headers, ...length }, agent: false, signal }
  const call = (secure ? overHttps : overHttp)(url, options, onAnswer)
  call.on('socket', (socket) => socket.on(secure ? 'secureConnect' : 'connect', () => Object.assign(seen, { connected: true })))
  call.on('error', onError)
  call.end(request.body)
}

async function read(answer: IncomingMessage, limits: Limits): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limits.bytes) throw new TooLarge(`The answer is larger than ${limits.bytes} bytes.`)
    chunks.push(chunk)
  }
  if (!answer.complete) throw Object.assign(new Error('the answer ended before it was complete'), { code: 'ECONNRESET' })
  return unpacked(Buffer.concat(chunks), answer.headers['content-encoding']).toString('utf8')
}

function unpacked(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(body)
  if (encoding === 'deflate') return inflateSync(body)
  return encoding === 'br' ? brotliDecompressSync(body) : body
}

class TooLarge extends Error {}

interface Circumstances { readonly connected: boolean; readonly timed_out: boolean; readonly ms: number; readonly at: number; readonly limit_ms: number }

function failureOf(cause: unknown, { connected, timed_out, ms, at, limit_ms }: Circumstances): Failure {
  const phase = connected ? 'answer' : 'connect'
  const base = { kind: 'failure', phase, ms, at } as const
  if (timed_out) return { ...base, code: 'timeout', says: connected ? `no complete answer within ${limit_ms} ms` : `no connection within ${limit_ms} ms` }
  if (cause instanceof TooLarge) return { ...base, code: 'too_large', says: cause.message }
  const { code = '', message = String(cause) } = cause as { code?: string; message?: string }
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return { ...base, code: 'refused', says: 'the connection was refused' }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { ...base, code: 'dns', says: 'the host name is not known' }
  if (code === 'ECONNRESET' || code === 'EPIPE') return { ...base, code: 'reset', says: 'the connection was closed before a complete answer' }
  if (code.startsWith('HPE_') || code.startsWith('Z_') || code.startsWith('ERR_INVALID')) return { ...base, code: 'not_http', says: `what came back is not HTTP (${code})` }
  return { ...base, code: connected ? 'reset' : 'tls', says: message }
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as [string, string]] : []))
}
