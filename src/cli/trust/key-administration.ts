import type { Timestamp } from '../../domain/time.ts'
import type { SigningKeyUse } from '../../domain/trust/signing-keys.ts'
import type { CallContext } from '../../store/context.ts'
import type { Store } from '../../store/store.ts'

interface KeyServices {
  readonly store: Store
  readonly context: () => CallContext
  readonly master_key: Uint8Array
  /** Called after a change, so that this process signs with the new keys at once. */
  readonly onChange?: () => Promise<void>
}

/** Changes the keys of the platform. No command receives the master key. */
export const administerKeys = ({
  store,
  context,
  master_key,
  onChange = async () => undefined,
}: KeyServices) => {
  const changed = async <Outcome>(outcome: Promise<Outcome>): Promise<Outcome> => {
    const result = await outcome
    await onChange()
    return result
  }
  return {
    list: (now: Timestamp) => store.listSigningKeys({ now, master_key }),
    rotate: (input: { use: SigningKeyUse; overlap_ms: number }) =>
      changed(store.rotateSigningKey(context(), { ...input, master_key })),
    retire: (key_id: string) => changed(store.retireSigningKey(context(), { key_id, master_key })),
    compromise: (key_id: string) =>
      changed(store.compromiseSigningKey(context(), { key_id, master_key })),
  }
}

export type KeyAdministration = ReturnType<typeof administerKeys>
