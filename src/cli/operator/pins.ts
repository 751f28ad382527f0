import { pinKey } from '../../domain/organizations/sign-in.ts'
import type { PinChallenge } from '../../domain/records.ts'
import { pin } from '../../domain/secrets.ts'
import type { MasterKeys } from '../../domain/trust/master-keys.ts'
import type { Store } from '../../store/store.ts'

/**
 * Returns the function that computes the PIN of a challenge. The function is obtained before a PIN is shown, so that the audit log never
 * records that a PIN was shown if it could not be computed.
 * @throws MasterKeyMissing
 */
export async function pinsOf(
  store: Pick<Store, 'readOpeningKeys'>,
  master_keys: MasterKeys,
): Promise<(challenge: PinChallenge) => string> {
  const keys = await master_keys.use((ring) => store.readOpeningKeys({ master_keys: ring }))
  return (challenge) => pin(pinKey(keys, challenge), challenge.challenge_id)
}
