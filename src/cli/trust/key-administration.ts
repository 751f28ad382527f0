import type { Timestamp } from '../../domain/time.ts'
import type { SigningKeyUse } from '../../domain/trust/signing-keys.ts'
import type { CallContext } from '../../store/context.ts'
import type { MasterKeys } from '../../domain/trust/master-keys.ts'
import type { Store } from '../../store/store.ts'

interface KeyServices {
  readonly store: Store
  readonly context: () => CallContext
  readonly master_keys: MasterKeys
  /** Called after a change, so that this process signs with the new keys at once. */
  readonly onChange?: () => Promise<void>
}

/** Returns the functions that list and change the signing keys of the platform, so that commands do not need the master keys for them. */
export const administerKeys = ({
  store,
  context,
  master_keys,
  onChange = async () => undefined,
}: KeyServices) => {
  const changed = async <Outcome>(outcome: Promise<Outcome>): Promise<Outcome> => {
    const result = await outcome
    await onChange()
    return result
  }
  return {
    list: (now: Timestamp) =>
      master_keys.use((ring) => store.listSigningKeys({ now, master_keys: ring })),
    rotate: (input: { use: SigningKeyUse; overlap_ms: number }) =>
      changed(
        master_keys.use((ring) =>
          store.rotateSigningKey(context(), { ...input, master_keys: ring }),
        ),
      ),
    retire: (key_id: string) =>
      changed(
        master_keys.use((ring) => store.retireSigningKey(context(), { key_id, master_keys: ring })),
      ),
    markCompromised: (key_id: string) =>
      changed(
        master_keys.use((ring) =>
          store.compromiseSigningKey(context(), { key_id, master_keys: ring }),
        ),
      ),
  }
}

export type KeyAdministration = ReturnType<typeof administerKeys>
