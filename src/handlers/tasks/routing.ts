import type { components } from '../../../generated/platform.ts'
import { table } from '../../../generated/platform.table.ts'
import { isOutsideWorkspace, type ApiKeyCaller, type SessionCaller } from '../../auth/callers.ts'
import { consumeForOrganization, rateLimitDetails } from '../../auth/gates.ts'
import { lacksRole } from '../../auth/role-gate.ts'
import type { ProblemDetails, Turn } from '../../contract/typed.ts'
import {
  verifyAnswerSignature,
  TASK_STATEMENT_HEADER,
  taskClaims,
} from '../../domain/tasks/forwarded-task.ts'
import { isTooLargeForAgent, taskRequest, type RequestedTask } from '../../domain/tasks/routing.ts'
import type { JsonObject, Task } from '../../domain/records.ts'
import { covers, DELEGATION } from '../../domain/organizations/access.ts'
import {
  NO_UPSTREAM,
  outcomeOfAnswer,
  type TaskFailureCode,
  type TaskOutcome,
} from '../../domain/tasks/answer.ts'
import type { TaskRequester } from '../../domain/signatures/claims.ts'
import { writeStatement } from '../../domain/signatures/signature.ts'
import type { CallContext } from '../../store/context.ts'
import type { Store } from '../../store/store.ts'
import { concurrencyProblem } from '../quota.ts'
import type { Handlers, Services } from '../services.ts'

/** Handles the routing of a task to an agent that has the skill (docs/specification/tasks.md#route). */
export const routing = {
  async routeTask(call, services) {
    const { body, caller, request, turn, reply, refuse } = call
    const { store, contextFor, count, limiter } = services
    const { skill, message, target, timeout_ms } = body
    const { workspace_id } = body.context
    if (isOutsideWorkspace(caller, workspace_id)) return refuse('WORKSPACE_NOT_ALLOWED')
    const organization_id = await routingOrganization(store, caller, workspace_id)
    if (organization_id === undefined)
      return refuse(
        (await lacksRole(services, caller, { workspace_id }))
          ? 'ROLE_REQUIRED'
          : 'WORKSPACE_NOT_FOUND',
      )
    const rate = consumeForOrganization(limiter, table.routeTask, caller, organization_id)
    if (rate?.allowed === false) return refuse('RATE_LIMITED', rateLimitDetails(rate))
    const { requester_id = organization_id } = body.context
    const input = body.input as JsonObject | undefined
    const requested = { skill, workspace_id, requester_id, message, input }
    if (isTooLargeForAgent(requested)) return refuse('BODY_TOO_LARGE', TASK_TOO_LARGE)

    const begun = await store.beginTask(contextFor(call), {
      reach: caller.reach,
      organization_id,
      workspace_id,
      requester_id,
      may_delegate: caller.kind === 'api_key' && covers(caller.scopes, DELEGATION),
      skill,
      target,
      timeout_ms,
    })
    if (begun.kind !== 'begun') return refuse(...problemOf(begun, caller))
    const { task_id } = begun.task
    const forwarded = await forward(services, contextFor(call), turn, {
      ...begun,
      requested: { task_id, ...requested },
      timeout_ms,
      trace_id: request.id,
      traceparent: request.traceparent,
    })
    const { outcome, execution_time_ms, signed } = forwarded
    const task = await store
      .finishTask(contextFor(call), { task_id, outcome, execution_time_ms, signed })
      .catch(outcomeLost)
      .finally(forwarded.release)
    count(
      task.status === 'completed' ? 'task_completed' : 'task_failed',
      wasAbandoned(task) ? undefined : task.organization_id,
    )
    return reply(200, present(task, outcome))
  },
} satisfies Partial<Handlers>

/** Returns whether the sweep has failed the task, and counted it for the trends, before its answer arrived. */
const wasAbandoned = ({ error, execution_time_ms }: Task): boolean =>
  execution_time_ms === null && error?.code === ('TASK_ABANDONED' satisfies TaskFailureCode)

const TASK_TOO_LARGE: ProblemDetails = {
  message:
    'The task would be larger than the 1 MiB of compact JSON that an agent reads; shorten `message` or `input`.',
}

/**
 * Returns the organization that routes a task: for an API key, the organization of the key; for a session, the organization of the
 * workspace, which may be any workspace in which the role of the person permits routing.
 */
async function routingOrganization(
  store: Store,
  caller: ApiKeyCaller | SessionCaller,
  workspace_id: string,
): Promise<string | undefined> {
  if (caller.kind === 'api_key') return caller.organization_id
  return (await store.getPolicy({ reach: caller.reach, workspace_id }))?.organization_id
}

const NOT_FOUND = {
  workspace_not_found: 'WORKSPACE_NOT_FOUND',
  requester_not_found: 'REQUESTER_NOT_FOUND',
  no_agent: 'NO_AGENT_FOR_SKILL',
} as const

