import type { Agent } from '../../../domain/records.ts'
import {
  headsEntry,
  privateEntry,
  publicEntry,
  type AgentEvent,
} from '../../../domain/transparency/entries.ts'
import type { HeadsEntry } from '../../../domain/transparency/heads.ts'
import { keyEntry, type KeyEvent } from '../../../domain/transparency/key-entries.ts'
import { loggedKeyOf } from '../../../domain/transparency/log-signer.ts'
import { ms, type Timestamp } from '../../../domain/time.ts'
import type { OpenedKey } from '../../../domain/trust/signing-keys.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'

const SALT_BYTES = 32

/**
 * Adds an entry about a registration to the log, in the transaction of the change, so that either both are stored or neither is. The
 * sequencer assigns its leaf index later (`sequenceLog`), because assigning it in these transactions would serialize them.
 * @param options.isFirst whether the log is known to have no entry about the registration, which saves a query
 */
export async function logAgent(
  tx: Tx,
  context: CallContext,
  type: AgentEvent,
  agent: Agent,
  { isFirst = false }: { readonly isFirst?: boolean } = {},
): Promise<void> {
  const record = { type, at: context.now }
  const salt = agent.private ? context.random(SALT_BYTES) : undefined
  await insertEntry(tx, context, {
    entry: salt ? privateEntry(record, agent, salt) : publicEntry(record, loggedAgentOf(agent)),
    subject: subjectOf(agent),
    salt: salt ? Buffer.from(salt).toString('hex') : null,
    rank: rankOf(type, agent),
    isFirst,
  })
}

/**
 * The subject of the entries about the heads of the audit chains. It cannot equal the subject of a registration or a key, because such a
 * subject contains a space.
 */
export const HEADS_SUBJECT = 'heads'

/** Adds an entry that commits to the heads of the audit chains. */
export const logHeads = (tx: Tx, context: CallContext, heads: HeadsEntry): Promise<void> =>
  insertEntry(tx, context, { entry: headsEntry(heads), subject: HEADS_SUBJECT })

/** Adds an entry about a signing key to the log, in the transaction of the change. @param retired_at when it stops signing */
export const logKey = (
  tx: Tx,
  context: CallContext,
  type: KeyEvent,
  key: Pick<OpenedKey, 'key_id' | 'use' | 'public_key'>,
  retired_at?: Timestamp,
): Promise<void> =>
  insertEntry(tx, context, {
    entry: keyEntry({ type, at: context.now }, loggedKeyOf(key), retired_at),
    subject: subjectOfKey(key.key_id),
  })

interface NewEntry {
  readonly entry: string
  readonly subject: string
  readonly salt?: string | null
  /** The rank among the entries of one millisecond, from 0 to 3. */
  readonly rank?: number
  readonly isFirst?: boolean
}

/**
 * Adds an entry. Entries are ordered by time, but an entry always follows the last one about the same subject, even if the clock was set
 * back. No other transaction can add an entry about the subject at the same time, because the row of the subject (or, for the heads, the
 * state of their publication) is locked. A counter is not used, because it would need an index that every registration would have to write.
 */
async function insertEntry(
  tx: Tx,
  context: CallContext,
  { entry, subject, salt = null, rank = 0, isFirst = false }: NewEntry,
): Promise<void> {
  const after = isFirst ? undefined : await lastArrival(tx, subject)
  await tx.log_entries.insert({
    subject,
    arrival: Math.max(4 * ms(context.now) + rank, (after ?? 0) + 1),
    leaf_index: null,
    entry,
    salt,
    created_at: context.now,
  })
}

async function lastArrival(tx: Tx, subject: string): Promise<number | undefined> {
  const [last] = await tx.log_entries.select(['arrival'], {
    where: { subject },
    orderBy: ['arrival'],
    descending: true,
    limit: 1,
  })
  return last?.arrival
}

/** Returns the last entry about a subject, which may be pending. */
export const lastEntryAbout = (tx: ReadTx, subject: string) =>
  tx.log_entries.first({
    where: { subject },
    orderBy: ['arrival'],
    descending: true,
    lock: false,
  })

/**
 * Returns the rank of an entry among those of one millisecond: the end of a claim comes before the proven registration that ended it. If
 * the claim was logged in the same millisecond, its end follows it nevertheless, because `insertEntry` puts an entry after the last one
 * about its subject.
 */
function rankOf(type: AgentEvent, { proven_at }: Agent): number {
  if (type === 'agent.displaced') return 0
  return proven_at === null ? 1 : 3
}

const loggedAgentOf = (agent: Agent) => {
  const { svc_id, name, version, public_key, manifest_hash, proven_at } = agent
  return { svc_id, name, version, public_key, manifest_hash, proved: proven_at !== null }
}

/** Returns the subject of the entries about a registration. An id contains no space. */
export const subjectOf = ({
  svc_id,
  organization_id,
}: Pick<Agent, 'svc_id' | 'organization_id'>): string => `${organization_id} ${svc_id}`

/** Returns the subject of the entries about a signing key. No organization has the identifier `key`. */
export const subjectOfKey = (key_id: string): string => `key ${key_id}`
