import type { components } from '../../generated/platform.ts'
import { isBarredFrom } from '../auth/callers.ts'
import { forwardedHeaders, taskRequest, type TaskOrder } from '../domain/forwarded-task.ts'
import type { JsonObject, Task } from '../domain/records.ts'
import { covers, DELEGATION } from '../domain/scopes.ts'
import { judge, type TaskVerdict } from '../domain/task-answer.ts'
import { TRUST_SIGNATURE_HEADER } from '../domain/trust-headers.ts'
import type { Act } from '../store/act.ts'
import type { Handlers, Services } from './services.ts'

/** Tasks by skill (Interface, What the service does, 6). */
export const routing = {
  async routeTask(call, services) {
    const { body, caller, request, reply, refuse } = call
    const { store, act, count } = services
    const { skill, message, target, timeout_ms } = body
    const { workspace_id, requester_id = caller.organization_id } = body.context
    if (isBarredFrom(caller, workspace_id)) return refuse('WORKSPACE_NOT_ALLOWED')

    const { reach, organization_id, scopes } = caller
    const may_delegate = covers(scopes, DELEGATION)
    const begun = await store.beginTask(act(call), { reach, organization_id, workspace_id, requester_id, may_delegate, skill, target, timeout_ms })
    switch (begun.kind) {
      case 'workspace_not_found': return refuse('WORKSPACE_NOT_FOUND')
      case 'requester_not_found': return refuse('REQUESTER_NOT_FOUND')
      case 'delegation_refused':
        return refuse('SCOPE_REQUIRED', { message: `This API key lacks the scope ${DELEGATION}, which no key has unless its list names it; leave \`requester_id\` out, or use a key that has it.` })
      case 'no_agent': return refuse('NO_AGENT_FOR_SKILL')
      case 'policy_denied':
        return refuse('POLICY_DENIED', { message: `The policy of the workspace refuses this task (${begun.rule}); ask whoever writes it.` })
      case 'begun': {
        const { task_id } = begun.task
        const order = { task_id, skill, workspace_id, requester_id, message, input: body.input as JsonObject | undefined }
        const { answer, execution_time_ms } = await forward(services, act(call), { ...begun, order, timeout_ms, trace_id: request.id })
        const verdict = judge(task_id, answer)
        const task = await store.finishTask(act(call), { task_id, verdict, execution_time_ms }).catch(lost)
        count(task.status === 'completed' ? 'task_completed' : 'task_failed')
        return reply(200, present(task, verdict))
      }
    }
  },
} satisfies Partial<Handlers>

interface Begun {
  readonly task: Task
  readonly upstream_url: string | null
  readonly order: TaskOrder
  readonly timeout_ms: number
  readonly trace_id: string
}

/** Sends a task to its agent, signed by the platform for it. No transaction is open here, and nothing of the caller goes along. */
async function forward({ agentCaller, signer }: Services, { now, random }: Act, begun: Begun) {
  const { task, upstream_url, order, timeout_ms, trace_id } = begun
  if (upstream_url === null) return { answer: { kind: 'failed', code: 'NO_UPSTREAM' }, execution_time_ms: null } as const
  const body = JSON.stringify(taskRequest(order))
  const { workspace_id, skill } = order
  const nonce = Buffer.from(random(16)).toString('base64url')
  const { headers, message } = forwardedHeaders({ svc_id: task.agent.svc_id, workspace_id, skill, nonce, trace_id, body }, now)
  return agentCaller.call({ url: upstream_url, body, timeout_ms, headers: { ...headers, [TRUST_SIGNATURE_HEADER]: signer.sign(message) } })
}

/** The agent did its work, so a 503 must not say that nothing was changed. The task stays `working` until the sweep fails it. */
function lost(cause: unknown): never {
  throw new Error('the outcome of a task could not be kept', { cause })
}

/** What is on record is what is answered: a task that the platform had given up stays failed. */
function present({ task_id, status, agent, error, execution_time_ms }: Task, verdict: TaskVerdict): components['schemas']['RoutedTask'] {
  return {
    task_id, status, agent,
    ...(status === 'completed' && verdict.status === 'completed' && { result: verdict.result, output: verdict.result }),
    ...(error !== null && { error }), ...(execution_time_ms !== null && { execution_time_ms }),
  }
}
