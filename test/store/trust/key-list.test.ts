import { afterEach, expect, it } from 'vitest'
import { administerKeys } from '../../../src/cli/trust/key-administration.ts'
import { keys } from '../../../src/cli/trust/keys.ts'
import type { OperatorServices } from '../../../src/cli/operator/command.ts'
import { fixedKeys } from '../../../src/store/master-keys/open.ts'
import { newLocationInMemory, runCleanups } from '../stores.ts'
import { MASTER_KEYS, NEW_MASTER_KEY, newWorld } from '../world.ts'

afterEach(runCleanups)

it('lists the master key in force as missing if the source lacks it', async () => {
  const { store, context, clock } = await newWorld(newLocationInMemory())
  const list = keys.find(({ path }) => path === 'key list')!
  const listWith = (key: typeof NEW_MASTER_KEY) => {
    const master_keys = fixedKeys(key)
    const services = {
      store,
      context,
      now: () => clock.now,
      masterKeys: async () => master_keys,
      keys: async () => administerKeys({ store, context, master_keys }),
    } satisfies Partial<OperatorServices>
    return list.execute(services as Partial<OperatorServices> as OperatorServices, {})
  }
  const [inForce] = MASTER_KEYS
  expect(await listWith(inForce!)).toMatchObject({
    items: [{ use: 'statements', state: 'active' }],
    missing: null,
    master_keys: [{ id: inForce!.id, state: 'in_force', present: true }],
  })
  expect(await listWith(NEW_MASTER_KEY)).toMatchObject({
    items: [],
    missing: expect.stringContaining(`it needs the master key ${inForce!.id}`) as string,
    master_keys: [
      { id: NEW_MASTER_KEY.id, state: 'unused', present: true },
      { id: inForce!.id, state: 'in_force', present: false },
    ],
  })
})
