import express, {
  Router,
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import type { Clock } from '../system.ts'
import type { Dispatcher } from '../contract/dispatch.ts'
import { send } from '../contract/server.ts'
import { ms } from '../domain/time.ts'
import type { CapturedMail } from '../ports/mailer.ts'

export interface SandboxRoutesOptions {
  readonly clock: Clock
  readonly mail: { readonly items: readonly CapturedMail[] }
  /** Calls `first`, and resolves once no more jobs are due. */
  readonly runUntilIdle: (first?: () => unknown) => Promise<void>
  /** Resolves once the sandbox's agent has done what is due. */
  readonly catchUp: () => Promise<unknown>
  readonly problem: Dispatcher['problem']
  /** Valid values of the `Host` header. */
  readonly hosts: readonly string[]
}

const TEN_YEARS_S = 315_360_000
/** Timestamps have a year of four digits, and leases that begin at this time must still be able to expire. */
const MAX_TIME = ms('9990-01-01T00:00:00.000Z')

/** Creates the sandbox's own routes, which are mounted under a secret path: the stored mail, and a clock that can be advanced. */
export function sandboxRoutes(options: SandboxRoutesOptions): Router {
  const { clock, mail, runUntilIdle, catchUp, problem } = options
  const readMail: RequestHandler = async (_, res) => {
    await runUntilIdle()
    res.json({
      items: mail.items.map(({ to, reply_to, subject, text, sent_at }) => ({
        to,
        ...(reply_to && { reply_to }),
        subject,
        text,
        sent_at,
      })),
    })
  }
  const advanceClock: RequestHandler = async (req, res) => {
    const message = advanceError(req.body, clock)
    if (message !== undefined) return send(res, problem('INVALID_BODY', { message }))
    const { advance_seconds } = req.body as { advance_seconds: number }
    await runUntilIdle(() => {
      clock.advance(Math.round(advance_seconds * 1000))
      return catchUp()
    })
    res.json({ now: clock.now() })
  }
  return Router()
    .use(requireLocal(options))
    .get('/mail', readMail)
    .all('/mail', methodNotAllowed(options, 'GET, HEAD'))
    .get('/clock', (_, res) => {
      res.json({ now: clock.now() })
    })
    .post('/clock', express.json({ limit: 1024, type: () => true }), advanceClock)
    .all('/clock', methodNotAllowed(options, 'GET, HEAD, POST'))
    .use(bodyErrors(options))
}

/** Returns why a request to advance the clock is invalid, or undefined. */
function advanceError(body: unknown, clock: Clock): string | undefined {
  const { advance_seconds: seconds, ...others } = (body ?? {}) as { advance_seconds?: unknown }
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= TEN_YEARS_S))
    return `Send {"advance_seconds": n} with a number n from 0 to ${TEN_YEARS_S} (ten years).`
  if (Object.keys(others).length > 0) return 'Send {"advance_seconds": n} and nothing else.'
  return clock.now_ms() + seconds * 1000 > MAX_TIME
    ? 'The clock of a sandbox cannot go beyond the year 9989; start a new sandbox.'
    : undefined
}

/**
 * Rejects requests from web pages, which could otherwise access the sandbox of a visitor: those with an Origin header, and those through a
 * DNS name that resolves to this machine (with a foreign Host header).
 */
function requireLocal({ hosts, problem }: SandboxRoutesOptions): RequestHandler {
  return (req, res, next) => {
    if (req.headers.origin === undefined && hosts.includes(req.headers.host?.toLowerCase() ?? ''))
      return next()
    const {
      headers: { 'X-Request-ID': request_id },
    } = problem('ROUTE_NOT_FOUND')
    const message = `This URL is for programs on this machine: send no Origin header, and one of these as Host: ${hosts.join(', ')}.`
    res
      .status(403)
      .set('X-Request-ID', request_id)
      .json({ error: 'forbidden', message, code: 'FOREIGN_ORIGIN', request_id })
  }
}

const methodNotAllowed =
  ({ problem }: SandboxRoutesOptions, methods: string) =>
  (_: Request, res: Response): void =>
    send(res, problem('METHOD_NOT_ALLOWED', { headers: { Allow: methods } }))

/** Responds to unreadable bodies. Express identifies an error handler by its four parameters. */
const bodyErrors =
  ({ problem }: SandboxRoutesOptions): ErrorRequestHandler =>
  (error: { status?: number }, _req, res, next) => {
    if ((error.status ?? 500) >= 500) return next(error)
    send(res, problem(error.status === 413 ? 'BODY_TOO_LARGE' : 'MALFORMED_JSON'))
  }