type RefusedTask = Exclude<Awaited<ReturnType<Store['beginTask']>>, { kind: 'begun' }>
type RoutingCode =
  | 'SCOPE_REQUIRED'
  | 'POLICY_DENIED'
  | 'RATE_LIMITED'
  | (typeof NOT_FOUND)[keyof typeof NOT_FOUND]

/** Returns the problem of a task that was not begun. */
function problemOf(
  outcome: RefusedTask,
  { kind }: ApiKeyCaller | SessionCaller,
): readonly [RoutingCode, ProblemDetails?] {
  switch (outcome.kind) {
    case 'delegation_refused':
      return [
        'SCOPE_REQUIRED',
        {
          message:
            kind === 'session'
              ? `A session cannot act on behalf of others; omit \`requester_id\`, or use an API key with the scope ${DELEGATION}.`
              : `This API key lacks the scope ${DELEGATION}, which must be listed explicitly when a key is created; omit \`requester_id\`, or use a key that has the scope.`,
        },
      ]
    case 'concurrency':
      return concurrencyProblem(outcome)
    case 'policy_denied':
      return [
        'POLICY_DENIED',
        {
          message: `The policy of the workspace denies this task (${outcome.rule}); ask an owner or admin to change it.`,
        },
      ]
    default:
      return [NOT_FOUND[outcome.kind]]
  }
}

interface BegunTask {
  readonly task: Task
  readonly signed_requester: TaskRequester
  readonly upstream_url: string | null
  readonly public_key: string | null
  readonly requested: RequestedTask
  readonly timeout_ms: number
  readonly trace_id: string
  /**
   * The client's `traceparent`. It is passed on so that what the agent does belongs to the trace of the client
   * (docs/specification/tracing.md#passed-on).
   */
  readonly traceparent: string | undefined
}
interface ForwardedOutcome {
  readonly outcome: TaskOutcome
  /** Null if the task was not forwarded. */
  readonly execution_time_ms: number | null
  /** Whether the answer has a valid signature. */
  readonly signed: boolean
  /** Releases the memory of the answer. */
  readonly release?: (() => void) | undefined
}

/**
 * Sends a task to its agent with the platform's statement about the task, and evaluates the answer. No transaction is open in the meantime,
 * and no credential of the caller is forwarded. A task for an installation without an address fails at once.
 */
async function forward(
  { agentCaller, signer, issuer }: Services,
  { now }: CallContext,
  turn: Turn,
  begun: BegunTask,
): Promise<ForwardedOutcome> {
  const { task, signed_requester: requester, upstream_url, public_key } = begun
  const { requested, timeout_ms, trace_id, traceparent } = begun
  if (upstream_url === null) return { outcome: NO_UPSTREAM, execution_time_ms: null, signed: false }
  const { agent, organization_id } = task
  const body = JSON.stringify(taskRequest(requested))
  const claims = taskClaims(
    { issuer, agent, upstream_url, organization_id, requester, task: requested, body },
    now,
  )
  const statement = writeStatement<'task'>({
    claims,
    ...signer.sign('task', claims, claims.issued_at),
  })
  const { answer, execution_time_ms, release } = await turn.releaseDuring(() =>
    agentCaller.call({
      url: upstream_url,
      body,
      timeout_ms,
      organization_id,
      headers: {
        [TASK_STATEMENT_HEADER]: statement,
        'X-Svc-Trace-ID': trace_id,
        ...(traceparent !== undefined && { traceparent }),
      },
    }),
  )
  const { task_id } = requested
  if (answer.kind === 'failed')
    return { outcome: outcomeOfAnswer(task_id, answer), execution_time_ms, signed: false, release }
  const { http_status: status, body: response_body } = answer
  const answeredTask = {
    issuer,
    task_id,
    agent: { svc_id: agent.svc_id, public_key },
    request_body: body,
    status,
    response_body,
  }
  const evaluate = () => {
    const signature = verifyAnswerSignature(answer.signature, answeredTask)
    const outcome = outcomeOfAnswer(task_id, answer, signature)
    return { outcome, execution_time_ms, signed: signature === 'verified', release }
  }
  try {
    return turn.run(evaluate)
  } catch (error) {
    release?.()
    throw error
  }
}

/**
 * Throws an error that leads to a 500. The agent may have executed the task, so the response must not be a 503, which states that nothing
 * was changed. The task stays `working` until the sweep fails it.
 */
function outcomeLost(cause: unknown): never {
  throw new Error('the outcome of a task could not be stored', { cause })
}

/** Presents a task as it is stored. A task that the platform has already recorded as failed stays failed. */
function present(
  { task_id, status, agent, attested, error, execution_time_ms }: Task,
  outcome: TaskOutcome,
): components['schemas']['RoutedTask'] {
  return {
    task_id,
    status,
    agent,
    attested,
    ...(status === 'completed' &&
      outcome.status === 'completed' && { result: outcome.result, output: outcome.result }),
    ...(error !== null && { error }),
    ...(execution_time_ms !== null && { execution_time_ms }),
  }
}
