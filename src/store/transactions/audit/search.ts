import type { AuditKind, AuditRecord } from '../../../domain/audit/record.ts'
import { mentions } from '../../../domain/audit/search.ts'
import { PAGE_MOST } from '../../../domain/limits.ts'
import { reaches, type Reach } from '../../../domain/organizations/reach.ts'
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
  /** Records of this moment or later. */
  readonly since?: Timestamp | undefined
  /** Records of this moment or earlier. */
  readonly until?: Timestamp | undefined
  readonly limit: number
  /** Continue below this sequence. */
  readonly before?: number | undefined
  readonly bounds?: typeof BOUNDS
}
export interface AuditFinds {
  readonly kind: 'found'
  readonly items: readonly AuditRecord[]
  readonly limit: number
  /** Where the search goes on, and the moment that it got back to; absent when it is through. */
  readonly next?: { readonly before: number; readonly searched_back_to: Timestamp }
}

/** Records that one page looks at, and how many are read at a time once the first of them were not enough. */
const BOUNDS = { examined: 2_000, at_once: 500 }
/** Works that wait for one another may be on record in another order than that of their moments, but never so long. */
const DISORDER_MS = 60_000

/** The newest records that fit, among a bounded number: what somebody looks for in a log of any length. */
export async function searchAudit(
  tx: ReadTx,
  asked: AuditSearch,
): Promise<{ kind: 'not_found' } | AuditFinds> {
  const search = {
    ...asked,
    workspace_id: asked.workspace_id ?? asked.reach.workspace_id ?? undefined,
    limit: Math.min(asked.limit, PAGE_MOST),
  }
  const { reach, organization_id, workspace_id, limit, bounds = BOUNDS } = search
  if (!reaches(reach, { organization_id, ...(workspace_id !== undefined && { workspace_id }) }))
    return { kind: 'not_found' }
  const items: AuditRecord[] = []
  let examined = 0
  let last: AuditRow | undefined
  const goingOn = (row: AuditRow): AuditFinds => ({
    kind: 'found',
    items,
    limit,
    next: { before: row.sequence, searched_back_to: row.occurred_at },
  })
  for await (const row of newestFirst(tx, search)) {
    if (isBefore(row, search.since)) return { kind: 'found', items, limit }
    if (last && (items.length === limit || examined === bounds.examined)) return goingOn(last)
    if (fits(row, search)) items.push(withoutChain(row))
    examined += 1
    last = row
  }
  return { kind: 'found', items, limit }
}

/** Records below where the search stands. The first are read as if all of them fitted. */
async function* newestFirst(tx: ReadTx, search: AuditSearch): AsyncGenerator<AuditRow> {
  const { limit, bounds = BOUNDS } = search
  let before = search.before ?? (await end(tx, search))
  for (let most = limit + 1; ; most = bounds.at_once) {
    const rows = await tx.audit_log.find({
      where: narrowest(search),
      orderBy: ['sequence'],
      descending: true,
      limit: most,
      ...(before !== undefined && { after: [before] }),
    })
    yield* rows
    if (rows.length < most) return
    before = rows.at(-1)!.sequence
  }
}

/** What an index finds by itself; everything else is looked for among what it finds. */
const narrowest = ({
  organization_id,
  event_type,
  workspace_id,
}: AuditSearch): Where<AuditRow> => ({
  chain: organization_id,
  ...(event_type !== undefined
    ? { event_type: event_type as AuditKind }
    : workspace_id !== undefined && { workspace_id }),
})

function fits(
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

/** Whether everything below is too old as well. */
const isBefore = ({ occurred_at }: AuditRow, since: Timestamp | undefined): boolean =>
  since !== undefined && plus(occurred_at, DISORDER_MS) < since

/** Above which sequence everything is too new. A chain has no gaps, so that is found by halving, without an index by time. */
async function end(
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
