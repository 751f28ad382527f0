import { memoryOfText, TOTAL_TOO_LARGE } from './transport/body.ts'
import type { Clock } from './clock.ts'
import {
  failure,
  isBusy,
  type HttpRequest,
  type Outcome,
  type Transport,
} from './transport/http.ts'
import { memorySharesOf, type MemoryBudget } from './memory.ts'
import { mayHaveSecrets } from './secrets/placeholders.ts'
import { ProbeStopped } from './probe-context.ts'
import { allowedOrigins, type Settings } from './settings.ts'
import type { RecordedRequest } from './types.ts'
import { resolveUrl } from './url.ts'

/** After this many consecutive requests that time out or cannot connect, the target counts as unreachable. */
const MAX_WITHOUT_RESPONSE = 3
/** How many times, and for how long in total, a request that gets 429 is retried. */
const RETRY_LIMITS = { times: 3, ms: 10_000 }
/** Requests contain samples and parts of what a target sent, such as the names of its skills, so their size is limited. */
const MAX_REQUEST_BYTES = 2 * 1024 * 1024
const MAX_SHOWN_URL = 200

/** Sends recorded requests within the limits of a run. */
export interface Sender {
  /**
   * Sends a request with its secrets filled in, and stops waiting for the response when the clock reaches `until`. @throws ProbeStopped
   */
  readonly send: (request: RecordedRequest, limit_ms: number, until: number) => Promise<Outcome>
  /** Returns the usual time limit of a request in milliseconds, which is lower until the target has responded once. */
  readonly limit_ms: () => number
}

export function createSender(
  settings: Settings,
  transport: Transport,
  clock: Clock,
  budget: MemoryBudget,
): Sender {
  const bytes = memorySharesOf(settings.max_memory).response
  const origins = allowedOrigins(settings)
  const runEnds = clock.now_ms() + settings.limits.run
  let without_response = 0
  let hasResponded = false

  async function send(request: RecordedRequest, limit_ms: number, until: number): Promise<Outcome> {
    if (without_response >= MAX_WITHOUT_RESPONSE) throw new ProbeStopped('unreachable')
    if (clock.now_ms() > runEnds) throw new ProbeStopped('run_timeout')
    const complete = withSecrets(request, settings)
    const refusal = refusalOf(request, complete.url, origins, budget)
    if (refusal !== undefined) return failure('not_sent', refusal)
    const ends = Math.min(until, runEnds)
    const ms = Math.max(1, Math.min(limit_ms, Math.ceil(ends - clock.now_ms())))
    const attempt = (): Promise<Outcome> => transport(complete, { ms, bytes, budget })
    const outcome = chargeHeaders(await sendWithRetries(attempt, clock, ends, budget), budget)
    // The request had less time than its limit, so a timeout proves nothing about the target.
    if (ms < limit_ms && outcome.kind === 'failure' && outcome.code === 'timeout')
      throw new ProbeStopped(ends === runEnds ? 'run_timeout' : 'probe_timeout')
    without_response = hasNoResponse(outcome) ? without_response + 1 : 0
    hasResponded ||= outcome.kind === 'response'
    return outcome
  }
  return {
    send,
    limit_ms: () => (hasResponded ? settings.limits.request : settings.limits.first),
  }
}

function withSecrets(
  { method, path, headers, body }: RecordedRequest,
  settings: Settings,
): HttpRequest {
  const { base, vault } = settings
  return {
    method,
    url: resolveUrl(base, vault.insertTargetSecrets(path)),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        mayHaveSecrets(settings, name, value)
          ? vault.insertSecrets(value)
          : vault.insertTargetSecrets(value),
      ]),
    ),
    ...(body === undefined ? {} : { body: vault.insertTargetSecrets(body) }),
  }
}

/** Returns why a request must not be sent; undefined if it may be sent, in which case its memory is reserved. */
function refusalOf(
  request: RecordedRequest,
  url: string,
  origins: ReadonlySet<string>,
  budget: MemoryBudget,
): string | undefined {
  if (!URL.canParse(url) || !origins.has(new URL(url).origin))
    return `the suite does not send requests to ${truncate(url)}; allow the host with --allow-host`
  const size = memoryOfText(JSON.stringify(request))
  if (size > MAX_REQUEST_BYTES)
    return 'the request exceeds the size limit of the suite; its size depends on your samples and on values that the target supplied'
  return budget.reserve(size) ? undefined : TOTAL_TOO_LARGE
}

const truncate = (text: string): string =>
  text.length <= MAX_SHOWN_URL ? text : `${text.slice(0, MAX_SHOWN_URL)}…`

/** Reserves memory for the headers of a response; its body was reserved while it was read. */
function chargeHeaders(outcome: Outcome, budget: MemoryBudget): Outcome {
  if (outcome.kind !== 'response') return outcome
  const size = outcome.headers.reduce(
    (sum, [name, value]) => sum + memoryOfText(name) + memoryOfText(value),
    0,
  )
  if (budget.reserve(size)) return outcome
  budget.release(memoryOfText(outcome.body))
  return failure('too_large', TOTAL_TOO_LARGE, outcome)
}

/**
 * Sends a request, and retries it while it gets 429. How a target limits the request rate is never judged, because the interface leaves
 * rate limits open (docs/specification/http.md#rate-limits).
 */
async function sendWithRetries(
  send: () => Promise<Outcome>,
  clock: Clock,
  until: number,
  budget: MemoryBudget,
): Promise<Outcome> {
  let left = RETRY_LIMITS.ms
  for (let retries = 0; ; retries += 1) {
    const outcome = await send()
    if (outcome.kind !== 'response' || !isBusy({ outcome })) return outcome
    const delay = retryDelay(outcome.headers)
    if (retries >= RETRY_LIMITS.times || delay > left || clock.now_ms() + delay > until)
      return outcome
    left -= delay
    budget.release(memoryOfText(outcome.body))
    await clock.wait(delay)
  }
}

function retryDelay(headers: readonly (readonly [string, string])[]): number {
  const seconds = Number(headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1] ?? 1)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.max(50, seconds * 1000) : 1000
}

const hasNoResponse = (outcome: Outcome): boolean =>
  outcome.kind === 'failure' && (outcome.code === 'timeout' || outcome.phase === 'connect')
