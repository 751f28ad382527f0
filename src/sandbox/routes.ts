import express, {
  Router,
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import type { Clock } from '../clock.ts'
import type { Dispatcher } from '../contract/dispatch.ts'
import { send } from '../contract/serve.ts'
import { ms } from '../domain/time.ts'
import type { KeptMail } from '../ports/mailer.ts'

export interface SandboxRoutesOptions {
  readonly clock: Clock
  readonly mail: { readonly items: readonly KeptMail[] }
  /** Does `first`, and resolves when nothing is due any more. */
  readonly settle: (first?: () => unknown) => Promise<void>
  /** Resolves when the agents of the sandbox have done what became due. */
  readonly catchUp: () => Promise<void>
  readonly problem: Dispatcher['problem']
  /** `Host` headers that mean this server. */
  readonly hosts: readonly string[]
}

const TEN_YEARS_S = 315_360_000
/** Timestamps have four digits for the year, and what starts then still has to end. */
const LAST_MOMENT = ms('9990-01-01T00:00:00.000Z')

/** The sandbox's own routes, mounted under a path that holds a secret: what was mailed, and a clock that can be moved. */
export function sandboxRoutes(tools: SandboxRoutesOptions): Router {
  const { clock, mail, settle, catchUp, problem } = tools
  const readMail: RequestHandler = async (_, res) => {
    await settle()
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
  const moveClock: RequestHandler = async (req, res) => {
    const refusal = invalidAdvance(req.body, clock)
    if (refusal !== undefined) return send(res, problem('INVALID_BODY', { message: refusal }))
    const { advance_seconds } = req.body as { advance_seconds: number }
    await settle(() => {
      clock.advance(Math.round(advance_seconds * 1000))
      return catchUp()
    })
    res.json({ now: clock.now() })
  }
  return Router()
    .use(requireLocal(tools))
    .get('/mail', readMail)
    .all('/mail', allow(tools, 'GET, HEAD'))
    .get('/clock', (_, res) => {
      res.json({ now: clock.now() })
    })
    .post('/clock', express.json({ limit: 1024, type: () => true }), moveClock)
    .all('/clock', allow(tools, 'GET, HEAD, POST'))
    .use(bodyErrors(tools))
}

/** What is wrong with a wish to move the clock. */
function invalidAdvance(body: unknown, clock: Clock): string | undefined {
  const { advance_seconds: n, ...others } = (body ?? {}) as { advance_seconds?: unknown }
  if (typeof n !== 'number' || !(n >= 0 && n <= TEN_YEARS_S))
    return `Send {"advance_seconds": n} with a number n from 0 to ${TEN_YEARS_S}, ten years.`
  if (Object.keys(others).length > 0) return 'Send {"advance_seconds": n} and nothing else.'
  return clock.now_ms() + n * 1000 > LAST_MOMENT
    ? 'The clock of a sandbox ends with the year 9989; start a new one.'
    : undefined
}

/**
 * A page in a browser must not reach the sandbox of the person who looks at it: not from its own origin (any Origin header), nor by
 * a name that it lets point here (a foreign Host).
 */
function requireLocal({ hosts, problem }: SandboxRoutesOptions): RequestHandler {
  return (req, res, next) => {
    if (req.headers.origin === undefined && hosts.includes(req.headers.host?.toLowerCase() ?? ''))
      return next()
    const {
      headers: { 'X-Request-ID': request_id },
    } = problem('ROUTE_NOT_FOUND')
    const message = `This address is for programs on this machine: send no Origin header, and one of these as Host: ${hosts.join(', ')}.`
    res
      .status(403)
      .set('X-Request-ID', request_id)
      .json({ error: 'forbidden', message, code: 'FOREIGN_ORIGIN', request_id })
  }
}

const allow =
  ({ problem }: SandboxRoutesOptions, methods: string) =>
  (_: Request, res: Response): void =>
    send(res, problem('METHOD_NOT_ALLOWED', { headers: { Allow: methods } }))

/** Express finds an error handler by its four parameters. */
const bodyErrors =
  ({ problem }: SandboxRoutesOptions): ErrorRequestHandler =>
  (error: { status?: number }, _req, res, next) => {
    if ((error.status ?? 500) >= 500) return next(error)
    send(res, problem(error.status === 413 ? 'BODY_TOO_LARGE' : 'MALFORMED_JSON'))
  }
