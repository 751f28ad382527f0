import type { AuditKind } from './kinds.ts'
import { sha256Hex, canonicalize } from '../crypto/hash.ts'
import type { JsonObject } from '../json.ts'
import type { Timestamp } from '../time.ts'

/**
 * The actor that caused the event (docs/specification/audit.md#actors). `id` is null where none is known or disclosed, and for the
 * platform.
 */
export interface AuditActor {
  type: string
  id: string | null
  ip: string | null
}

/** The object that the event concerns. */
interface AuditTarget {
  type: string
  id: string
}

type AuditOutcome = 'success' | 'failure' | 'denied'

/**
 * One record of a hash chain (docs/specification/audit.md#record). Each organization has its own chain, and so has the platform.
 */
export interface AuditRecord {
  /** UUIDv7. */
  id: string
  /** Counts from 1 within the chain, without gaps. */
  sequence: number
  organization_id: string | null
  workspace_id: string | null
  event_type: AuditKind
  actor: AuditActor
  target: AuditTarget | null
  outcome: AuditOutcome
  reason: string | null
  request_id: string | null
  occurred_at: Timestamp
  metadata: JsonObject
  /** `hash` of the record before it; 64 zeros for the first. */
  prev_hash: string
  hash: string
}

/**
 * An event that a transaction reports, from which `link` makes a record. Absent members default to null, `outcome` to `success`, and
 * `metadata` to an empty object.
 */
export interface AuditEvent {
  organization_id: string | null
  workspace_id?: string | null
  event_type: AuditKind
  actor: AuditActor
  target?: AuditTarget | null
  outcome?: AuditOutcome
  reason?: string | null
  request_id?: string | null
  metadata?: JsonObject
}

/** The stored form of a record. `chain` is the organization, or `platform` for records that belong to none. */
export interface AuditRow extends AuditRecord {
  chain: string
}

/** The newest record of a chain. */
export interface ChainHead {
  sequence: number
  hash: string
}

/** The stored form of a chain's newest record. */
export interface AuditHead extends ChainHead {
  chain: string
  /** When the chain is next checked for records to purge; null means at the next opportunity. */
  purge_at: Timestamp | null
}

export const FIRST_PREV_HASH = '0'.repeat(64)

/**
 * Returns the next record of a chain.
 * @param previous the newest record of the same chain; `undefined` if there is none
 * @param id a UUIDv7
 */
export function link(
  previous: ChainHead | undefined,
  event: AuditEvent,
  id: string,
  now: Timestamp,
): AuditRecord {
  const { organization_id, event_type, actor, outcome = 'success', metadata = {} } = event
  const { workspace_id = null, target = null, reason = null, request_id = null } = event
  const content = storable({
    organization_id,
    workspace_id,
    event_type,
    actor,
    target,
    outcome,
    reason,
    request_id,
    metadata,
  })
  const sequence = (previous?.sequence ?? 0) + 1
  const prev_hash = previous?.hash ?? FIRST_PREV_HASH
  const record = { id, sequence, ...content, occurred_at: now, prev_hash }
  return { ...record, hash: recordHash(record) }
}

/** A record as responses and exports show it, without members that are null. */
export interface ShownAuditRecord {
  id: string
  sequence: number
  organization_id?: string
  workspace_id?: string
  event_type: AuditKind
  actor: { type: string; id?: string; ip?: string }
  target?: AuditTarget
  outcome: AuditOutcome
  reason?: string
  request_id?: string
  occurred_at: Timestamp
  metadata: JsonObject
  prev_hash: string
  hash: string
}

/** Returns a stored record in the form in which it is shown. The receiver can recompute its hash from this form. */
export function shownAuditRecord(record: AuditRecord): ShownAuditRecord {
  const { organization_id, workspace_id, actor, target, reason, request_id } = record
  return {
    id: record.id,
    sequence: record.sequence,
    ...(organization_id !== null && { organization_id }),
    ...(workspace_id !== null && { workspace_id }),
    event_type: record.event_type,
    actor: {
      type: actor.type,
      ...(actor.id !== null && { id: actor.id }),
      ...(actor.ip !== null && { ip: actor.ip }),
    },
    ...(target && { target: { type: target.type, id: target.id } }),
    outcome: record.outcome,
    ...(reason !== null && { reason }),
    ...(request_id !== null && { request_id }),
    occurred_at: record.occurred_at,
    metadata: record.metadata,
    prev_hash: record.prev_hash,
    hash: record.hash,
  }
}

/**
 * Returns the hex SHA-256 over the JCS form of a record as it is shown, without its `hash`. Null and absent members are equivalent, and
 * members that a store adds are ignored. The members are listed here in canonical order, and JCS serializes strings and numbers like
 * JSON.stringify, so only the metadata has to be sorted. This is twice as fast as canonicalizing the whole record.
 */
export function recordHash(
  record: Omit<AuditRecord, 'hash'> | Omit<ShownAuditRecord, 'hash'>,
): string {
  const { actor, target, event_type, id, occurred_at, outcome, prev_hash, sequence } = record
  const [organization_id, reason, request_id, workspace_id] = [
    record.organization_id,
    record.reason,
    record.request_id,
    record.workspace_id,
  ].map((text) => text ?? undefined)
  const actorFields = { id: actor.id ?? undefined, ip: actor.ip ?? undefined, type: actor.type }
  const targetFields = target ? { id: target.id, type: target.type } : undefined
  const before = JSON.stringify({ actor: actorFields, event_type, id })
  const after = JSON.stringify({
    occurred_at,
    organization_id,
    outcome,
    prev_hash,
    reason,
    request_id,
    sequence,
    target: targetFields,
    workspace_id,
  })
  return sha256Hex(
    `${before.slice(0, -1)},"metadata":${canonicalize(record.metadata)},${after.slice(1)}`,
  )
}

const UNSTORABLE = /\\(?:\\|u0000|ud[89a-f][0-9a-f]{2})/g

/**
 * Replaces NUL and lone surrogates, which PostgreSQL or UTF-8 cannot represent, with U+FFFD, so that every store returns the same value.
 * Otherwise hostile text could prevent an event from being recorded, or invalidate its hash.
 */
function storable<T>(value: T): T {
  const json = JSON.stringify(value)
  if (!json.includes('\\u0000') && !json.includes('\\ud')) return value
  return JSON.parse(
    json.replace(UNSTORABLE, (escape) => (escape === '\\\\' ? escape : '\\ufffd')),
  ) as T
}

/** The searchable fields of a record. */
type Searchable = Pick<AuditRecord, 'id' | 'actor' | 'target' | 'reason' | 'request_id'>

/** Returns whether a record contains the text, ignoring case, in its actor, target, reason, request or identifier. */
export function mentions(
  { id, actor, target, reason, request_id }: Searchable,
  text: string,
): boolean {
  const needle = text.toLowerCase()
  return [actor.id, target?.id, reason, request_id, id].some((value) =>
    value?.toLowerCase().includes(needle),
  )
}
