import type { IncomingHttpHeaders } from 'node:http'

/**
 * Milliseconds that a receiver asks to wait, from 0 to `most_ms`: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), else
 * `X-RateLimit-Reset` in seconds. Undefined where it asks for nothing that can be read.
 */
export function askedToWait(
  headers: IncomingHttpHeaders,
  now_ms: number,
  most_ms: number,
): number | undefined {
  const told = String(headers['retry-after'] ?? headers['x-ratelimit-reset'] ?? '').trim()
  const wait = /^\d{1,9}$/.test(told)
    ? Number(told) * 1000
    : / GMT$/.test(told)
      ? Date.parse(told) - now_ms
      : NaN
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), most_ms)
}
