import { FIRST_PREV_HASH, recordHash } from '../../domain/audit/record.ts'
import {
  verifyChain,
  type ChainAnchors,
  type ChainCheck,
  type ChainFault,
  type ChainReport,
} from '../../domain/audit/chain.ts'
import { verifyCheckpointSignature, type AuditCheckpoint } from '../../domain/audit/checkpoint.ts'
import type { IsOwnSignature } from '../../domain/signatures/signature.ts'
import type { Store } from '../store.ts'

const BATCH = 250
/** A purge while records are being read looks like a gap, so the check starts again after the new checkpoint. */
const MAX_ATTEMPTS = 10

/** The result of verifying a chain, with the checkpoint after which it begins if it was purged. */
export type StoredChainReport = ChainReport & {
  readonly chain: string
  readonly checkpoint?: AuditCheckpoint
}
type ChainStore = Pick<Store, 'findChainHead' | 'findCheckpoint' | 'readChain'>

type Pause = () => Promise<unknown>

/** The part of a chain to verify: at most `limit` records from the sequence `from` on. */
export interface ChainPart {
  readonly from: number
  readonly limit: number
}

/** The result of verifying a part of a chain. */
export interface ChainPartReport extends StoredChainReport {
  /** The sequence of the newest record when the check began; 0 if there is none. */
  readonly newest: number
  /** The sequences of the first and the last record that were verified; absent if there were none. */
  readonly checked_range?: { readonly first: number; readonly last: number }
  /** The sequence at which the next part begins; absent if the chain was verified to its newest record or is broken. */
  readonly next?: number
}

/**
 * Verifies a whole chain in batches, from its beginning, or from its checkpoint if it was purged, to its newest record.
 * @param isOwn returns whether the checkpoint's signature is valid
 */
export async function verifyStoredChain(
  store: ChainStore,
  chain: string,
  isOwn: IsOwnSignature,
): Promise<StoredChainReport> {
  const whole = { from: 1, limit: Infinity }
  const {
    newest: _newest,
    checked_range: _range,
    next: _next,
    ...report
  } = await verifyChainPart(store, chain, whole, isOwn)
  return report
}

/**
 * Verifies a part of a chain, including its link to the record before it, so that successive parts leave no gap. A part that would start
 * before the first remaining record starts at that record; a part that starts after the newest record is empty.
 * @param pause is awaited after each batch, because hashing would otherwise block the process
 */
export async function verifyChainPart(
  store: ChainStore,
  chain: string,
  part: ChainPart,
  isOwn: IsOwnSignature,
  pause: Pause = () => Promise.resolve(),
): Promise<ChainPartReport> {
  for (let attempt = 1; ; attempt += 1) {
    const checkpoint = await store.findCheckpoint({ chain })
    const report = await verifyOnce(store, { chain, part, checkpoint, isOwn, pause })
    const moved = (await store.findCheckpoint({ chain }))?.sequence !== checkpoint?.sequence
    if (report.intact || !moved || attempt === MAX_ATTEMPTS)
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
type PartResult = Omit<ChainPartReport, 'chain' | 'checkpoint'>

/** Verifies a part once. The head is read first, so records that are appended during the check only make the chain longer. */
async function verifyOnce(
  store: ChainStore,
  { chain, part, checkpoint, isOwn, pause }: Attempt,
): Promise<PartResult> {
  const head = await store.findChainHead({ chain })
  const newest = head?.sequence ?? 0
  const first = (checkpoint?.sequence ?? 0) + 1
  const begin = Math.max(first, Math.min(part.from, newest + 1))
  const end = Math.min(newest, begin - 1 + part.limit)
  const start =
    begin === first
      ? checkpoint
        ? { checkpoint: verifyCheckpointSignature(checkpoint, chain, isOwn) }
        : {}
      : await recordBefore(store, chain, begin)
  if ('intact' in start) return { ...start, newest }

  const check = verifyChain({
    ...start,
    ...(head && end === newest && { head: { sequence: head.sequence, hash: head.hash } }),
  })
  // Reading starts at 0 to find records before the checkpoint of a purged chain, which must not exist.
  const checked_range = await feed(
    store,
    { chain, above: begin === first ? 0 : begin - 1, limit: part.limit, pause },
    check,
  )
  const report = check.report()
  const result = { ...report, newest, ...(checked_range && { checked_range }) }
  const broken = (sequence: number, fault: ChainFault): PartResult => ({
    ...result,
    intact: false,
    broken: { sequence, fault },
  })
  if (!report.intact) return result
  if (report.head.sequence < end) return broken(report.head.sequence + 1, 'truncated')
  if (report.head.sequence < newest) return { ...result, next: report.head.sequence + 1 }
  const latest = (await store.findChainHead({ chain }))?.sequence ?? 0
  // Records after the head mean that the chain was truncated and continued differently, or that its head was deleted.
  return report.head.sequence > latest ? broken(latest + 1, 'rewritten') : result
}

/** Returns the record before a part as its anchor, or a report if that record is missing or edited. */
async function recordBefore(
  store: ChainStore,
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

/** Passes the records to the check in batches. */
async function feed(
  store: ChainStore,
  { chain, above, limit, pause }: { chain: string; above: number; limit: number; pause: Pause },
  check: ChainCheck,
): Promise<ChainPartReport['checked_range']> {
  let checked_range: ChainPartReport['checked_range']
  for (let remaining = limit; remaining > 0;) {
    const records = await store.readChain({
      chain,
      above: checked_range?.last ?? above,
      limit: Math.min(BATCH, remaining),
    })
    if (records.length === 0) break
    for (const record of records) check.feed(record)
    checked_range = {
      first: checked_range?.first ?? records[0]!.sequence,
      last: records.at(-1)!.sequence,
    }
    remaining -= records.length
    await pause()
  }
  return checked_range
}
