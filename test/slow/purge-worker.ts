import { masterKey } from '../../src/domain/secrets.ts'
import { callContext } from '../kit/context.ts'
import { openDatabase } from '../../src/store/open.ts'
import { createStore } from '../../src/store/store.ts'
import { atMost } from '../kit/bounds.ts'

/** The process that is killed: until then, it purges a chain of old records and appends new ones. */
const [address = '', now = ''] = process.argv.slice(2)
const context = () => callContext({ now })

const store = createStore(await openDatabase(address, { clock: 'caller' }))
const signer = await store.loadSigner(context(), { master_keys: [masterKey(new Uint8Array(32))] })
for (const _ of atMost(100_000, 'nobody killed this process')) {
  const [{ purged }] = await Promise.all([
    store.purgeAudit(context(), { signer }),
    store.setPlan(context(), { organization_id: 'org_kill', plan: 'enterprise' }),
  ])
  process.stdout.write(`${purged}\n`)
}
