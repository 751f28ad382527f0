import { FIRST_PREV_HASH, recordHash } from '../domain/audit/record.ts'
import {
  verifyChain,
  type ChainAnchors,
  type ChainCheck,
  type ChainFault,
  type ChainReport,
} from '../domain/audit/chain.ts'
import { judgeCheckpoint, type AuditCheckpoint } from '../domain/audit/checkpoint.ts'
import type { IsOwnSignature } from '../domain/signatures/signature.ts'
import type { Store } from './store.ts'

const BATCH = 250
/** A purge that happens while records are read looks like a gap, so the check begins again behind its checkpoint. */
const MOST_ATTEMPTS = 10

/** The verdict on a chain, and where it begins if it was purged. */
export type StoredChainReport = ChainReport & {
  readonly chain: string
  readonly checkpoint?: AuditCheckpoint
}
type Chains = Pick<Store, 'findChainHead' | 'findCheckpoint' | 'readChain'>

type Pause = () => Promise<unknown>

/** Which part of a chain is followed: from this sequence on, so many records at most. */
export interface ChainPart {
  readonly from: number
  readonly most: number
}

/** The verdict on a part of a chain. */
export interface ChainPartReport extends StoredChainReport {
  /** Sequence of the newest record when the check began; 0 where there is none. */
  readonly newest: number
  /** Sequences of the first and last record that were looked at; absent where there were none. */
  readonly looked_at?: { readonly first: number; readonly last: number }
  /** Where the next part begins; absent when the chain was followed to its end, or is broken. */
  readonly next?: number
}

/**
 * Follows a whole chain from its beginning, or from the checkpoint behind which it was purged, to its newest record, in batches.
 * @param isOwn judges the signature of the checkpoint
 */
export async function verifyStoredChain(
  store: Chains,
  chain: string,
  isOwn: IsOwnSignature,
): Promise<StoredChainReport> {
  const { intact, checked, head, broken, checkpoint } = await verifyChainPart(
    store,
    chain,
    { from: 1, most: Infinity },
    isOwn,
  )
  return {
    chain,
    intact,
    checked,
    head,
    ...(broken && { broken }),
    ...(checkpoint && { checkpoint }),
  }
}

/**
 * Follows a part of a chain, beginning with the record before it, so that parts that follow one another leave no gap. A part that
 * begins before the first record that is left begins there; one behind the newest record is empty.
 * @param pause lets others have their turn after each batch, since hashing leaves nobody else a moment
 */
export async function verifyChainPart(
  store: Chains,
  chain: string,
  part: ChainPart,
  isOwn: IsOwnSignature,
  pause: Pause = () => Promise.resolve(),
): Promise<ChainPartReport> {
  for (let attempt = 1; ; attempt += 1) {
    const checkpoint = await store.findCheckpoint({ chain })
    const report = await attemptFrom(store, { chain, part, checkpoint, isOwn, pause })
    const moved = (await store.findCheckpoint({ chain }))?.sequence !== checkpoint?.sequence
    if (report.intact || !moved || attempt === MOST_ATTEMPTS)
      return { chain, ...report, ...(checkpoint && { checkpoint }) }
  }
}

interface Attempt {
  readonly chain: string
  readonly part: ChainPart
  readonly checkpoint: AuditCheckpoint | undefined
  readonly isOwn: IsOwnSignature
  readonly pause: Pause
}
type Found = Omit<ChainPartReport, 'chain' | 'checkpoint'>

/** The head is read first, so what is appended meanwhile only makes the chain longer. */
async function attemptFrom(
  store: Chains,
  { chain, part, checkpoint, isOwn, pause }: Attempt,
): Promise<Found> {
  const head = await store.findChainHead({ chain })
  const newest = head?.sequence ?? 0
  const first = (checkpoint?.sequence ?? 0) + 1
  const begin = Math.max(first, Math.min(part.from, newest + 1))
  // How far this part has to come.
  const due = Math.min(newest, begin - 1 + part.most)
  const start =
    begin === first
      ? checkpoint
        ? { checkpoint: judgeCheckpoint(checkpoint, chain, isOwn) }
        : {}
      : await recordBefore(store, chain, begin)
  if ('intact' in start) return { ...start, newest }

  const check = verifyChain({
    ...start,
    ...(head && due === newest && { head: { sequence: head.sequence, hash: head.hash } }),
  })
  // What stands before the first record of a purged chain has come back, and belongs there no more than anything else.
  const looked_at = await feed(
    store,
    { chain, above: begin === first ? 0 : begin - 1, most: part.most, pause },
    check,
  )
  const report = check.report()
  const found = { ...report, newest, ...(looked_at && { looked_at }) }
  const broken = (sequence: number, fault: ChainFault): Found => ({
    ...found,
    intact: false,
    broken: { sequence, fault },
  })
  if (!report.intact) return found
  if (report.head.sequence < due) return broken(report.head.sequence + 1, 'truncated')
  if (report.head.sequence < newest) return { ...found, next: report.head.sequence + 1 }
  const later = (await store.findChainHead({ chain }))?.sequence ?? 0
  // Records beyond a head that was put back, or under none: somebody cut the chain and grew it anew.
  return report.head.sequence > later ? broken(later + 1, 'rewritten') : found
}

/** The record before a part, as the anchor of what comes; it must be what was written itself. */
async function recordBefore(
  store: Chains,
  chain: string,
  begin: number,
): Promise<Pick<ChainAnchors, 'start'> | ChainReport> {
  const [record] = await store.readChain({ chain, above: begin - 2, limit: 1 })
  const fault =
    record?.sequence !== begin - 1
      ? 'gap'
      : recordHash(record) !== record.hash
        ? 'edited'
        : undefined
  if (fault)
    return {
      intact: false,
      checked: 0,
      head: { sequence: 0, hash: FIRST_PREV_HASH },
      broken: { sequence: begin - 1, fault },
    }
  return { start: { sequence: begin - 1, hash: record!.hash } }
}

interface Feed {
  readonly chain: string
  readonly above: number
  readonly most: number
  readonly pause: Pause
}

/** Gives the records to the check, batch by batch. */
async function feed(
  store: Chains,
  { chain, above, most, pause }: Feed,
  check: ChainCheck,
): Promise<ChainPartReport['looked_at']> {
  let looked_at: ChainPartReport['looked_at']
  for (let left = most; left > 0;) {
    const records = await store.readChain({
      chain,
      above: looked_at?.last ?? above,
      limit: Math.min(BATCH, left),
    })
    if (records.length === 0) break
    for (const record of records) check.feed(record)
    looked_at = { first: looked_at?.first ?? records[0]!.sequence, last: records.at(-1)!.sequence }
    left -= records.length
    await pause()
  }
  return looked_at
}
