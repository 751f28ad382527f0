import { verifyChain } from '../../src/domain/audit/chain.ts'
import type { ShownAuditRecord } from '../../src/domain/audit/record.ts'
import { errorMembers, UnexpectedResponse } from './client.ts'
import type { StepContext } from './steps.ts'

const EVENT_WIDTH = 32
const OUTCOME_WIDTH = 10

interface RunningAgent {
  readonly installation_id: string
  readonly runtime_token: string
  readonly svc_id: string
}

/** Revokes the installation, and reads its audit records. */
export async function retire(
  { api, runStep, output, withKey, bearer }: StepContext,
  { installation_id, runtime_token, svc_id }: RunningAgent,
): Promise<void> {
  const path = { installation_id }
  await runStep({
    title: 'Revoke the installation',
    call: () =>
      api.POST('/installations/{installation_id}/revoke', {
        headers: withKey,
        params: { path },
        body: { reason: 'the machine was returned', shutdown_timeout_ms: 30_000 },
      }),
    status: 200,
    show: ({ status, revoked_at, deadline }) => ({ status, revoked_at, deadline }),
    explanation:
      'Its tokens are invalid at once, with one exception: until the deadline a heartbeat still succeeds, so that the agent learns the reason.',
  })

  const lease = (body: { status: string; command_ack?: { id: string; status: string } }) =>
    api.POST('/installations/{installation_id}/lease', {
      headers: bearer(runtime_token),
      params: { path },
      body,
    })
  const { command } = await runStep({
    title: 'The agent receives the command with its next heartbeat',
    call: () => lease({ status: 'running' }),
    status: 200,
    show: (renewed) => ({
      command: renewed.command?.type,
      reason: renewed.command?.reason,
      params: renewed.command?.params,
    }),
    explanation: 'Every heartbeat returns the terminate command until the agent acknowledges it.',
  })
  if (command?.type !== 'terminate')
    throw new UnexpectedResponse('The revoked installation received no terminate command.')

  await runStep({
    title: 'The agent shuts down, and acknowledges the command',
    call: () => lease({ status: 'stopped', command_ack: { id: command.id, status: 'done' } }),
    status: 200,
    show: (last) => ({ command: last.command }),
    explanation: 'The command is acknowledged and no longer returned.',
  })
  await runStep({
    title: 'Send another heartbeat',
    call: () => lease({ status: 'running' }),
    status: 403,
    show: errorMembers,
    explanation: 'Every error has a stable code, and a message that says what to do.',
  })

  await runStep({
    title: 'Read the audit log',
    call: () => api.GET('/audit-logs', { headers: withKey, params: { query: { limit: 200 } } }),
    status: 200,
    show: ({ items }) =>
      auditTrail(items as readonly ShownAuditRecord[], [svc_id, installation_id]),
    explanation:
      'Each record contains the hash of the previous one. The hashes of the newest records (up to 200) were recomputed, as `svc-registry audit verify` does for all: none of them was changed, moved or removed.',
  })
  output.outro(
    `That was the lifecycle of an agent, in ${output.steps} steps.`,
    'Next: `npm run -s sandbox` starts a registry to experiment with, `npm start` one that keeps its data; openapi.yaml describes all operations.',
  )
}

/** Returns the records of these targets, oldest first. @throws UnexpectedResponse if the page is not an unbroken part of its chain */
function auditTrail(
  newestFirst: readonly ShownAuditRecord[],
  targets: readonly string[],
): Readonly<Record<string, unknown>> {
  const records = newestFirst.toReversed()
  const [oldest] = records
  if (!oldest) throw new UnexpectedResponse('The audit log is empty.')
  const check = verifyChain({ start: { sequence: oldest.sequence - 1, hash: oldest.prev_hash } })
  for (const record of records) check.feed(record)
  if (!check.report().intact) throw new UnexpectedResponse('The chain of the audit log is broken.')
  return Object.fromEntries(
    records
      .filter(({ target }) => target !== undefined && targets.includes(target.id))
      .map(({ sequence, event_type, actor, outcome }) => [
        `#${sequence}`,
        `${event_type.padEnd(EVENT_WIDTH)}${outcome.padEnd(OUTCOME_WIDTH)}by ${actor.type}`,
      ]),
  )
}
