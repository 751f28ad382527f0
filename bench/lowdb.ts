/**
 * The practical size limit of the JSON store: durable heartbeats of sixteen callers with 100 to 20,000 installations, compared with the
 * same on SQLite. The whole file is written with every group of changes, so a heartbeat takes longer as the file grows. `ratio` is the p50
 * on SQLite over that on the JSON store, at a thousand installations; `sizes` has the latencies at each size.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../src/store/open.ts'
import { createStore } from '../src/store/store.ts'
import { randomIndex, renewOnce, insertInstallations, runCallers } from './kit/heartbeats.ts'
import { megabytes, quantile, report, round, SHORT } from './kit/figures.ts'
import { SERVER_CORE, stayOnCore } from './kit/pin.ts'
import { benchFolder } from './kit/resources.ts'
import { alternate } from './kit/alternation.ts'

const CALLERS = 16
const SIZES = [100, 1000, 5000, 20_000]
const [ROUNDS, ROUND_MS] = SHORT ? [2, 300] : [5, 1500]

stayOnCore(SERVER_CORE)
const sizes = []
for (const size of SIZES) sizes.push(await ofSize(size))
const { json, sqlite } = sizes.find(({ installations }) => installations === 1000)!
report({
  bench: 'lowdb',
  ratio: round(sqlite.p50_ms / json.p50_ms),
  against: 'SQLite, 1,000 installations',
  p50_ms: json.p50_ms,
  p99_ms: json.p99_ms,
  rss_mb: megabytes(process.memoryUsage.rss()),
  callers: CALLERS,
  sizes,
})

async function ofSize(installations: number) {
  const folder = benchFolder()
  const [json, sqlite] = [join(folder, 'store.json'), join(folder, 'store.db')]
  const stores = await Promise.all(
    [`json:${json}`, `sqlite:${sqlite}`].map(async (address) => {
      const database = await openDatabase(address)
      const store = createStore(database)
      await insertInstallations(store, database, installations)
      return store
    }),
  )
  const once = (at: number) => () =>
    runCallers(CALLERS, ROUND_MS, () => renewOnce(stores[at]!, randomIndex(installations)))
  const results = await alternate({ json: once(0), sqlite: once(1) }, ROUNDS)
  const file_mb = round(statSync(json).size / 1024 / 1024, 1)
  for (const store of stores) await store.close()
  const figures = (name: keyof typeof results) => {
    const latencies = results[name].flatMap((done) => done.latencies)
    return { p50_ms: round(quantile(latencies, 0.5)), p99_ms: round(quantile(latencies, 0.99)) }
  }
  return { installations, file_mb, json: figures('json'), sqlite: figures('sqlite') }
}
