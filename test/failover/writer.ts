import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../src/store/database.ts'
import type { Client } from '../replicas/clients.ts'
import type { RunEnvironment, TaskTenant } from '../replicas/activities.ts'
import { install } from '../replicas/run-replicas.ts'

/** The number of writes that were acknowledged in a period, and for how long none was. */
export interface WriteSummary {
  readonly acknowledged: number
  /** The total of all gaps without an acknowledgement that are longer than `GAP_MS`, in seconds. */
  readonly unavailable_s: number
}

/** A client that writes continuously and remembers what was acknowledged. */
export interface Writer {
  /** Returns what was written since the last call. */
  take(): WriteSummary
  /** Waits for an acknowledgement of a write that begins now. */
  untilWritten(): Promise<void>
  readonly violations: readonly string[]
  /** Stops the writer, and returns the number of acknowledged writes and those that are missing from the database. */
  end(
    database: Database,
  ): Promise<{ readonly acknowledged: number; readonly lost: readonly Acknowledged[] }>
}

interface Acknowledged {
  readonly id: string
  readonly at: Date
}

const WORKERS = 4
const GAP_MS = 500
/** Fast enough to notice the end of an outage, and slow enough for the rate limit of an API key. */
const RETRY_MS = 400
const AGENT = 'writer'
/** Longer than the client needs to give up on all connections to a hanging server, one after another. */
const WRITE_TIMEOUT_MS = 90_000

/** Starts a writer. Each worker creates install tokens, and uses each of them twice at once. */
export async function startWriter(
  environment: RunEnvironment,
  tenant: TaskTenant,
): Promise<Writer> {
  await install(environment, tenant, AGENT, { heartbeat_interval_seconds: 3600 })
  const acknowledged = { tokens: [] as Acknowledged[], installations: [] as Acknowledged[] }
  const violations: string[] = []
  let [isOver, latest, gaps_ms, taken] = [false, performance.now(), 0, 0]

  const acknowledge = (list: Acknowledged[], id: unknown) => {
    list.push({ id: String(id), at: new Date() })
    const now = performance.now()
    if (now - latest > GAP_MS) gaps_ms += now - latest
    latest = now
  }
  async function write(client: Client): Promise<void> {
    const created = await client.ask(
      'POST',
      `/workspaces/${tenant.workspace_id}/install-tokens`,
      { 'x-api-key': tenant.api_key },
      { agent_id: AGENT },
    )
    if (created?.status !== 201) return void (await delay(RETRY_MS))
    acknowledge(acknowledged.tokens, created.body['token_id'])
    const use = () =>
      client.ask(
        'POST',
        '/installations/bootstrap',
        {},
        { install_token: created.body['token'], heartbeat_interval_seconds: 3600 },
      )
    const responses = await Promise.all([use(), use()])
    const ids = responses
      .filter((response) => response?.status === 201)
      .map((response) => String(response!.body['installation_id']))
    if (new Set(ids).size > 1) violations.push(`a token was used twice: ${ids.join(', ')}`)
    for (const id of new Set(ids)) acknowledge(acknowledged.installations, id)
  }
  const count = () => acknowledged.tokens.length + acknowledged.installations.length
  const work = Array.from({ length: WORKERS }, async () => {
    while (!isOver) await write(environment.client)
  })
  return {
    violations,
    take() {
      const result = {
        acknowledged: count() - taken,
        unavailable_s: Math.round(gaps_ms / 100) / 10,
      }
      ;[taken, gaps_ms] = [count(), 0]
      return result
    },
    async untilWritten() {
      const before = count()
      // Responses to requests that were sent before this call may still be in flight.
      for (const since = Date.now(); count() <= before + 2 * WORKERS; await delay(50))
        if (Date.now() - since > WRITE_TIMEOUT_MS)
          throw new Error('no write was acknowledged in time')
    },
    async end(database) {
      isOver = true
      await Promise.all(work)
      const [tokens, installations] = await database.read(async (tx) => [
        new Set((await tx.install_tokens.find({})).map(({ token_id }) => token_id)),
        new Set((await tx.installations.find({})).map(({ installation_id }) => installation_id)),
      ])
      const lost = [
        ...acknowledged.tokens.filter(({ id }) => !tokens!.has(id)),
        ...acknowledged.installations.filter(({ id }) => !installations!.has(id)),
      ]
      return { acknowledged: count(), lost }
    },
  }
}
