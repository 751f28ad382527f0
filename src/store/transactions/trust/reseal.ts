import { open, seal, sealKeyId } from '../../../domain/secrets.ts'
import {
  idInForce,
  needsKey,
  openSealed,
  startRotation,
  type MasterKeyHistory,
  type RotationStart,
} from '../../../domain/trust/master-keys.ts'
import { signingKeyPurpose } from '../../../domain/trust/sealed-keys.ts'
import { PIN_LIFETIME_MS } from '../../../domain/limits.ts'
import { plus, type Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import { tableOf, type ReadTx, type Tx } from '../../database.ts'
import type { TableName } from '../../tables.ts'
import { sealPurpose } from '../audit/exports.ts'
import { appendAudit } from '../audit/records.ts'
import {
  readMasterKeyHistory,
  sealingKey,
  writeMasterKeyHistory,
  type KeyRingInput,
} from './master-keys.ts'

/** A table with sealed values in its column `sealed`. */
interface SealedTable {
  readonly table: TableName
  readonly key: string
  readonly purpose: (id: string) => string
}

/** Every table with sealed values (docs/specification/storage.md#sealed-values). */
export const SEALED_TABLES: readonly SealedTable[] = [
  { table: 'signing_keys', key: 'key_id', purpose: signingKeyPurpose },
  { table: 'exports', key: 'export_id', purpose: sealPurpose },
]

/** The maximum number of rows that one transaction reads and reseals. */
const ROWS_PER_STEP = 100

/** A position in the sealed tables: the index of a table in SEALED_TABLES, and the identifier of the last row that was read from it. */
export interface SealCursor {
  readonly table: number
  readonly after: string
}
const FIRST: SealCursor = { table: 0, after: '' }

interface SealedRow {
  readonly id: string
  readonly sealed: string
}

/**
 * Reads the next sealed values without locking them, and returns the position at which to continue; it is undefined after the last table.
 */
async function sealsFrom(
  tx: ReadTx,
  { table: number, after }: SealCursor,
): Promise<{
  readonly source: SealedTable
  readonly rows: readonly SealedRow[]
  readonly next: SealCursor | undefined
}> {
  const source = SEALED_TABLES[number]!
  const found = await tableOf(tx, source.table).select([source.key, 'sealed'], {
    where: { [source.key]: { gt: after } },
    orderBy: [source.key],
    limit: ROWS_PER_STEP,
  })
  const last = found.at(-1)?.[source.key]
  const next =
    found.length === ROWS_PER_STEP
      ? { table: number, after: String(last) }
      : { table: number + 1, after: '' }
  return {
    source,
    rows: found.flatMap((row) =>
      typeof row['sealed'] === 'string'
        ? [{ id: String(row[source.key]), sealed: row['sealed'] }]
        : [],
    ),
    next: next.table < SEALED_TABLES.length ? next : undefined,
  }
}

/**
 * Begins a rotation of the master key, or continues one that was interrupted: puts into force a key of the ring that has never been in
 * force (docs/specification/storage.md#master-rotation). From then on no other key seals anything.
 * @throws MasterKeyMissing
 */
export async function beginMasterRotation(
  tx: Tx,
  context: CallContext,
  { master_keys }: KeyRingInput,
): Promise<RotationStart> {
  await sealingKey(tx, context, master_keys)
  const history = await readMasterKeyHistory(tx, { lock: true })
  const start = startRotation(master_keys, history)
  if (start.kind !== 'put_in_force') return start
  await writeMasterKeyHistory(tx, [
    ...history,
    { id: start.id, in_force_from: context.now, sealed_again_at: null, retired_at: null },
  ])
  await appendAudit(tx, context, {
    event_type: 'key.rotated',
    organization_id: null,
    target: { type: 'master_key', id: start.id },
    metadata: { previous: idInForce(history) ?? null },
  })
  return start
}

export interface SealStep {
  readonly resealed: number
  /** The number of seals that no key of the ring opens; they are left unchanged. */
  readonly unopened: number
  /** The position at which the next step continues; undefined if everything has been sealed again. */
  readonly next: SealCursor | undefined
}

/**
 * Reseals some values under the key in force. The last step records that the rotation is complete. A rotation that was interrupted starts
 * over at the first table and skips what is already sealed under that key.
 * @throws MasterKeyMissing if the ring lacks the key in force, or an earlier one that a seal needs
 */
export async function resealStep(
  tx: Tx,
  context: CallContext,
  { master_keys, from = FIRST }: KeyRingInput & { readonly from?: SealCursor | undefined },
): Promise<SealStep> {
  const key = await sealingKey(tx, context, master_keys)
  const history = await readMasterKeyHistory(tx, { lock: true })
  const { source, rows, next } = await sealsFrom(tx, from)
  const table = tableOf(tx, source.table)
  let [resealed, unopened] = [0, 0]
  for (const { id } of rows.filter(({ sealed }) => sealKeyId(sealed) !== key.id)) {
    // The row is read again under a lock, because it may have been changed or deleted in the meantime.
    const sealed = (await table.get({ [source.key]: id }))?.['sealed']
    if (typeof sealed !== 'string' || sealKeyId(sealed) === key.id) continue
    const plaintext = openSealed(master_keys, history, {
      purpose: source.purpose(id),
      sealed,
    })
    if (plaintext) {
      const changes = { sealed: seal(key, source.purpose(id), plaintext, context.random(12)) }
      await table.update({ [source.key]: id }, changes)
      resealed += 1
    } else unopened += 1
  }
  if (!next) await completeRotation(tx, context, history)
  return { resealed, unopened, next }
}

const completeRotation = (tx: Tx, { now }: CallContext, history: MasterKeyHistory): Promise<void> =>
  writeMasterKeyHistory(
    tx,
    history.map((record, index) =>
      index === history.length - 1 && record.sealed_again_at === null
        ? { ...record, sealed_again_at: now }
        : record,
    ),
  )

/** Counts, in one step, the valid seals that need the given master key, and returns the cursor of the next step. */
export async function countSealsOf(
  tx: ReadTx,
  {
    master_keys,
    key_id,
    from = FIRST,
  }: KeyRingInput & { readonly key_id: string; readonly from?: SealCursor | undefined },
): Promise<{ readonly needing: number; readonly next: SealCursor | undefined }> {
  const history = await readMasterKeyHistory(tx, {})
  const own = master_keys.filter(({ id }) => id === key_id)
  const { source, rows, next } = await sealsFrom(tx, from)
  const needing = rows.filter(
    ({ id, sealed }) =>
      needsKey(sealed, key_id, history) &&
      // A seal that its own key does not open was damaged or forged, and no other key opens it.
      (own.length === 0 || open(own, source.purpose(id), sealed) !== undefined),
  ).length
  return { needing, next }
}

export type MasterRetirement =
  | { readonly kind: 'unknown' | 'in_force' | 'rotation_incomplete' }
  | { readonly kind: 'sign_ins'; readonly until: Timestamp }
  | { readonly kind: 'retired'; readonly at: Timestamp; readonly already: boolean }

/**
 * Retires a master key, so that it can no longer decrypt anything. The caller must have checked that no seal needs the key. No such seal
 * can be added, because the key is not in force.
 */
export async function retireMasterKey(
  tx: Tx,
  context: CallContext,
  { key_id }: { readonly key_id: string },
): Promise<MasterRetirement> {
  const history = await readMasterKeyHistory(tx, { lock: true })
  const record = history.find(({ id }) => id === key_id)
  if (!record) return { kind: 'unknown' }
  if (record.retired_at !== null) return { kind: 'retired', at: record.retired_at, already: true }
  if (idInForce(history) === key_id) return { kind: 'in_force' }
  if (history.at(-1)!.sealed_again_at === null) return { kind: 'rotation_incomplete' }
  // One challenge is enough to refuse: a sign-in that needs this key began before the next key came into force, or at the same moment.
  const challenge = await tx.pin_challenges.first({
    where: { expires_at: { gt: context.now }, master_key_id: key_id, consumed_at: null },
    lock: false,
  })
  if (challenge) {
    const last = plus(history[history.indexOf(record) + 1]!.in_force_from, PIN_LIFETIME_MS)
    return { kind: 'sign_ins', until: challenge.expires_at > last ? challenge.expires_at : last }
  }
  await writeMasterKeyHistory(
    tx,
    history.map((other) => (other === record ? { ...other, retired_at: context.now } : other)),
  )
  await appendAudit(tx, context, {
    event_type: 'key.retired',
    organization_id: null,
    target: { type: 'master_key', id: key_id },
  })
  return { kind: 'retired', at: context.now, already: false }
}
