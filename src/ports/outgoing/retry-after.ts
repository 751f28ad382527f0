import type { IncomingHttpHeaders } from 'node:http'

/**
 * Returns the milliseconds that a server asks to wait, from 0 to `max_ms`: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), or if
 * it is absent, `X-RateLimit-Reset` in seconds. Returns undefined if both are absent, or if the one that counts is invalid.
 */
export function retryAfter(
  headers: IncomingHttpHeaders,
  now_ms: number,
  max_ms: number,
): number | undefined {
  const text = String(headers['retry-after'] ?? headers['x-ratelimit-reset'] ?? '').trim()
  const wait = /^\d{1,9}$/.test(text)
    ? Number(text) * 1000
    : / GMT$/.test(text)
      ? Date.parse(text) - now_ms
      : NaN
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), max_ms)
}
