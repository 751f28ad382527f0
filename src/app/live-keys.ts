import { SIGNING_KEY } from '../domain/limits.ts'
import type { LiveKeys, OpenedKey } from '../domain/trust/signing-keys.ts'
import type { MasterKeys } from '../domain/trust/master-keys.ts'
import type { Store } from '../store/store.ts'

interface LiveKeyOptions {
  readonly store: Pick<Store, 'readSigningKeys'>
  readonly master_keys: MasterKeys
  readonly now_ms: () => number
}

/**
 * Reads the signing keys. The caller keeps them current with `refreshIfDue` while the process is running. A rotation publishes a new key
 * for statements at least a minute before it signs, so a process that reads the keys every few seconds signs with it on time, and no
 * request waits for the store.
 */
export async function createLiveKeys({
  store,
  master_keys,
  now_ms,
}: LiveKeyOptions): Promise<LiveKeys> {
  let read_ms = -Infinity
  const keys = {
    current: [] as readonly OpenedKey[],
    async refresh() {
      const began_ms = now_ms()
      keys.current = await master_keys.use((ring) => store.readSigningKeys({ master_keys: ring }))
      read_ms = began_ms
    },
    async refreshIfDue() {
      // A clock that was set back must not postpone the next reading.
      if (Math.abs(now_ms() - read_ms) < SIGNING_KEY.refresh_ms) return false
      await keys.refresh()
      return true
    },
  }
  await keys.refresh()
  return keys
}
