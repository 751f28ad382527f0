import type { Agent } from '../../../domain/records.ts'
import {
  headsEntry,
  keyEntry,
  privateEntry,
  publicEntry,
  type AgentEvent,
  type LogEventType,
  type KeyEvent,
} from '../../../domain/transparency/entries.ts'
import type { HeadsEntry } from '../../../domain/transparency/heads.ts'
import { loggedKeyOf } from '../../../domain/transparency/log-signer.ts'
import { ms, type Timestamp } from '../../../domain/time.ts'
import type { OpenedKey } from '../../../domain/trust/signing-keys.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'

const SALT_BYTES = 32

/**
 * Adds an entry about a registration to the log, in the transaction of the change, so that both are stored or neither. It gets its place in
 * the tree later (`sequenceLog`), because places that are given out within the transactions would make all of them wait for one another.
 */
export async function logAgent(
  tx: Tx,
  context: CallContext,
  type: AgentEvent,
  agent: Agent,
): Promise<void> {
  const record = { type, at: context.now }
  const salt = agent.private ? context.random(SALT_BYTES) : undefined
  await insertEntry(tx, context, {
    type,
    entry: salt ? privateEntry(record, agent, salt) : publicEntry(record, loggedAgentOf(agent)),
    subject: subjectOf(agent),
    salt: salt ? Buffer.from(salt).toString('hex') : null,
  })
}

/** The entries about the heads of the audit chains. An identifier of a registration has a blank, so no other entry has this subject. */
export const HEADS_SUBJECT = 'heads'

/** Adds an entry that commits to the heads of the audit chains. */
export const logHeads = (tx: Tx, context: CallContext, heads: HeadsEntry): Promise<void> =>
  insertEntry(tx, context, {
    type: 'audit.heads',
    entry: headsEntry(heads),
    subject: HEADS_SUBJECT,
    salt: null,
  })

interface NewEntry {
  readonly type: LogEventType
  readonly entry: string
  readonly subject: string
  readonly salt: string | null
}

async function insertEntry(
  tx: Tx,
  context: CallContext,
  { type, ...entry }: NewEntry,
): Promise<void> {
  await tx.log_entries.insert({
    entry_id: newId(context),
    arrival: await nextArrival(tx, context, { type, subject: entry.subject }),
    leaf_index: null,
    ...entry,
    created_at: context.now,
  })
}

/** Adds an entry about a signing key to the log, in the transaction of the change. @param retired_at when it stops signing */
export async function logKey(
  tx: Tx,
  context: CallContext,
  type: KeyEvent,
  key: Pick<OpenedKey, 'key_id' | 'use' | 'public_key'>,
  retired_at?: Timestamp,
): Promise<void> {
  const subject = subjectOfKey(key.key_id)
  await tx.log_entries.insert({
    entry_id: newId(context),
    arrival: await nextArrival(tx, context, { type, subject }),
    leaf_index: null,
    entry: keyEntry({ type, at: context.now }, loggedKeyOf(key), retired_at),
    subject,
    salt: null,
    created_at: context.now,
  })
}

/**
 * Returns the number by which entries are ordered: the time, with a registration that ends before one that begins at the same time, but
 * always more than that of the last entry about the registration, even if the clock was set back. Nobody else adds an entry about it now,
 * because its row (or the turn to publish heads) is locked. A counter would need an index of its own, which every registration would have to write.
 */
async function nextArrival(
  tx: Tx,
  { now }: CallContext,
  { type, subject }: { type: LogEventType; subject: string },
): Promise<number> {
  const last = await tx.log_entries.first({
    where: { subject },
    orderBy: ['arrival'],
    descending: true,
    lock: false,
  })
  return Math.max(2 * ms(now) + (type === 'agent.displaced' ? 0 : 1), (last?.arrival ?? 0) + 1)
}

const loggedAgentOf = (agent: Agent) => {
  const { svc_id, name, version, public_key, manifest_hash, proven_at } = agent
  return { svc_id, name, version, public_key, manifest_hash, proved: proven_at !== null }
}

/** Returns the subject of the entries about a registration. An id contains no blank. */
export const subjectOf = ({
  svc_id,
  organization_id,
}: Pick<Agent, 'svc_id' | 'organization_id'>): string => `${organization_id} ${svc_id}`

/** Returns the subject of the entries about a signing key. No organization has the identifier `key`. */
export const subjectOfKey = (key_id: string): string => `key ${key_id}`
