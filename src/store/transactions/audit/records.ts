import {
  link,
  type AuditActor,
  type AuditEvent,
  type AuditRecord,
  type ChainHead,
} from '../../../domain/audit/record.ts'
import type { AuditCheckpoint } from '../../../domain/audit/checkpoint.ts'
import type { AuditKind } from '../../../domain/audit/kinds.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { AuditRow, Installation } from '../../../domain/records.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx, Where } from '../../database.ts'
import { pageOf, type Page, type Paging } from '../page.ts'

/** An event to be recorded in the audit log; the actor, the time and the request come from the call context. */
export type AuditEntry = Pick<AuditEvent, 'event_type' | 'organization_id' | 'target'> &
  Partial<Pick<AuditEvent, 'workspace_id' | 'outcome' | 'reason' | 'metadata'>> & {
    /**
     * What an organization learns about a caller of another organization: not which credential acted, from which address, or in which
     * request and trace (docs/specification/audit.md#other-organizations).
     */
    readonly disclosed_actor?: Pick<AuditActor, 'type' | 'id'> | undefined
  }

/** Returns the entry for an event of an installation. */
export const installationEvent = (
  event_type: AuditKind,
  {
    organization_id,
    workspace_id,
    installation_id,
  }: Pick<Installation, 'organization_id' | 'workspace_id' | 'installation_id'>,
  metadata?: AuditEvent['metadata'],
): AuditEntry => ({
  event_type,
  organization_id,
  workspace_id,
  target: { type: 'installation', id: installation_id },
  ...(metadata && { metadata }),
})

/**
 * The chain of events that belong to no organization, such as the use of an unknown token or e-mail address, and of events that no
 * organization may see.
 */
const PLATFORM_CHAIN = 'platform'

/** Appends a record to the organization's chain, in the transaction of the change, so that both are stored or neither. */
export const appendAudit = (tx: Tx, context: CallContext, entry: AuditEntry): Promise<void> =>
  append(tx, context, chainOf(entry), [entry])

/** Appends several records. All transactions lock chains in the same order, to avoid deadlocks. */
export async function appendAudits(
  tx: Tx,
  context: CallContext,
  entries: readonly AuditEntry[],
): Promise<void> {
  const chains = [...Map.groupBy(entries, chainOf)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [chain, group] of chains) await append(tx, context, chain, group)
}

const chainOf = ({ organization_id }: AuditEntry): string => organization_id ?? PLATFORM_CHAIN

async function append(
  tx: Tx,
  context: CallContext,
  chain: string,
  entries: readonly AuditEntry[],
): Promise<void> {
  const head = await tx.audit_heads.get({ chain })
  let last: ChainHead | undefined = head
  for (const entry of entries) {
    const record = link(last, eventOf(context, entry), newId(context), context.now)
    await tx.audit_log.insert({ chain, ...record })
    last = record
  }
  if (last)
    await tx.audit_heads.put({
      chain,
      sequence: last.sequence,
      hash: last.hash,
      purge_at: head?.purge_at ?? null,
    })
}

function eventOf(
  { actor, request_id, trace_id }: CallContext,
  { disclosed_actor, metadata, ...entry }: AuditEntry,
): AuditEvent {
  const event = { workspace_id: null, outcome: 'success' as const, reason: null, ...entry }
  return disclosed_actor
    ? {
        ...event,
        metadata: { ...metadata },
        actor: { ...disclosed_actor, ip: null },
        request_id: null,
      }
    : {
        ...event,
        metadata: { ...metadata, ...(trace_id !== undefined && { trace_id }) },
        actor,
        request_id,
      }
}

type Position = readonly [sequence: number]
export interface AuditQuery extends Paging<Position> {
  readonly reach: Reach
  readonly organization_id: string
  readonly workspace_id?: string | undefined
  readonly event_type?: string | undefined
}

/** Lists records, newest first. An organization or workspace beyond the caller's reach is reported as not found. */
export async function listAudit(
  tx: ReadTx,
  {
    reach,
    organization_id,
    workspace_id = reach.workspace_id ?? undefined,
    event_type,
    ...paging
  }: AuditQuery,
): Promise<
  { kind: 'not_found' } | (Page<AuditRecord, Position> & { checkpoint?: AuditCheckpoint })
> {
  if (!reaches(reach, { organization_id, ...(workspace_id !== undefined && { workspace_id }) }))
    return { kind: 'not_found' }
  const where = {
    chain: organization_id,
    ...(workspace_id !== undefined && { workspace_id }),
    ...(event_type !== undefined && { event_type: event_type as AuditKind }),
  }
  const checkpoint = await findCheckpoint(tx, { chain: organization_id })
  const total = await countMatching(tx, where, checkpoint)
  const page = await pageOf<AuditRow, Position>(
    tx.audit_log,
    { where, orderBy: ['sequence'], descending: true },
    { ...paging, total },
  )
  return { ...page, items: page.items.map(withoutChain), ...(checkpoint && { checkpoint }) }
}

/** Returns the number of matching records. Without filters nothing is counted, because a chain has no gaps. */
async function countMatching(
  tx: ReadTx,
  where: Where<AuditRow> & { chain: string },
  checkpoint: AuditCheckpoint | undefined,
): Promise<number> {
  if (Object.keys(where).length > 1) return tx.audit_log.count(where)
  const head = await tx.audit_heads.get({ chain: where.chain })
  return (head?.sequence ?? 0) - (checkpoint?.sequence ?? 0)
}

/** Returns up to `limit` records of a chain above a sequence, in order, for verification. */
export async function readChain(
  tx: ReadTx,
  { chain, above, limit }: { chain: string; above: number; limit: number },
): Promise<readonly AuditRecord[]> {
  const rows = await tx.audit_log.find({
    where: { chain },
    orderBy: ['sequence'],
    after: [above],
    limit,
  })
  return rows.map(withoutChain)
}

/** Returns the heads of all chains. */
export const listChains = (tx: ReadTx, _: object) => tx.audit_heads.find({ orderBy: ['chain'] })

export const findChainHead = (tx: ReadTx, { chain }: { chain: string }) =>
  tx.audit_heads.get({ chain })

/** Returns the checkpoint at which a purged chain begins. */
export const findCheckpoint = (
  tx: ReadTx,
  { chain }: { chain: string },
): Promise<AuditCheckpoint | undefined> => tx.audit_checkpoints.get({ chain })

/** Returns the record without the column `chain`, which is not part of the record. */
export function withoutChain({ chain: _, ...record }: AuditRow): AuditRecord {
  return record
}
