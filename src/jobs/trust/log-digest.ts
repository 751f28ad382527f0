import type { MasterKeys } from '../../domain/trust/master-keys.ts'
import type { CallContext } from '../../store/context.ts'
import type { Store } from '../../store/store.ts'
import { logDamaged } from '../../store/transactions/transparency/log-digest.ts'

interface DigestServices {
  readonly store: Pick<Store, 'advanceLogDigest'>
  readonly master_keys: MasterKeys
  readonly platformContext: () => CallContext
}

/**
 * Reads the entries of the log that the stored digest lacks (docs/specification/trust.md#log-digest).
 * @throws StoreRefused if entries are not those that the log signed
 */
export async function keepLogDigest(services: DigestServices): Promise<void> {
  // What was read before may have been damaged only then, so everything is read once more.
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
