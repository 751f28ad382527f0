import type { ProbeContext } from '../../engine/probe-context.ts'
import { keyPair, sha256, writeStatement } from '../../judge/signatures.ts'
import { TASKS_PATH, type TaskRequest } from './task-request.ts'

const EXPIRED = '2020-01-01T00:00:00.000Z'

/** Sends the task with a forged agent signature, and with a statement signed with a key that does not belong to any platform. */
export async function sendForgedTasks(context: ProbeContext, task: TaskRequest): Promise<void> {
  const { public_key, sign } = keyPair(context.random.hex(64))
  const send = async (
    headersFor: (task_id: string, body: string) => Readonly<Record<string, string>>,
  ): Promise<void> => {
    const json = { ...task, task_id: context.random.uuid() }
    const headers = headersFor(json.task_id, JSON.stringify(json))
    await context.send({ path: TASKS_PATH, json, headers })
  }
  const svc_id = context.random.hex(64)
  await send(() => ({
    'X-Svc-Agent-ID': svc_id,
    'X-Svc-Timestamp': EXPIRED,
    'X-Svc-Nonce': context.random.hex(32),
    'X-Svc-Signature': Buffer.alloc(64, 0xab).toString('base64'),
  }))
  await send((task_id, body) => {
    const claims = {
      issuer: context.settings.issuer ?? 'urn:conformance:nobody',
      audience: { svc_id, installation_id: context.random.uuid() },
      upstream_url: `${context.settings.base}${TASKS_PATH}`,
      organization_id: public_key,
      workspace_id: String(task.context['workspace_id']),
      requester: { organization_id: public_key },
      task_id,
      skill: task.input.skill,
      request_body_hash: sha256(body),
      issued_at: EXPIRED,
      expires_at: EXPIRED,
    }
    return { 'X-Svc-Task': writeStatement(claims, sign('task', claims)) }
  })
}
