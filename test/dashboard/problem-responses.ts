/** Returns a response of a registry without its store, for `route.fulfill`. */
export const unavailable = (message: string) => ({
  status: 503,
  json: { error: 'service_unavailable', code: 'STORE_UNAVAILABLE', message, request_id: 'req_1' },
})

/** Returns a response of a rate-limited registry. */
export const busy = (retry_after_s: number) => ({
  status: 429,
  headers: { 'Retry-After': String(retry_after_s) },
  json: {
    error: 'too_many_requests',
    code: 'RATE_LIMITED',
    message: 'Too many requests.',
    request_id: 'req_1',
  },
})
