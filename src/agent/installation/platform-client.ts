import { isJsonObject } from '../../domain/json.ts'
import { readBounded } from '../../domain/bounded-buffer.ts'
import type { RequestOutcome } from './responses.ts'
import { withTimeout, type MonotonicClock } from '../clock.ts'
import { tryParseJson } from './credentials.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>
export interface PlatformRequest {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}
/** Sends one request to the platform and resolves with its outcome; never rejects. */
export type PlatformClient = (request: PlatformRequest) => Promise<RequestOutcome<unknown>>

export interface ClientOptions {
  readonly platform_url: string
  readonly fetch: Fetch
  readonly clock: MonotonicClock
  readonly timeout_ms: number
  /** Aborts the requests in progress. */
  readonly signal?: AbortSignal
}

/** The maximum size of a response, which is far larger than any that the platform sends to an agent. */
const MAX_BYTES = 1024 * 1024

/**
 * Creates a client with a deadline for the whole response. It follows no redirects, so that credentials are sent only to the configured
 * address.
 */
export function createPlatformClient({
  platform_url,
  fetch,
  clock,
  timeout_ms,
  signal,
}: ClientOptions): PlatformClient {
  return async ({ method = 'POST', path, headers = {}, body }) => {
    const abort = new AbortController()
    const init: RequestInit = {
      method,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, abort.signal]) : abort.signal,
      headers: {
        Accept: 'application/json',
        'User-Agent': 'svc-agent',
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    }
    const outcome = send(() => fetch(platform_url + path, init)).catch(outcomeOfError)
    return withTimeout(clock, timeout_ms, outcome, () => {
      abort.abort()
      return {
        kind: 'lost',
        may_have_acted: true,
        detail: `no response within ${timeout_ms} ms`,
      } as const
    })
  }
}

async function send(fetchResponse: () => Promise<Response>): Promise<RequestOutcome<unknown>> {
  const response = await fetchResponse()
  const { status, headers } = response
  const body = tryParseJson(await textOf(response))
  const clock_ms = dateOf(headers.get('Date'))
  if (status >= 200 && status < 300) return { kind: 'ok', body, clock_ms }
  const code =
    isJsonObject(body) && typeof body['code'] === 'string' && /^[A-Z0-9_]{1,64}$/.test(body['code'])
      ? body['code']
      : null
  return {
    kind: 'refused',
    status,
    code,
    retry_after_ms: retryAfter(headers.get('Retry-After'), clock_ms),
  }
}

async function textOf({ body }: Response): Promise<string> {
  const bytes = await readBounded(body ?? [], MAX_BYTES)
  if (bytes) return bytes.toString('utf8')
  throw Object.assign(new Error('the response is too large'), { code: 'RESPONSE_TOO_LARGE' })
}

const dateOf = (text: string | null): number | null => {
  const date = text === null ? NaN : Date.parse(text)
  return Number.isFinite(date) ? date : null
}

/** Reads Retry-After: seconds, or a date, which is compared with the platform's own clock (RFC 9110, 10.2.3). */
function retryAfter(text: string | null, clock_ms: number | null): number | null {
  if (text === null) return null
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000
  const until = dateOf(text)
  return until === null || clock_ms === null ? null : Math.max(0, until - clock_ms)
}

/** Errors after which the platform cannot have received the request. */
const NOT_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_.*|.*_CERT|.*_CERT_.*|ERR_TLS_.*|ERR_SSL_.*|UNABLE_TO_.*)$/

function outcomeOfError(error: unknown): RequestOutcome<never> {
  const cause: unknown =
    error instanceof Error && error.cause instanceof Error ? error.cause : (error ?? {})
  const { code: given } = cause as { code?: unknown }
  const code = typeof given === 'string' ? given : undefined
  // Only the code is reported: the message about an invalid header quotes the header, and with it a credential.
  return {
    kind: 'lost',
    may_have_acted: !NOT_SENT.test(code ?? ''),
    detail: code ?? (cause instanceof Error ? cause.name : 'no response'),
  }
}
