import {
  planCompromise,
  planRetirement,
  planRotation,
  type CompromiseDecision,
  type KeyPlan,
  type RetirementDecision,
  type RotationDecision,
} from '../../../domain/trust/key-rotation.ts'
import { resealSigningKey } from '../../../domain/trust/sealed-keys.ts'
import {
  keyStateAt,
  type OpenedKey,
  type SigningKeyContent,
  type SigningKeyState,
  type SigningKeyUse,
} from '../../../domain/trust/signing-keys.ts'
import type { AuditKind } from '../../../domain/audit/kinds.ts'
import type { Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit } from '../audit/records.ts'
import { logKey } from '../transparency/entries.ts'
import { sealingKey, type KeyRingInput } from './master-keys.ts'
import { insertKey, lockKeys, openCurrentKeys, requireKeys } from './platform-keys.ts'

/** The data of a signing key that operators see. */
export interface SigningKeySummary extends SigningKeyContent {
  readonly key_id: string
  readonly state: SigningKeyState
}

/** A completed change of keys: the key that was added, and the dates of all keys of this use after the change. */
interface KeysChanged {
  readonly kind: 'changed'
  readonly created: string | null
  readonly keys: readonly SigningKeySummary[]
}
type Outcome<Decision> = Exclude<Decision, KeyPlan> | KeysChanged

/** Returns the signing keys without the private keys, oldest first. */
export const listSigningKeys = async (
  tx: ReadTx,
  { now, ...access }: KeyRingInput & { readonly now: Timestamp },
): Promise<readonly SigningKeySummary[]> => (await requireKeys(tx, access)).map(summaryAt(now))

/** Rotates the key for statements or that of the log (docs/specification/trust.md#key-rotation). */
export async function rotateSigningKey(
  tx: Tx,
  context: CallContext,
  { use, overlap_ms, ...access }: KeyRingInput & { use: SigningKeyUse; overlap_ms: number },
): Promise<Outcome<RotationDecision>> {
  await lockKeys(tx, context)
  const decision = planRotation(await requireKeys(tx, access), {
    use,
    overlap_ms,
    now: context.now,
  })
  if (decision.kind !== 'planned') return decision
  const retired = decision.changed.map(({ key }) => key.key_id)
  return carryOut(tx, context, { ...access, use, decision }, (created) => ({
    event_type: 'key.rotated',
    key_id: created!.key_id,
    metadata: {
      use,
      active_at: created!.active_at,
      ...(retired.length > 0 && { replaces: retired.join(' ') }),
    },
  }))
}

/** Ends the overlap of a rotation early: the key is retired as soon as every process can know about it. */
export async function retireSigningKey(
  tx: Tx,
  context: CallContext,
  { key_id, ...access }: KeyRingInput & { key_id: string },
): Promise<Outcome<RetirementDecision>> {
  await lockKeys(tx, context)
  const keys = await requireKeys(tx, access)
  const decision = planRetirement(keys, { key_id, now: context.now })
  if (decision.kind !== 'planned') return decision
  const { use } = keys.find((key) => key.key_id === key_id)!
  const retired_at = decision.changed.find(({ key }) => key.key_id === key_id)?.changes.retired_at
  return carryOut(tx, context, { ...access, use, decision }, () => ({
    event_type: 'key.retired',
    key_id,
    metadata: { use, ...(typeof retired_at === 'string' && { retired_at }) },
  }))
}

/** Marks a key as compromised: nothing that it signed is accepted any more. */
export async function compromiseSigningKey(
  tx: Tx,
  context: CallContext,
  { key_id, ...access }: KeyRingInput & { key_id: string },
): Promise<Outcome<CompromiseDecision>> {
  await lockKeys(tx, context)
  const keys = await requireKeys(tx, access)
  const decision = planCompromise(keys, { key_id, now: context.now })
  if (decision.kind !== 'planned') return decision
  const { use } = keys.find((key) => key.key_id === key_id)!
  return carryOut(tx, context, { ...access, use, decision }, (created) => ({
    event_type: 'key.compromised',
    key_id,
    metadata: { use, ...(created && { replaced_by: created.key_id }) },
  }))
}

interface KeyRecord {
  readonly event_type: AuditKind & `key.${string}`
  readonly key_id: string
  readonly metadata: Readonly<Record<string, string>>
}

/** Applies a plan to the store and to the log, and records it in the platform's audit chain. */
async function carryOut(
  tx: Tx,
  context: CallContext,
  plan: KeyRingInput & { use: SigningKeyUse; decision: KeyPlan },
  recordOf: (created: OpenedKey | undefined) => KeyRecord,
): Promise<KeysChanged> {
  const {
    master_keys,
    use,
    decision: { created: content, changed },
  } = plan
  const master_key = await sealingKey(tx, context, master_keys)
  const created = content && (await insertKey(tx, context, { master_keys }, content))
  if (created) await logKey(tx, context, 'key.created', created)
  for (const { key, changes } of changed) {
    const { sealed } = resealSigningKey(master_key, key, changes, context.random(12))
    await tx.signing_keys.update({ key_id: key.key_id }, { sealed })
    if (changes.compromised_at) await logKey(tx, context, 'key.compromised', key)
    if (changes.retired_at) await logKey(tx, context, 'key.retired', key, changes.retired_at)
  }
  if (created || changed.length > 0) {
    const { event_type, key_id, metadata } = recordOf(created)
    const target = { type: 'signing_key' as const, id: key_id }
    await appendAudit(tx, context, { event_type, organization_id: null, target, metadata })
  }
  const keys = await openCurrentKeys(tx, { master_keys })
  return {
    kind: 'changed',
    created: created?.key_id ?? null,
    keys: keys.filter((key) => key.use === use).map(summaryAt(context.now)),
  }
}

const summaryAt =
  (now: Timestamp) =>
  (key: OpenedKey): SigningKeySummary => {
    const { key_id, use, created_at, active_at, retired_at, compromised_at, signed_again_at } = key
    return {
      key_id,
      use,
      state: keyStateAt(key, now),
      created_at,
      active_at,
      retired_at,
      compromised_at,
      signed_again_at,
    }
  }
