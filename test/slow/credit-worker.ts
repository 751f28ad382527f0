import { randomBytes } from 'node:crypto'
import type { CallContext } from '../../src/store/context.ts'
import { openDatabase } from '../../src/store/open.ts'
import { createStore } from '../../src/store/store.ts'

/** The process that is killed: starts after an outage, and reports each transaction of the credit once it is on disk. */
const [address = '', now = ''] = process.argv.slice(2)
const context: CallContext = {
  now,
  actor: { type: 'platform', id: null, ip: null },
  request_id: null,
  user_agent: '',
  random: randomBytes,
}

const database = await openDatabase(address, { clock: 'caller' })
const store = createStore({
  ...database,
  async transact(work) {
    const result = await database.transact(work)
    process.stdout.write('step\n')
    return result
  },
})
await store.creditDowntime(context, {})
process.stdout.write('ready\n')
await store.close()
