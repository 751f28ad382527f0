/** One process of the platform in `bench/lease-postgres.ts`, without HTTP: `node bench/kit/replica.ts ADDRESS INSTALLATIONS CALLERS`. */
import { openDatabase } from '../../src/store/open.ts'
import { createStore } from '../../src/store/store.ts'
import { randomIndex, renewOnce, runCallers } from './heartbeats.ts'

export interface ReplicaRequest {
  readonly milliseconds: number
  readonly authenticate: boolean
}

const [address = '', installations = '', callers = ''] = process.argv.slice(2)
const store = createStore(await openDatabase(address, { wait_ms: 60_000 }))
process.on('message', (message: ReplicaRequest | 'end') => {
  if (message === 'end') return void store.close().finally(() => process.exit())
  void runCallers(Number(callers), message.milliseconds, () =>
    renewOnce(store, randomIndex(Number(installations)), message.authenticate),
  ).then((done) => process.send!({ ...done, rss: process.memoryUsage.rss() }))
})
process.once('disconnect', () => process.exit())
process.send!('ready')
