/**
 * Heartbeats on PostgreSQL against `pgbench` doing the same update on the same table with as many clients: the two take turns on one
 * durable server, so that noise of the machine meets both. Prints one JSON line; `ratio` is heartbeats over updates of pgbench.
 *
 * A heartbeat here is what the store does for one: hold the installation, look at its token, renew the lease, ask for commands, commit.
 * `with_sign_in` has the look-up of the credential before it as well, as every request has.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashToken } from '../src/domain/tokens.ts'
import { iso } from '../src/domain/time.ts'
import type { Act } from '../src/store/act.ts'
import { openDatabase } from '../src/store/open.ts'
import { createStore } from '../src/store/store.ts'
import { findBinaries } from '../test/postgres/binaries.ts'
import { ask, newServer } from '../test/postgres/server.ts'

const INSTALLATIONS = 1000
const CLIENTS = 16
const ROUNDS = 3
const SECONDS = 5

const act = (): Act => ({ now: iso(Date.now()), actor: { type: 'platform', id: null, ip: null }, request_id: null, user_agent: '', random: randomBytes })
const nameOf = (index: number) => `inst_${index}`

const server = await newServer({ durable: true })
await ask(server.address('postgres'), 'create database bench')
const database = await openDatabase(server.address('bench'), { connections: CLIENTS, wait_ms: 60_000 })
const store = createStore(database)

async function settle(): Promise<readonly string[]> {
  const { organization_id } = await store.createOrganization(act(), { name: 'bench', plan: 'enterprise' })
  const at = act().now
  const hashes: string[] = []
  await database.transact(async (tx) => {
    for (let index = 1; index <= INSTALLATIONS; index += 1) {
      const installation_id = nameOf(index)
      const hash = hashToken(`srt_${index}`)
      hashes.push(hash)
      await tx.installations.insert({
        installation_id, organization_id, workspace_id: 'ws', agent_id: 'agent', install_token_id: 't', upstream_url: null, capabilities: [], heartbeat_interval: 60,
        lifecycle: 'active', health: 'online', status: null, health_payload: null, lease_expires_at: at, last_seen_at: at, token_version: 1, refresh_hash: '', beacon: null,
        epoch: 0, created_at: at, recovered_at: null, revoked_at: null, revoke_reason: null, shutdown_deadline: null, in_flight: 0,
      })
      await tx.runtime_tokens.insert({ hash, installation_id, version: 1, issued_at: at, expires_at: '2999-01-01T00:00:00.000Z', first_used_at: at, dies_at: '2999-01-01T00:00:00.000Z' })
    }
  })
  return hashes
}

const hashes = await settle()

async function heartbeats(signIn: boolean): Promise<number> {
  const end = performance.now() + SECONDS * 1000
  let done = 0
  await Promise.all(Array.from({ length: CLIENTS }, async () => {
    while (performance.now() < end) {
      const index = Math.floor(Math.random() * INSTALLATIONS)
      const hash = hashes[index]!
      if (signIn) await store.findRuntimeToken({ hash, now: act().now })
      const outcome = await store.renewLease(act(), { installation_id: nameOf(index + 1), token_hash: hash, beat: { status: 'running' }, jitter: 0.5 })
      if (outcome.kind !== 'renewed') throw new Error(outcome.kind)
      done += 1
    }
  }))
  return done / SECONDS
}

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
const script = join(folder, 'update.sql')
writeFileSync(script, [
  `\\set n random(1, ${INSTALLATIONS})`,
  `update installations set heartbeat_interval = 60, health = 'online', status = 'running', health_payload = 'null', last_seen_at = cast(now() as text), lease_expires_at = cast(now() + interval '180 s' as text) where installation_id = 'inst_' || cast(:n as int);`,
].join('\n'))
const { folder: programs } = await findBinaries()
const { port } = new URL(server.address('bench'))

function pgbench(): number {
  const given = ['-h', '127.0.0.1', '-p', port, '-U', 'postgres', '-n', '-M', 'prepared', '-c', String(CLIENTS), '-j', '2', '-T', String(SECONDS), '-f', script, 'bench']
  const { stdout, stderr, error } = spawnSync(join(programs, 'pgbench'), given, { encoding: 'utf8' })
  const rate = /tps = ([\d.]+)/.exec(stdout ?? '')?.[1]
  if (rate === undefined) throw new Error(`pgbench did not run: ${error?.message ?? stderr}`)
  return Number(rate)
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const seen = { store: [] as number[], with_sign_in: [] as number[], pgbench: [] as number[] }
try {
  await heartbeats(true)
  for (let round = 0; round < ROUNDS; round += 1) {
    seen.pgbench.push(pgbench())
    seen.store.push(await heartbeats(false))
    seen.with_sign_in.push(await heartbeats(true))
  }
} finally {
  await store.close()
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
}
const [peer, own, whole] = [median(seen.pgbench), median(seen.store), median(seen.with_sign_in)].map(Math.round) as [number, number, number]
console.log(JSON.stringify({ clients: CLIENTS, pgbench: peer, heartbeats: own, ratio: Number((own / peer).toFixed(2)), with_sign_in: whole, ratio_with_sign_in: Number((whole / peer).toFixed(2)) }))
