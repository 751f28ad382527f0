import type { AuditKind } from '../../../domain/audit/kinds.ts'
import { mentions, type AuditRecord } from '../../../domain/audit/record.ts'
import { MAX_PAGE_SIZE } from '../../../domain/limits.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { AuditRow } from '../../../domain/records.ts'
import { plus, type Timestamp } from '../../../domain/time.ts'
import type { ReadTx, Where } from '../../database.ts'
import { findCheckpoint, withoutChain } from './records.ts'

export interface AuditSearch {
  readonly reach: Reach
  readonly organization_id: string
  readonly workspace_id?: string | undefined
  readonly event_type?: string | undefined
  readonly text?: string | undefined
  /** Only records from this time or later match. */
  readonly since?: Timestamp | undefined
  /** Only records from this time or earlier match. */
  readonly until?: Timestamp | undefined
  readonly limit: number
  /** The search continues with records below this sequence. */
  readonly before?: number | undefined
  readonly bounds?: typeof BOUNDS
}
export interface AuditSearchPage {
  readonly kind: 'found'
  readonly items: readonly AuditRecord[]
  readonly limit: number
  /** The position at which the search continues, and the time back to which it has searched; absent if it is complete. */
  readonly next?: { readonly before: number; readonly searched_back_to: Timestamp }
}

/** Limits how many records one page examines, and how many are read at a time after the first read. */
const BOUNDS = { examined: 2_000, at_once: 500 }
/** An upper bound for how far the times of records are out of order, which happens because transactions wait for each other. */
const DISORDER_MS = 60_000

/** Searches the log, starting with the newest record. A page examines a bounded number of records, regardless of the length of the log. */
export async function searchAudit(
  tx: ReadTx,
  query: AuditSearch,
): Promise<{ kind: 'not_found' } | AuditSearchPage> {
  const search = {
    ...query,
    workspace_id: query.workspace_id ?? query.reach.workspace_id ?? undefined,
    limit: Math.min(query.limit, MAX_PAGE_SIZE),
  }
  const { reach, organization_id, workspace_id, limit, bounds = BOUNDS } = search
  if (!reaches(reach, { organization_id, ...(workspace_id !== undefined && { workspace_id }) }))
    return { kind: 'not_found' }
  const items: AuditRecord[] = []
  let examined = 0
  let last: AuditRow | undefined
  const partialPage = (row: AuditRow): AuditSearchPage => ({
    kind: 'found',
    items,
    limit,
    next: { before: row.sequence, searched_back_to: row.occurred_at },
  })
  for await (const row of newestFirst(tx, search)) {
    if (isBefore(row, search.since)) return { kind: 'found', items, limit }
    if (last && (items.length === limit || examined === bounds.examined)) return partialPage(last)
    if (matches(row, search)) items.push(withoutChain(row))
    examined += 1
    last = row
  }
  return { kind: 'found', items, limit }
}

/** Yields the records, starting at the position of the search. The first read is small, in case all records match. */
async function* newestFirst(tx: ReadTx, search: AuditSearch): AsyncGenerator<AuditRow> {
  const { limit, bounds = BOUNDS } = search
  let before = search.before ?? (await firstTooNew(tx, search))
  for (let pageSize = limit + 1; ; pageSize = bounds.at_once) {
    const rows = await tx.audit_log.find({
      where: indexedCondition(search),
      orderBy: ['sequence'],
      descending: true,
      limit: pageSize,
      ...(before !== undefined && { after: [before] }),
    })
    yield* rows
    if (rows.length < pageSize) return
    before = rows.at(-1)!.sequence
  }
}

/** Returns the condition for which there is an index; the other filters are applied to the records that it finds. */
const indexedCondition = ({
  organization_id,
  event_type,
  workspace_id,
}: AuditSearch): Where<AuditRow> => ({
  chain: organization_id,
  ...(event_type !== undefined
    ? { event_type: event_type as AuditKind }
    : workspace_id !== undefined && { workspace_id }),
})

function matches(
  row: AuditRow,
  { workspace_id, text, since = row.occurred_at, until = row.occurred_at }: AuditSearch,
): boolean {
  if (workspace_id !== undefined && row.workspace_id !== workspace_id) return false
  return (
    since <= row.occurred_at &&
    row.occurred_at <= until &&
    (text === undefined || mentions(row, text))
  )
}

/** Returns whether all earlier records are too old as well. */
const isBefore = ({ occurred_at }: AuditRow, since: Timestamp | undefined): boolean =>
  since !== undefined && plus(occurred_at, DISORDER_MS) < since

/** Returns the first sequence whose record is too new. A chain has no gaps, so a binary search finds it without an index by time. */
async function firstTooNew(
  tx: ReadTx,
  { organization_id: chain, until }: AuditSearch,
): Promise<number | undefined> {
  if (until === undefined) return undefined
  const newest = plus(until, DISORDER_MS)
  let low = ((await findCheckpoint(tx, { chain }))?.sequence ?? 0) + 1
  let high = ((await tx.audit_heads.get({ chain }))?.sequence ?? 0) + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await tx.audit_log.get({ chain, sequence: middle })
    if (row && row.occurred_at > newest) high = middle
    else low = middle + 1
  }
  return low
}
