import type { components } from '../../../generated/platform.ts'
import { isBarredFrom } from '../../auth/callers.ts'
import {
  TASK_STATEMENT_HEADER,
  taskClaims,
  taskRequest,
  type TaskOrder,
} from '../../domain/tasks/forwarded-task.ts'
import type { JsonObject, Task } from '../../domain/records.ts'
import { covers, DELEGATION } from '../../domain/organizations/scopes.ts'
import { judgeAnswerSignature } from '../../domain/tasks/signed-answer.ts'
import { writeStatement } from '../../domain/signatures/statement.ts'
import { judge, type TaskVerdict } from '../../domain/tasks/answer.ts'
import type { AgentCalled } from '../../ports/agent-caller.ts'
import type { CallContext } from '../../store/context.ts'
import { tooManyUnderWay } from '../quota.ts'
import type { Handlers, Services } from '../services.ts'

/** Handles the routing of a task to an agent that has the skill (docs/specification/tasks.md#route). */
export const routing = {
  async routeTask(call, services) {
    const { body, caller, request, reply, refuse } = call
    const { store, act, count } = services
    const { skill, message, target, timeout_ms } = body
    const { workspace_id, requester_id = caller.organization_id } = body.context
    if (isBarredFrom(caller, workspace_id)) return refuse('WORKSPACE_NOT_ALLOWED')

    const { reach, organization_id, scopes } = caller
    const may_delegate = covers(scopes, DELEGATION)
    const begun = await store.beginTask(act(call), {
      reach,
      organization_id,
      workspace_id,
      requester_id,
      may_delegate,
      skill,
      target,
      timeout_ms,
    })
    switch (begun.kind) {
      case 'workspace_not_found':
        return refuse('WORKSPACE_NOT_FOUND')
      case 'requester_not_found':
        return refuse('REQUESTER_NOT_FOUND')
      case 'delegation_refused':
        return refuse('SCOPE_REQUIRED', {
          message: `This API key lacks the scope ${DELEGATION}, which no key has unless its list names it; leave \`requester_id\` out, or use a key that has it.`,
        })
      case 'no_agent':
        return refuse('NO_AGENT_FOR_SKILL')
      case 'under_way':
        return refuse(...tooManyUnderWay(begun))
      case 'policy_denied':
        return refuse('POLICY_DENIED', {
          message: `The policy of the workspace refuses this task (${begun.rule}); ask whoever writes it.`,
        })
      case 'begun': {
        const { task_id } = begun.task
        const order = {
          task_id,
          skill,
          workspace_id,
          requester_id,
          message,
          input: body.input as JsonObject | undefined,
        }
        const { answer, execution_time_ms, signature } = await forward(services, act(call), {
          ...begun,
          order,
          timeout_ms,
          trace_id: request.id,
        })
        const verdict = judge(task_id, answer, signature)
        const task = await store
          .finishTask(act(call), {
            task_id,
            verdict,
            execution_time_ms,
            signed: signature === 'verified',
          })
          .catch(lost)
        count(task.status === 'completed' ? 'task_completed' : 'task_failed')
        return reply(200, present(task, verdict))
      }
    }
  },
} satisfies Partial<Handlers>

interface Begun {
  readonly task: Task
  readonly upstream_url: string | null
  readonly public_key: string
  readonly order: TaskOrder
  readonly timeout_ms: number
  readonly trace_id: string
}
interface Forwarded extends AgentCalled {
  readonly signature: 'absent' | 'verified' | 'wrong'
}

/**
 * Sends a task to its agent with the platform's statement about it, and judges the signature of the answer. No transaction is open here,
 * and nothing of the caller goes along.
 */
async function forward(
  { agentCaller, signer, issuer }: Services,
  { now }: CallContext,
  begun: Begun,
): Promise<Forwarded> {
  const { task, upstream_url, public_key, order, timeout_ms, trace_id } = begun
  if (upstream_url === null)
    return {
      answer: { kind: 'failed', code: 'NO_UPSTREAM', reached: false },
      execution_time_ms: null,
      signature: 'absent',
    }
  const { agent, organization_id, requester } = task
  const body = JSON.stringify(taskRequest(order))
  const claims = taskClaims(
    { issuer, agent, upstream_url, organization_id, requester, order, body },
    now,
  )
  const statement = writeStatement<'task'>({ claims, signature: signer.sign('task', claims) })
  const called = await agentCaller.call({
    url: upstream_url,
    body,
    timeout_ms,
    headers: { [TASK_STATEMENT_HEADER]: statement, 'X-Svc-Trace-ID': trace_id },
  })
  const { answer } = called
  if (answer.kind === 'failed') return { ...called, signature: 'absent' }
  const { http_status: status, body: response_body } = answer
  const answered = {
    issuer,
    task_id: order.task_id,
    agent: { svc_id: agent.svc_id, public_key },
    request_body: body,
    status,
    response_body,
  }
  return { ...called, signature: judgeAnswerSignature(answer.signature, answered) }
}

/** The agent did its work, so a 503 must not say that nothing was changed. The task stays `working` until the sweep fails it. */
function lost(cause: unknown): never {
  throw new Error('the outcome of a task could not be kept', { cause })
}

/** What is on record is what is answered: a task that the platform had given up stays failed. */
function present(
  { task_id, status, agent, attested, error, execution_time_ms }: Task,
  verdict: TaskVerdict,
): components['schemas']['RoutedTask'] {
  return {
    task_id,
    status,
    agent,
    attested,
    ...(status === 'completed' &&
      verdict.status === 'completed' && { result: verdict.result, output: verdict.result }),
    ...(error !== null && { error }),
    ...(execution_time_ms !== null && { execution_time_ms }),
  }
}
