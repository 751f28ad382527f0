import {
  FIRST_PREV_HASH,
  recordHash,
  type AuditRecord,
  type ChainHead,
  type ShownAuditRecord,
} from './record.ts'

/** A record from the store, or from a response or an export. */
type LinkedRecord = AuditRecord | ShownAuditRecord

/**
 * The ways in which a chain can be broken: records are missing, moved or repeated, edited, or follow a different record; the whole chain
 * was rewritten with valid hashes; it ends before a record that it should contain; its first records are missing without a checkpoint, or
 * with one that the platform did not sign.
 */
export type ChainFault =
  | 'gap'
  | 'reordered'
  | 'edited'
  | 'wrong_prev_hash'
  | 'rewritten'
  | 'truncated'
  | 'missing_checkpoint'
  | 'invalid_checkpoint'

/** The first sequence at which verification failed, and why. */
interface ChainBreak {
  sequence: number
  fault: ChainFault
}

export interface ChainReport {
  intact: boolean
  /** The number of records that were checked. */
  checked: number
  /** The last verified record, or the start of the check if there is none. */
  head: ChainHead
  broken?: ChainBreak
}

export interface ChainCheck {
  /** Checks the next record in the order of the log; returns the first break found so far. */
  feed(record: LinkedRecord): ChainBreak | undefined
  /** Returns the result after all records have been fed. */
  report(): ChainReport
}

/** The last purged record, as stated in a checkpoint, and whether the platform signed that checkpoint. */
export interface CheckpointAnchor extends ChainHead {
  valid: boolean
}

/** Facts about a chain from other sources. */
export interface ChainAnchors {
  /** The record before the first one that is fed, if the older part has already been verified; the start of the chain by default. */
  start?: ChainHead
  /** The start of a purged chain. It overrides `start`. */
  checkpoint?: CheckpointAnchor
  /** A later record, from a checkpoint or an export. Without it, a truncated or completely rewritten chain cannot be detected. */
  head?: ChainHead
}

/** Verifies a hash chain record by record, in constant memory (docs/specification/audit.md#chain-faults). */
export function verifyChain({
  checkpoint,
  start = CHAIN_START,
  head: expected,
}: ChainAnchors = {}): ChainCheck {
  let head: ChainHead = checkpoint
    ? { sequence: checkpoint.sequence, hash: checkpoint.hash }
    : start
  let checked = 0
  let broken: ChainBreak | undefined =
    checkpoint?.valid === false
      ? { sequence: checkpoint.sequence, fault: 'invalid_checkpoint' }
      : undefined

  function feed(record: LinkedRecord): ChainBreak | undefined {
    checked += 1
    if (broken) return (broken = asReordering(broken, record))
    const fault =
      faultOf(head, record) ?? (differsFromExpected(record, expected) ? 'rewritten' : undefined)
    if (fault) return (broken = { sequence: head.sequence + 1, fault })
    head = { sequence: record.sequence, hash: record.hash }
    return undefined
  }

  function report(): ChainReport {
    if (!broken && expected && head.sequence < expected.sequence)
      broken = { sequence: head.sequence + 1, fault: 'truncated' }
    return { intact: !broken, checked, head, ...(broken && { broken }) }
  }

  return { feed, report }
}

const CHAIN_START: ChainHead = { sequence: 0, hash: FIRST_PREV_HASH }

function faultOf(head: ChainHead, record: LinkedRecord): ChainFault | undefined {
  if (record.sequence > head.sequence + 1) return head.sequence === 0 ? 'missing_checkpoint' : 'gap'
  if (record.sequence !== head.sequence + 1) return 'reordered'
  if (recordHash(record) !== record.hash) return 'edited'
  return record.prev_hash === head.hash ? undefined : 'wrong_prev_hash'
}

const differsFromExpected = (record: LinkedRecord, expected: ChainHead | undefined): boolean =>
  record.sequence === expected?.sequence && record.hash !== expected.hash

/** Changes a gap into a reordering if the missing record appears later. */
function asReordering(broken: ChainBreak, record: LinkedRecord): ChainBreak {
  const missing = broken.fault === 'gap' || broken.fault === 'missing_checkpoint'
  return missing && record.sequence === broken.sequence ? { ...broken, fault: 'reordered' } : broken
}
