import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { readBounded } from '../../domain/bounded-buffer.ts'
import { responseTo } from '../external/address.ts'
import { ForeignError, SkillBusyError } from '../tasks/skill-errors.ts'
import type { Credentials } from './credentials.ts'
import { mismatch, callerCausedMismatch } from './mismatch.ts'

/** An address of the foreign agent, with the credentials for it. */
export interface Endpoint {
  readonly url: string
  readonly credentials: Credentials
  /** Maximum bytes of a response. */
  readonly max_bytes: number
}

export interface ForeignRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

/** The head of a response, and its body, which has not been read yet. */
export interface ForeignResponse {
  readonly status: number
  /** In lower case and without parameters; empty if there is none. */
  readonly media_type: string
  readonly headers: IncomingMessage['headers']
  readonly body: IncomingMessage
}

/**
 * Sends one request to the foreign agent. It goes to this address only: redirects are not followed, and no proxy is used
 * (docs/specification/bridge.md#one-address).
 * @throws ForeignError if there is no response; the signal's reason if it is aborted
 */
export async function sendForeign(
  { url, credentials }: Pick<Endpoint, 'url' | 'credentials'>,
  { method = 'POST', headers = {}, body, signal }: ForeignRequest,
): Promise<ForeignResponse> {
  signal.throwIfAborted()
  const send = new URL(url).protocol === 'https:' ? requestHttps : requestHttp
  const options = {
    method,
    // The request uses a separate connection, because the foreign agent may close a kept-alive one just when the next request is sent.
    agent: false,
    signal,
    headers: {
      // Without it, a server may compress a response, and some do so only if it is long.
      'Accept-Encoding': 'identity',
      ...headers,
      ...credentials.headers,
      ...(body !== undefined && {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      }),
    },
  }
  try {
    const response = await responseTo(send(url, options), body, NO_RESPONSE)
    response.on('error', () => undefined)
    const media_type = (response.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
    const { statusCode: status = 0 } = response
    return { status, media_type, headers: response.headers, body: response }
  } catch (cause) {
    throw failureOf(cause as Error, signal)
  }
}

const NO_RESPONSE = {
  switched: () => mismatch('the foreign agent switched to another protocol'),
  closed: () => new Error('closed'),
}

/** Returns the error for a request that failed. */
function failureOf(cause: Error & { code?: string }, signal: AbortSignal): Error {
  if (signal.aborted) return signal.reason as Error
  if (cause instanceof ForeignError) return cause
  const reason = cause.code ?? cause.message
  return reason.startsWith('HPE_')
    ? mismatch(`the foreign agent does not speak HTTP (${reason})`)
    : new ForeignError('FOREIGN_UNREACHABLE', `the foreign agent cannot be reached (${reason})`)
}

/** Reads the body of a response. @throws ForeignError if it is too long or not complete; the signal's reason if it is aborted */
export async function readForeign(
  { body, headers }: ForeignResponse,
  max_bytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    // Some servers compress long results only, whatever the request accepts.
    throw callerCausedMismatch(
      'EXECUTION_ERROR',
      'the response is compressed, although the request accepts only identity',
    )
  const bytes = await readBounded(chunksOf(body, signal), max_bytes)
  if (bytes) return bytes
  throw callerCausedMismatch(
    'EXECUTION_ERROR',
    `the response is longer than ${max_bytes} bytes, or arrived in too many chunks`,
  )
}

/** Reads a response chunk by chunk. Leaving the loop destroys the connection. */
export async function* chunksOf(
  body: IncomingMessage,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  try {
    yield* body as AsyncIterable<Buffer>
  } catch (cause) {
    signal.throwIfAborted()
    throw new ForeignError(
      'FOREIGN_UNREACHABLE',
      `the connection ended before the response was complete (${(cause as Error).message})`,
    )
  }
}

const BUSY: readonly number[] = [429, 503]

/**
 * Throws if a status means that the request was not executed, regardless of the body (docs/specification/bridge.md#failures).
 * @throws SkillBusyError or ForeignError
 */
export function refuseStatus(status: number): void {
  if (status === 401 || status === 403)
    throw new ForeignError(
      'AUTH_REQUIRED',
      `the foreign agent responded with status ${status}; check the credentials that headers_env names`,
    )
  if (BUSY.includes(status)) throw new SkillBusyError(`the foreign agent responded with ${status}`)
  if (status >= 300 && status < 400)
    throw mismatch(`the foreign agent responded with a redirect (${status}), which is not followed`)
}
