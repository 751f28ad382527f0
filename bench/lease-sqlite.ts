/**
 * Durable heartbeats on SQLite, without HTTP: looking up the credential and renewing the lease. The peers run only the raw update of the
 * same row with the same durability: in group commits like those of the store, and one by one.
 */
import { join } from 'node:path'
import { iso } from '../src/domain/time.ts'
import { openDatabase } from '../src/store/open.ts'
import { createStore } from '../src/store/store.ts'
import { randomIndex, renewOnce, insertInstallations, runCallers } from './kit/heartbeats.ts'
import { median, megabytes, quantile, report, round, SHORT } from './kit/figures.ts'
import { SERVER_CORE, stayOnCore } from './kit/pin.ts'
import { rawSqlite } from './kit/raw-sqlite.ts'
import { benchFolder } from './kit/resources.ts'
import { alternate, ratioOf } from './kit/alternation.ts'

const INSTALLATIONS = 1000
const CALLERS = 64
const [ROUNDS, ROUND_MS] = SHORT ? [15, 200] : [40, 400]

stayOnCore(SERVER_CORE)
const folder = benchFolder()
const filledStore = async (name: string) => {
  const database = await openDatabase(`sqlite:${join(folder, name)}`)
  const store = createStore(database)
  await insertInstallations(store, database, INSTALLATIONS)
  return store
}
const store = await filledStore('store.db')
await (await filledStore('raw.db')).close()
const raw = rawSqlite(join(folder, 'raw.db'))
const update = raw.prepare(
  'update installations set heartbeat_interval = 60, health = ?, status = ?, health_payload = ?, last_seen_at = ?, lease_expires_at = ? where installation_id = ?',
)
const renew = () => {
  const now = Date.now()
  return update.run(
    'online',
    'running',
    'null',
    iso(now),
    iso(now + 180_000),
    `inst_${randomIndex(INSTALLATIONS)}`,
  )
}
const results = await alternate(
  {
    store: () => runCallers(CALLERS, ROUND_MS, () => renewOnce(store, randomIndex(INSTALLATIONS))),
    grouped: () => runCallers(CALLERS, ROUND_MS, () => raw.grouped(renew)),
    single: () => runCallers(CALLERS, ROUND_MS, async () => renew()),
  },
  ROUNDS,
)
const rates = (name: keyof typeof results) => results[name].map(({ per_s }) => per_s)
const latencies = results.store.flatMap((result) => result.latencies)
const compare = (name: 'grouped' | 'single', against: string, target?: number) =>
  report({
    bench: 'lease-sqlite',
    ratio: round(ratioOf(rates('store'), rates(name))),
    ...(target !== undefined && { target }),
    against,
    p50_ms: round(quantile(latencies, 0.5)),
    p99_ms: round(quantile(latencies, 0.99)),
    rss_mb: megabytes(process.memoryUsage.rss()),
    callers: CALLERS,
    per_s: Math.round(median(rates('store'))),
    peer_per_s: Math.round(median(rates(name))),
  })
compare('grouped', 'the raw update, with group commits', 0.5)
compare('single', 'the raw update, one commit each')
await store.close()
await raw.close()
