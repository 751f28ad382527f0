/**
 * Heartbeats of two processes on one durable PostgreSQL server against `pgbench` doing the same update on the same table with as many
 * clients. They run in alternation, so that other load on the machine affects both equally.
 *
 * A heartbeat here is the work of the store: look up the credential, as for every request; then, in a transaction that concurrent
 * heartbeats share, lock the installation and its token, read its commands, renew the lease, commit. `ratio_without_authentication` leaves
 * the first part out.
 *
 * `node bench/lease-postgres.ts [clients]`; by default 64.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openDatabase } from '../src/store/open.ts'
import { createStore } from '../src/store/store.ts'
import { runStatement } from '../test/postgres/server.ts'
import { insertInstallations, type Throughput } from './kit/heartbeats.ts'
import { median, megabytes, quantile, report, round, SHORT } from './kit/figures.ts'
import { pgbenchOn } from './kit/pgbench.ts'
import type { ReplicaRequest } from './kit/replica.ts'
import { benchFolder, benchServer } from './kit/resources.ts'
import { alternate, ratioOf } from './kit/alternation.ts'

const INSTALLATIONS = 1000
const REPLICAS = 2
const CLIENTS = Number(process.argv[2] ?? 64)
const [ROUNDS, SECONDS] = SHORT ? [3, 2] : [6, 4]

const server = await benchServer()
await runStatement(server.address('postgres'), 'create database bench')
const address = server.address('bench')
const database = await openDatabase(address)
const setup = createStore(database)
await insertInstallations(setup, database, INSTALLATIONS)
await setup.close()
await runStatement(address, 'vacuum analyze')

// ---- The platform ---------------------------------------------------------------------------------------------------

const replicas = await Promise.all(
  Array.from({ length: REPLICAS }, async () => {
    const child = fork(
      new URL('kit/replica.ts', import.meta.url),
      [address, String(INSTALLATIONS), String(CLIENTS / REPLICAS)],
      { execArgv: ['--disable-warning=ExperimentalWarning'] },
    )
    child.once('exit', (code) => {
      if (code !== 0) throw new Error(`a process of the platform exited with ${code}`)
    })
    await once(child, 'message')
    return child
  }),
)

async function heartbeats(authenticate: boolean) {
  const done = await Promise.all(
    replicas.map(async (child) => {
      child.send({ milliseconds: SECONDS * 1000, authenticate } satisfies ReplicaRequest)
      return ((await once(child, 'message')) as [Throughput & { rss: number }])[0]
    }),
  )
  return {
    per_s: done.reduce((sum, { per_s }) => sum + per_s, 0),
    latencies: done.flatMap(({ latencies }) => latencies),
    rss: Math.max(...done.map(({ rss }) => rss)),
  }
}

// ---- The peer -------------------------------------------------------------------------------------------------------

const pgbench = await pgbenchOn(address, {
  folder: benchFolder(),
  name: 'update',
  statements: [
    `\\set n random(1, ${INSTALLATIONS})`,
    `update installations set heartbeat_interval = 60, health = 'online', status = 'running', health_payload = 'null', last_seen_at = cast(now() as text), lease_expires_at = cast(now() + interval '180 s' as text) where installation_id = 'inst_' || cast(:n as int);`,
  ].join('\n'),
  clients: CLIENTS,
  threads: 2,
  seconds: SECONDS,
})

const results = await alternate<
  'pgbench' | 'whole' | 'renewal',
  { per_s: number; latencies?: readonly number[]; rss?: number }
>({ pgbench, whole: () => heartbeats(true), renewal: () => heartbeats(false) }, ROUNDS)
const rates = (name: keyof typeof results) => results[name].map(({ per_s }) => per_s)
const latencies = results.whole.flatMap((done) => done.latencies!)
report({
  bench: 'lease-postgres',
  ratio: round(ratioOf(rates('whole'), rates('pgbench'))),
  target: 0.5,
  against: 'pgbench, the same update',
  ratio_without_authentication: round(ratioOf(rates('renewal'), rates('pgbench'))),
  p50_ms: round(quantile(latencies, 0.5)),
  p99_ms: round(quantile(latencies, 0.99)),
  rss_mb: megabytes(results.whole.at(-1)!.rss!),
  clients: CLIENTS,
  replicas: REPLICAS,
  per_s: Math.round(median(rates('whole'))),
  peer_per_s: Math.round(median(rates('pgbench'))),
})
for (const child of replicas) child.send('end')
await Promise.all(replicas.map((child) => once(child, 'exit')))
await server.remove()
