import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { addressOn, runStatement } from '../postgres/server.ts'
import type { Cluster } from './cluster.ts'
import type { ClusterNode } from './node.ts'

/** Writes the events of a cluster to a file, one JSON object per line, so that a lost write can be explained. */
export interface Observer {
  note(event: string): void
  end(): Promise<void>
}

const EVERY_MS = 200
const RESPONSE_TIMEOUT_MS = 1000
/** What Patroni keeps in etcd: which server is the primary, and which standbys may replace it. */
const KEYS = ['leader', 'sync'] as const
const STATE = `select pg_is_in_recovery() as standby, current_setting('synchronous_standby_names') as names,
  case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_flush_lsn() end as lsn,
  (select string_agg(application_name || ' ' || state || ' ' || sync_state || ' ' || coalesce(flush_lsn::text, '-'), ', ') from pg_stat_replication) as standbys`

/** Reads the state of every server and of etcd five times a second, and writes what has changed. */
export function startObserver(cluster: Cluster, etcd_port: number, file: string): Observer {
  const since = Date.now()
  const latest = new Map<string, string>()
  let isOver = false
  const write = (line: object) =>
    appendFileSync(file, `${JSON.stringify({ ms: Date.now() - since, at: new Date(), ...line })}\n`)
  const look = async (what: string, read: () => Promise<object>) => {
    const state = await read().catch((cause: unknown) => ({ error: String(cause) }))
    const { lsn, ...compared } = state as { lsn?: string }
    const shown = JSON.stringify(compared).replaceAll(/[0-9A-F]+\/[0-9A-F]+/g, '')
    if (latest.get(what) !== shown) write({ what, ...state })
    latest.set(what, shown)
  }
  const observe = async (what: string, read: () => Promise<object>) => {
    for (; !isOver; await delay(EVERY_MS)) await look(what, read)
  }
  const work = [
    ...cluster.nodes.map((node) => observe(node.name, () => stateOf(node))),
    ...KEYS.map((key) => observe(key, () => readKey(etcd_port, key))),
  ]
  return {
    note: (event) => write({ what: 'fault', event }),
    async end() {
      isOver = true
      await Promise.all(work)
    },
  }
}

async function stateOf(node: ClusterNode): Promise<object> {
  const [state] = await Promise.race([
    runStatement(addressOn(node.own_port, 'postgres'), STATE),
    delay(RESPONSE_TIMEOUT_MS).then(() => [{ error: 'no response' }]),
  ])
  return state!
}

async function readKey(port: number, key: string): Promise<object> {
  const response = await fetch(`http://127.0.0.1:${port}/v3/kv/range`, {
    method: 'POST',
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    body: JSON.stringify({ key: Buffer.from(`/service/registry/${key}`).toString('base64') }),
  })
  const { kvs } = (await response.json()) as { kvs?: { value: string }[] }
  return { value: kvs?.[0] && Buffer.from(kvs[0].value, 'base64').toString() }
}
