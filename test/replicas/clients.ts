import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

/** A response from the platform. */
export interface ClientResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

interface Counts {
  requests: number
  responded: number
  unavailable: number
  without_response: number
}

/** Longer than a replica is paused. */
const TIMEOUT_MS = 30_000
/** Tolerance for the Date header, which is in whole seconds and is derived from an estimate of the server's time. */
const DATE_WITHIN_MS = 2_000
/** The database may still execute the request of a broken connection for this long. */
const LATE_EFFECT_MS = 300

/** Creates a client of the load balancer. Each request has a separate address, so that rate limits per address do not apply. */
export function newClient(address: string) {
  const counts: Counts = { requests: 0, responded: 0, unavailable: 0, without_response: 0 }
  const violations: string[] = []

  async function ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<ClientResponse | undefined> {
    counts.requests += 1
    const began = Date.now()
    const from = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
    const init = {
      method,
      headers: {
        ...headers,
        'x-forwarded-for': from,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }
    const response = await fetch(`${address}/api/v1${path}`, init).then(
      async (got) => ({
        status: got.status,
        headers: got.headers,
        body: (await got.json()) as ClientResponse['body'],
      }),
      () => undefined,
    )
    if (!response || response.headers.get('x-replica') === null) {
      counts.without_response += 1
      await delay(LATE_EFFECT_MS)
      return undefined
    }
    const date = Date.parse(response.headers.get('date') ?? '')
    // A missing or invalid date is NaN, for which both comparisons are false.
    if (!(date >= began - DATE_WITHIN_MS && date <= Date.now() + DATE_WITHIN_MS))
      violations.push(
        `I-30: a response is dated ${response.headers.get('date')} at ${new Date().toUTCString()}`,
      )
    if (response.status === 503) counts.unavailable += 1
    else counts.responded += 1
    // A task that was executed, but whose outcome could not be stored, gets 500, because 503 would mean that nothing happened.
    const halfway = path === '/a2a/route' && response.status === 500
    const documented =
      response.status < 500 ||
      halfway ||
      (response.status === 503 &&
        response.headers.has('retry-after') &&
        response.body['code'] === 'STORE_UNAVAILABLE')
    if (!documented)
      violations.push(
        `${method} ${path.split('?')[0]} got ${response.status} ${String(response.body['code'])}`,
      )
    return response
  }
  return { ask, counts, violations }
}
export type Client = ReturnType<typeof newClient>
