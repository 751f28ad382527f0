import { gathered } from '../../domain/gathered.ts'
import type { Answer } from './answers.ts'
import { within, type MonotonicClock } from './clock.ts'
import { isObject, jsonOf } from './credentials.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>
export interface Ask {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}
/** Asks the platform one thing and tells how that ended; never rejects. */
export type PlatformClient = (ask: Ask) => Promise<Answer<unknown>>

export interface ClientOptions {
  readonly platform_url: string
  readonly fetch: Fetch
  readonly clock: MonotonicClock
  readonly timeout_ms: number
  /** Gives up whatever is on its way. */ readonly signal?: AbortSignal
}

/** No answer of the platform to an agent comes near this. */
const MOST_BYTES = 1024 * 1024

/** A client with a deadline for the whole answer. Redirects are not followed: credentials go to the address in the settings and nowhere else. */
export function platformClient({
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
    const answered = exchange(() => fetch(platform_url + path, init)).catch(lost)
    return within(clock, timeout_ms, answered, () => {
      abort.abort()
      return { kind: 'lost', landed: true, what: `no answer within ${timeout_ms} ms` } as const
    })
  }
}

async function exchange(send: () => Promise<Response>): Promise<Answer<unknown>> {
  const response = await send()
  const { status, headers } = response
  const body = jsonOf(await textOf(response))
  const clock_ms = momentOf(headers.get('Date'))
  if (status >= 200 && status < 300) return { kind: 'ok', body, clock_ms }
  const code =
    isObject(body) && typeof body['code'] === 'string' && /^[A-Z0-9_]{1,64}$/.test(body['code'])
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
  const kept = gathered(MOST_BYTES)
  for await (const chunk of body ?? [])
    if (!kept.add(chunk))
      throw Object.assign(new Error('an answer that is too large'), { code: 'ANSWER_TOO_LARGE' })
  return kept.bytes.toString('utf8')
}

const momentOf = (text: string | null): number | null => {
  const moment = text === null ? NaN : Date.parse(text)
  return Number.isFinite(moment) ? moment : null
}

/** Seconds, or a date, which counts from the platform's own clock (RFC 9110, 10.2.3). */
function retryAfter(text: string | null, clock_ms: number | null): number | null {
  if (text === null) return null
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000
  const until = momentOf(text)
  return until === null || clock_ms === null ? null : Math.max(0, until - clock_ms)
}

/** Failures that mean that nobody was there to act on the request. */
const NEVER_LEFT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_.*|.*_CERT|.*_CERT_.*|ERR_TLS_.*|ERR_SSL_.*|UNABLE_TO_.*)$/

function lost(error: unknown): Answer<never> {
  const cause: unknown =
    error instanceof Error && error.cause instanceof Error ? error.cause : (error ?? {})
  const { code: given } = cause as { code?: unknown }
  const code = typeof given === 'string' ? given : undefined
  // The message stays here: that of a header that cannot be sent quotes the header, and with it a credential.
  return {
    kind: 'lost',
    landed: !NEVER_LEFT.test(code ?? ''),
    what: code ?? (cause instanceof Error ? cause.name : 'no answer'),
  }
}
