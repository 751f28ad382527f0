import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

/** What a request came to: an answer of the platform, or none. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

export interface Counts {
  requests: number
  answered: number
  unavailable: number
  lost: number
}

/** Long enough for a replica that is paused; afterwards nobody waits any more. */
const PATIENCE_MS = 30_000
/** The header has seconds only, and a replica estimates. */
const DATE_WITHIN_MS = 2_000
/** What a broken connection was about may still happen at the database for so long. */
const AFTERMATH_MS = 300

/** A client at a balancer. Each request comes from an address of its own, so that no guessing client slows another one down. */
export function newClient(address: string) {
  const counts: Counts = { requests: 0, answered: 0, unavailable: 0, lost: 0 }
  const wrong: string[] = []

  async function ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<Answered | undefined> {
    counts.requests += 1
    const begun = Date.now()
    const from = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
    const init = {
      method,
      headers: {
        ...headers,
        'x-forwarded-for': from,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }
    const answer = await fetch(`${address}/api/v1${path}`, init).then(
      async (got) => ({
        status: got.status,
        headers: got.headers,
        body: (await got.json()) as Answered['body'],
      }),
      () => undefined,
    )
    if (!answer || answer.headers.get('x-replica') === null) {
      counts.lost += 1
      await delay(AFTERMATH_MS)
      return undefined
    }
    const date = Date.parse(answer.headers.get('date') ?? '')
    if (date < begun - DATE_WITHIN_MS || date > Date.now() + DATE_WITHIN_MS)
      wrong.push(
        `I-30: an answer is dated ${answer.headers.get('date')} at ${new Date().toUTCString()}`,
      )
    if (answer.status === 503) counts.unavailable += 1
    else counts.answered += 1
    // An agent may have done a task whose end could not be put on record any more: that is no 503, since something has happened.
    const halfway = path === '/a2a/route' && answer.status === 500
    const documented =
      answer.status < 500 ||
      halfway ||
      (answer.status === 503 &&
        answer.headers.has('retry-after') &&
        answer.body['code'] === 'STORE_UNAVAILABLE')
    if (!documented)
      wrong.push(
        `${method} ${path.split('?')[0]} was answered ${answer.status} ${String(answer.body['code'])}`,
      )
    return answer
  }
  return { ask, counts, wrong }
}
export type Client = ReturnType<typeof newClient>
