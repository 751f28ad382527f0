import type { Facts, Incoming, TableEntry } from '../contract/typed.ts'
import type { AgentLogger } from './definition.ts'
import { currentExchange } from './exchange.ts'
import { wholeScore } from './card.ts'
import type { PlatformLink } from './platform-link.ts'
import type { ProblemCode } from './problems.ts'
import type { Session, Sessions } from './sessions.ts'
import type { Runner } from './tasks.ts'
import { isRejection } from './trust/admission.ts'
import type { Receiver } from './trust/receiver.ts'
import { problemOf, RETRY_FULL_S, RETRY_STOPPING_S, tooMany } from './work.ts'

type Refused = { readonly code: ProblemCode; readonly facts: Facts }
type Passed = { readonly headers: Record<string, string>; readonly authenticated: boolean }

export const RETRY_PAUSED_S = 30
/** Operations that make a task; they answer with trust headers, and wait while the agent takes none. */
const WORKING: readonly string[] = ['chat', 'sendRpc', 'handleTask']

/** Where the platform forwards tasks. */
const TAKES_TASKS = 'handleTask'

export interface DoorFacts {
  readonly svc_id: string
  readonly platform: Pick<PlatformLink, 'standing' | 'paused'>
  readonly runner: Pick<Runner, 'running'>
  readonly most_running: number
  readonly stopping: () => boolean
  readonly receiver: Pick<Receiver, 'examine'>
  readonly logger: AgentLogger
}

/**
 * After the session and before anything of the body is read: whether the agent takes tasks, what the headers say about who signed the
 * request, and the headers of its answer.
 */
export function afterAuth({
  svc_id,
  platform,
  runner,
  most_running,
  stopping,
  receiver,
  logger,
}: DoorFacts) {
  return async ({ id, tag }: TableEntry): Promise<Refused | Passed | undefined> => {
    const exchange = currentExchange()
    exchange.operation_id = id
    if (tag === 'discovery') return undefined
    if (stopping()) return busy('STOPPING', RETRY_STOPPING_S, headers())
    if (!WORKING.includes(id)) return undefined
    const full = runner.running() >= most_running
    if (full) return busy('RATE_LIMITED', RETRY_FULL_S, headers(), tooMany(most_running))
    if (platform.paused()) return busy('PAUSED', RETRY_PAUSED_S, headers())
    const presented = await receiver.examine(exchange.headers, id === TAKES_TASKS)
    if (isRejection(presented)) {
      const { code, facts } = problemOf(presented, logger)
      return { code, facts: { ...facts, headers: { ...headers(), ...facts.headers } } }
    }
    exchange.presented = presented
    return { headers: headers(), authenticated: presented.kind === 'task' }

    /** Returns the five trust headers of an answer (docs/specification/agent-protocol.md#response-headers). */
    function headers(): Record<string, string> {
      const { reputation, verification_status } = platform.standing()
      return {
        'X-Svc-Agent-ID': svc_id,
        'X-Svc-Reputation': String(wholeScore(reputation)),
        'X-Svc-Verification': verification_status,
        'X-Svc-Task-ID': exchange.task_id,
        'X-Svc-Trace-ID': exchange.trace_id,
      }
    }
  }
}

const busy = (
  code: ProblemCode,
  seconds: number,
  headers: Record<string, string>,
  message?: string,
): Refused => ({
  code,
  facts: {
    headers: { ...headers, 'Retry-After': String(seconds) },
    ...(message !== undefined && { message }),
  },
})

/** After validation: the scope of the session. */
export function afterValidation(
  { requiredScope }: TableEntry,
  caller: { readonly session: Session } | null,
): Refused | undefined {
  if (requiredScope === null || !caller || caller.session.scope.includes(requiredScope))
    return undefined
  return {
    code: 'SCOPE_REQUIRED',
    facts: { message: `This session lacks the scope ${requiredScope}. Open one that has it.` },
  }
}

/** The session of a bearer token. */
export const sessionOf = (
  sessions: Sessions,
  { headers }: Pick<Incoming, 'headers'>,
): Session | undefined => {
  const [, token] = /^bearer +(\S+)$/i.exec(headers['authorization'] ?? '') ?? []
  return token === undefined ? undefined : sessions.find(token)
}

/** The client, when it is the one that opened the session. */
export function clientOf(
  sessions: Sessions,
  request: Pick<Incoming, 'headers'>,
): { readonly client_id: string } | undefined {
  const client_id = request.headers['x-svc-client-id']
  return client_id !== undefined && sessionOf(sessions, request)?.client_id === client_id
    ? { client_id }
    : undefined
}

/** Which of the two credentials is missing or wrong. */
export function unauthenticated(
  sessions: Sessions,
): (operation: TableEntry, request: Incoming) => Refused {
  return (_operation, request) => {
    const challenge = {
      headers: { 'WWW-Authenticate': 'Bearer realm="agent", scheme="AgentSession"' },
    }
    if (request.headers['authorization'] === undefined)
      return { code: 'MISSING_SESSION', facts: challenge }
    return {
      code: sessionOf(sessions, request) ? 'INVALID_CLIENT_ID' : 'INVALID_SESSION',
      facts: challenge,
    }
  }
}
