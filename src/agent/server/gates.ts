import type { ProblemDetails, Incoming, TableEntry } from '../../contract/typed.ts'
import type { AgentLogger } from '../definition.ts'
import { currentRequest } from './request-context.ts'
import { wholeScore } from './card.ts'
import type { PlatformLink } from '../platform/link.ts'
import type { ProblemCode } from './problems.ts'
import type { Session, Sessions } from './sessions.ts'
import type { Runner } from '../tasks/runner.ts'
import { isRejection } from '../trust/admission.ts'
import type { Receiver } from '../trust/receiver.ts'
import {
  problemOfRejection,
  retryAfter,
  RETRY_FULL_S,
  RETRY_STOPPING_S,
  tooManyTasks,
} from '../tasks/perform-task.ts'

type Refused = { readonly code: ProblemCode; readonly details: ProblemDetails }
type Passed = { readonly headers: Record<string, string>; readonly authenticated: boolean }

const RETRY_PAUSED_S = 30
/** Operations that can create a task. Their responses have trust headers, and they are refused while the agent accepts no tasks. */
const TASK_OPERATIONS: readonly string[] = ['chat', 'sendRpc', 'sendMcp', 'handleTask']

/** The operation to which the platform forwards tasks. */
const FORWARDED_TASKS = 'handleTask'
/** The operation that rejects cross-origin requests from browsers, as MCP requires (docs/specification/mcp.md#origin). */
const ORIGIN_CHECKED = 'sendMcp'

export interface GateContext {
  readonly svc_id: string
  /** The agent's own address. */
  readonly url: () => string
  readonly platform: Pick<PlatformLink, 'trustStatus' | 'paused'>
  readonly runner: Pick<Runner, 'running'>
  readonly max_running: number
  readonly stopping: () => boolean
  readonly receiver: Pick<Receiver, 'examine'>
  readonly logger: AgentLogger
}

/**
 * Returns the gate that runs after authentication and before the body is read. It checks whether the agent accepts tasks, examines the
 * signature in the headers, and sets the trust headers of the response.
 */
export function afterAuth({
  svc_id,
  url,
  platform,
  runner,
  max_running,
  stopping,
  receiver,
  logger,
}: GateContext) {
  return async (
    { id, tag }: TableEntry,
    _caller: unknown,
    { id: request_id }: Pick<Incoming, 'id'>,
  ): Promise<Refused | Passed | undefined> => {
    const request_context = currentRequest()
    request_context.request_id = request_id
    request_context.operation_id = id
    if (tag === 'discovery') return undefined
    const isTask = TASK_OPERATIONS.includes(id)
    if (stopping()) return refuseForNow('STOPPING', RETRY_STOPPING_S, isTask ? headers() : {})
    if (!isTask) return undefined
    if (id === ORIGIN_CHECKED && isCrossOrigin(request_context.headers['origin'], url()))
      return { code: 'ORIGIN_REFUSED', details: { headers: headers() } }
    if (runner.running() >= max_running)
      return refuseForNow('RATE_LIMITED', RETRY_FULL_S, headers(), tooManyTasks(max_running))
    if (platform.paused()) return refuseForNow('PAUSED', RETRY_PAUSED_S, headers())
    const signature = await receiver.examine(request_context.headers, id === FORWARDED_TASKS)
    if (isRejection(signature)) {
      const { code, details } = problemOfRejection(signature, logger)
      return { code, details: { ...details, headers: { ...headers(), ...details.headers } } }
    }
    request_context.signature = signature
    return { headers: headers(), authenticated: signature.kind === 'task' }

    /** Returns the five trust headers of a response (docs/specification/agent-protocol.md#response-headers). */
    function headers(): Record<string, string> {
      const { reputation, verification_status } = platform.trustStatus()
      return {
        'X-Svc-Agent-ID': svc_id,
        'X-Svc-Reputation': String(wholeScore(reputation)),
        'X-Svc-Verification': verification_status,
        'X-Svc-Task-ID': request_context.task_id,
        'X-Svc-Trace-ID': request_context.trace_id,
      }
    }
  }
}

/** Returns whether a browser sent the request on behalf of a page of another origin. */
const isCrossOrigin = (origin: string | undefined, url: string): boolean =>
  origin !== undefined && origin !== URL.parse(url)?.origin

const refuseForNow = (
  code: ProblemCode,
  seconds: number,
  headers: Record<string, string>,
  message?: string,
): Refused => ({
  code,
  details: {
    headers: { ...headers, ...retryAfter(seconds) },
    ...(message !== undefined && { message }),
  },
})

/** Checks the scope of the session, after validation. */
export function afterValidation(
  { requiredScope }: TableEntry,
  caller: { readonly session: Session } | null,
): Refused | undefined {
  if (requiredScope === null || !caller || caller.session.scope.includes(requiredScope))
    return undefined
  return {
    code: 'SCOPE_REQUIRED',
    details: {
      message: `This session lacks the scope ${requiredScope}. Open a session that has it.`,
    },
  }
}

/** Returns the session that the bearer token of a request identifies. */
export const sessionOf = (
  sessions: Sessions,
  { headers }: Pick<Incoming, 'headers'>,
): Session | undefined => {
  const [, token] = /^bearer +(\S+)$/i.exec(headers['authorization'] ?? '') ?? []
  return token === undefined ? undefined : sessions.find(token)
}

/** Returns the client of a request, if it is the one that opened the session. */
export function clientOf(
  sessions: Sessions,
  request: Pick<Incoming, 'headers'>,
): { readonly client_id: string } | undefined {
  const client_id = request.headers['x-svc-client-id']
  return client_id !== undefined && sessionOf(sessions, request)?.client_id === client_id
    ? { client_id }
    : undefined
}

/** Returns the problem for a missing or wrong credential. */
export function unauthenticated(
  sessions: Sessions,
): (operation: TableEntry, request: Incoming) => Refused {
  return (_operation, request) => {
    const challenge = {
      headers: { 'WWW-Authenticate': 'Bearer realm="agent", scheme="AgentSession"' },
    }
    if (request.headers['authorization'] === undefined)
      return { code: 'MISSING_SESSION', details: challenge }
    return {
      code: sessionOf(sessions, request) ? 'INVALID_CLIENT_ID' : 'INVALID_SESSION',
      details: challenge,
    }
  }
}
