import type { RequestOutcome } from '../../../src/agent/installation/responses.ts'
import type { Request } from '../../../src/agent/installation/state.ts'
import { MINUTE, SECOND } from '../../kit/time.ts'

/** Faults of the platform or the network that affect a request. */
export const FAULTS = [
  'none',
  'never_arrives',
  'response_lost',
  'hangs',
  'error_500',
  'busy_503',
  'limited_429',
  'status_401',
  'status_403',
  'status_404',
  'garbage',
  'stale_response',
  'redirects',
] as const
export type Fault = (typeof FAULTS)[number]

const ok = (body: unknown): RequestOutcome<unknown> => ({ kind: 'ok', body, clock_ms: null })
const refused = (
  status: number,
  code: string | null = null,
  retry_after_ms: number | null = null,
): RequestOutcome<unknown> => ({ kind: 'refused', status, code, retry_after_ms })
const lost = (arrived: boolean, detail = 'lost'): RequestOutcome<unknown> => ({
  kind: 'lost',
  may_have_acted: arrived,
  detail,
})

interface Command {
  readonly id: string
  readonly type: string
  readonly params?: object
}

/** Creates a minimal platform that follows the specification for one installation. */
export function createModelPlatform() {
  let version = 0
  let epoch = 0
  let consumed_at: number | undefined
  let revoked = false
  let rotate_issued: string | undefined
  const tokens = new Map<string, number>()
  const first_used: { version: number; at: number }[] = []
  const commands: Command[] = []
  const acknowledged: string[] = []
  const previous = new Map<string, RequestOutcome<unknown>>()

  function issue(): { runtime_token: string; expires_at: string; token_version: number } {
    version += 1
    const runtime_token = `srt_${version}`
    tokens.set(runtime_token, version)
    return { runtime_token, expires_at: '2030-01-01T00:00:00.000Z', token_version: version }
  }
  const issued = (refresh: boolean) => {
    const { runtime_token, expires_at } = issue()
    return ok({
      installation_id: 'inst',
      runtime_token,
      expires_at,
      heartbeat_interval: 60,
      ...(refresh && { refresh_token: `srf_${epoch}` }),
    })
  }
  /** Returns whether a token is accepted. Lower versions are accepted for five minutes after the first use of a higher one. */
  const isAccepted = (token: string, now: number): boolean => {
    const own = tokens.get(token)
    return (
      own !== undefined &&
      !first_used.some((other) => other.version > own && now >= other.at + 5 * MINUTE)
    )
  }

  function handle(
    request: Request,
    now: number,
  ): { outcome: RequestOutcome<unknown>; accepted: boolean } {
    switch (request.goal) {
      case 'bootstrap': {
        if (consumed_at === undefined) {
          consumed_at = now
          return { outcome: issued(true), accepted: true }
        }
        const replay = now - consumed_at < MINUTE && epoch === 0
        return replay
          ? { outcome: issued(false), accepted: true }
          : { outcome: refused(409, 'INSTALL_TOKEN_CONSUMED'), accepted: false }
      }
      case 'recover':
        if (consumed_at === undefined)
          return { outcome: refused(404, 'INSTALLATION_NOT_FOUND'), accepted: false }
        epoch += 1
        tokens.clear()
        return { outcome: issued(true), accepted: true }
      case 'refresh':
        return request.refresh_token === `srf_${epoch}` && !revoked
          ? { outcome: ok(issue()), accepted: true }
          : { outcome: refused(401, 'INVALID_REFRESH_TOKEN'), accepted: false }
      case 'lease':
        return lease(request, now)
    }
  }
  function lease(
    { runtime_token, ack, status }: Extract<Request, { goal: 'lease' }>,
    now: number,
  ): { outcome: RequestOutcome<unknown>; accepted: boolean } {
    if (revoked) return { outcome: refused(403, 'INSTALLATION_REVOKED'), accepted: false }
    if (!isAccepted(runtime_token, now))
      return { outcome: refused(401, 'INVALID_RUNTIME_TOKEN'), accepted: false }
    const used = tokens.get(runtime_token)!
    if (!first_used.some((other) => other.version === used))
      first_used.push({ version: used, at: now })
    acknowledge(
      (command) => command.id === ack?.id || (command.type === 'terminate' && status === 'stopped'),
    )
    const command = commands[0] ?? null
    const rotating = command?.type === 'rotate_token' && rotate_issued !== command.id
    if (rotating) rotate_issued = command.id
    return {
      accepted: true,
      outcome: ok({
        installation_id: 'inst',
        lease_expires_at: '2030-01-01T00:00:00.000Z',
        next_heartbeat_at: '2030-01-01T00:00:00.000Z',
        command: command && { reason: '', params: {}, ...command },
        ...(rotating && { refreshed_token: issue() }),
      }),
    }
  }
  function acknowledge(isDone: (command: Command) => boolean): void {
    const done = commands.filter(isDone)
    acknowledged.push(...done.map(({ id }) => id))
    for (const command of done) commands.splice(commands.indexOf(command), 1)
  }

  return {
    tokens,
    acknowledged,
    commands,
    first_used,
    isAccepted,
    revoke: () => {
      revoked = true
    },
    command: (command: Command) => {
      commands.push(command)
    },
    refresh_token: () => `srf_${epoch}`,
    /**
     * Returns the outcome of a request under a fault, its delay, and whether the platform accepted the credential and the agent got an
     * intact response of the platform.
     */
    respond(
      request: Request,
      fault: Fault,
      now: number,
    ): { outcome: RequestOutcome<unknown>; after_ms: number; accepted: boolean } {
      const arrives = ![
        'never_arrives',
        'error_500',
        'busy_503',
        'limited_429',
        'status_401',
        'status_403',
        'status_404',
        'redirects',
      ].includes(fault)
      const actual = arrives ? handle(request, now) : { outcome: lost(false), accepted: false }
      const previous_outcome = previous.get(request.goal)
      if (arrives) previous.set(request.goal, actual.outcome)
      const delivered = ['none', 'stale_response'].includes(fault)
      const delivered_outcome = {
        none: actual.outcome,
        never_arrives: lost(false),
        response_lost: lost(true),
        hangs: lost(true, 'no response in time'),
        error_500: refused(500, 'INTERNAL_ERROR'),
        busy_503: refused(503, 'STORE_UNAVAILABLE', 20 * SECOND),
        limited_429: refused(429, 'RATE_LIMITED', 5 * SECOND),
        status_401: refused(401),
        status_403: refused(403),
        status_404: refused(404),
        garbage: ok('<html>'),
        stale_response: previous_outcome ?? actual.outcome,
        redirects: refused(302),
      }[fault]
      return {
        outcome: delivered_outcome,
        after_ms: fault === 'hangs' ? 10 * SECOND : 30,
        accepted: actual.accepted && delivered,
      }
    },
  }
}
export type ModelPlatform = ReturnType<typeof createModelPlatform>
