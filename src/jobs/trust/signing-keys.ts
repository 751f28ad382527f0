import { updateLogDigest } from '../transparency/log-digest.ts'
import { needsSigningAgain } from '../../domain/trust/key-rotation.ts'
import type { LiveKeys, Signer } from '../../domain/trust/signing-keys.ts'
import type { MasterKeys } from '../../domain/trust/master-keys.ts'
import type { JobContext } from '../job-loop.ts'

export interface SigningKeyServices extends JobContext {
  readonly keys: LiveKeys
  readonly signer: Signer
  readonly master_keys: MasterKeys
}

/** Maximum number of transactions in one pass, so that the keys are read again in time. */
const MAX_BATCHES = 10

/**
 * Keeps the keys of this process current, and re-signs statements that were signed with keys that have since been retired or compromised.
 * Returns the number of transactions.
 */
export async function maintainSigningKeys({
  store,
  keys,
  signer,
  master_keys,
  now,
  platformContext,
}: SigningKeyServices): Promise<number> {
  if (await keys.refreshIfDue()) await updateLogDigest({ store, master_keys, platformContext })
  if (!keys.current.some((key) => needsSigningAgain(key, now()))) return 0
  let batches = 0
  for (let more = true; more && batches < MAX_BATCHES; batches += 1)
    ({ more } = await master_keys.use((ring) =>
      store.reSign(platformContext(), { signer, master_keys: ring }),
    ))
  await keys.refresh()
  return batches
}
