import type { MasterKeys } from '../../domain/trust/master-keys.ts'
import type { Store } from '../../store/store.ts'
import type { JobContext } from '../job-loop.ts'
import { logDamaged } from '../../store/transactions/transparency/log-digest.ts'

interface DigestServices extends Pick<JobContext, 'platformContext'> {
  readonly store: Pick<Store, 'advanceLogDigest'>
  readonly master_keys: MasterKeys
}

/**
 * Reads the entries of the log that the stored digest lacks (docs/specification/trust.md#log-digest).
 * @throws StoreRefused if entries are not those that the log signed
 */
export async function updateLogDigest(services: DigestServices): Promise<void> {
  // The stored digest can be damaged although the log is intact, so the first failure only discards it, and the log is read again from its
  // beginning.
  if ((await advance(services)) === 'damaged' && (await advance(services)) === 'damaged')
    throw logDamaged()
}

async function advance({
  store,
  master_keys,
  platformContext,
}: DigestServices): Promise<'current' | 'damaged'> {
  for (;;) {
    const { kind } = await master_keys.use((ring) =>
      store.advanceLogDigest(platformContext(), { master_keys: ring }),
    )
    if (kind !== 'more') return kind
  }
}
