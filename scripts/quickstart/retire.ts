import { verifyChain } from '../../src/domain/audit/chain.ts'
import type { ShownAuditRecord } from '../../src/domain/audit/record.ts'
import { refusal, Unexpected } from './client.ts'
import type { Scene } from './story.ts'

const EVENT_WIDTH = 32
const OUTCOME_WIDTH = 10

interface Retiring {
  readonly installation_id: string
  readonly runtime_token: string
  readonly svc_id: string
}

/** The end of an installation, and what is remembered of it. */
export async function retire(
  { api, tell, voice, withKey, bearer }: Scene,
  { installation_id, runtime_token, svc_id }: Retiring,
): Promise<void> {
  const path = { installation_id }
  await tell({
    title: 'Revoke the installation',
    call: () =>
      api.POST('/installations/{installation_id}/revoke', {
        headers: withKey,
        params: { path },
        body: { reason: 'the machine is given back', shutdown_timeout_ms: 30_000 },
      }),
    status: 200,
    show: ({ status, revoked_at, deadline }) => ({ status, revoked_at, deadline }),
    means:
      'From this moment its tokens open nothing any more, with one exception: until the deadline a heartbeat still gets an answer, so that the agent learns why.',
  })

  const lease = (body: { status: string; command_ack?: { id: string; status: string } }) =>
    api.POST('/installations/{installation_id}/lease', {
      headers: bearer(runtime_token),
      params: { path },
      body,
    })
  const { command } = await tell({
    title: 'The agent hears of it with its next heartbeat',
    call: () => lease({ status: 'running' }),
    status: 200,
    show: (heard) => ({
      command: heard.command?.type,
      reason: heard.command?.reason,
      params: heard.command?.params,
    }),
    means:
      'It is told to terminate, and would be told again with every heartbeat until it says that it did.',
  })
  if (command?.type !== 'terminate')
    throw new Unexpected('The revoked installation was not told to terminate.')

  await tell({
    title: 'It finishes, and acknowledges',
    call: () => lease({ status: 'stopped', command_ack: { id: command.id, status: 'done' } }),
    status: 200,
    show: (last) => ({ command: last.command }),
    means: 'Its last words. The command is off the table.',
  })
  await tell({
    title: 'One heartbeat more',
    call: () => lease({ status: 'running' }),
    status: 403,
    show: refusal,
    means: 'Every error has a stable code and says what to do about it.',
  })

  await tell({
    title: 'Read what the audit log remembers',
    call: () => api.GET('/audit-logs', { headers: withKey, params: { query: { limit: 200 } } }),
    status: 200,
    show: ({ items }) => chronicle(items as readonly ShownAuditRecord[], [svc_id, installation_id]),
    means:
      'Each record contains the hash of the one before. We recomputed all of them, as `svc-registry audit verify` does: nothing was changed, moved or left out.',
  })
  voice.closing(
    `That was the whole life of an agent, in ${voice.steps} steps.\n\nNext: \`npm run -s sandbox\` for a registry to play with, \`npm start\` for one that keeps its data, openapi.yaml for everything it can do.`,
  )
}

/** What happened to these, oldest first, and whether the page is an unbroken part of its chain. */
function chronicle(
  newestFirst: readonly ShownAuditRecord[],
  targets: readonly string[],
): Readonly<Record<string, unknown>> {
  const records = newestFirst.toReversed()
  const [oldest] = records
  if (!oldest) throw new Unexpected('The audit log is empty.')
  const check = verifyChain({ start: { sequence: oldest.sequence - 1, hash: oldest.prev_hash } })
  for (const record of records) check.feed(record)
  if (!check.report().intact)
    throw new Unexpected('The audit log is not the unbroken chain it should be.')
  return Object.fromEntries(
    records
      .filter(({ target }) => target !== undefined && targets.includes(target.id))
      .map(({ sequence, event_type, actor, outcome }) => [
        `#${sequence}`,
        `${event_type.padEnd(EVENT_WIDTH)}${outcome.padEnd(OUTCOME_WIDTH)}by ${actor.type}`,
      ]),
  )
}
