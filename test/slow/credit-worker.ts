import { callContext } from '../kit/context.ts'
import { openDatabase } from '../../src/store/open.ts'
import { createStore } from '../../src/store/store.ts'

/** The process that is killed: it starts after an outage, and reports each transaction of the credit once it is on disk. */
const [address = '', now = ''] = process.argv.slice(2)

const database = await openDatabase(address, { clock: 'caller' })
const store = createStore({
  ...database,
  async transact(work) {
    const result = await database.transact(work)
    process.stdout.write('step\n')
    return result
  },
})
await store.creditDowntime(callContext({ now }), {})
process.stdout.write('ready\n')
await store.close()
