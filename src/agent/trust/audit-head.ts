import { verifyChain, type ChainFault } from '../../domain/audit/chain.ts'
import type { ChainHead, ShownAuditRecord } from '../../domain/audit/record.ts'
import { coversHead, parseHeadsEntry, type PublishedHead } from '../../domain/transparency/heads.ts'
import { verifyEntry, type LogKeys } from './logged-registration.ts'

/** A published head of an audit chain, as the platform shows it to the tenant (`getAuditHead`, `published`). */
export interface PublishedAuditHead extends PublishedHead {
  readonly index: number
  readonly path: readonly string[]
  readonly entry: string
  readonly proof?: string
}

/** What a published head shows. Only `proved` means that the platform has committed to this head in public. */
export type AuditHeadVerdict =
  /** `pending`: the entry is not in the log yet; ask again after a few seconds. */
  | { readonly kind: 'not_covered' | 'pending' | 'proof_invalid' | 'too_few_witnesses' }
  | {
      readonly kind: 'proved'
      /** When the head was published, as the platform states it. */
      readonly at: string
      /** The number of entries in the log that the proof is about. */
      readonly size: number
      /** The names of the witnesses that cosigned. */
      readonly witnesses: readonly string[]
    }

/**
 * Verifies that a platform has committed to the head of an audit chain in its transparency log
 * (docs/specification/transparency.md#heads). It needs no network.
 * @throws TypeError if a configured key is malformed
 */
export function verifyAuditHead(head: PublishedAuditHead, keys: LogKeys): AuditHeadVerdict {
  const stated = parseHeadsEntry(head.entry)
  if (!stated || !coversHead(stated, head, head.index, head.path)) return { kind: 'not_covered' }
  if (head.proof === undefined) return { kind: 'pending' }
  const verified = verifyEntry(head.entry, stated.at, head.proof, keys)
  if (!verified) return { kind: 'proof_invalid' }
  const { size, witnesses } = verified
  if (witnesses.length < (keys.quorum ?? 0)) return { kind: 'too_few_witnesses' }
  return { kind: 'proved', at: stated.at, size, witnesses }
}

/** The result of comparing two heads of a chain. `broken` names the first record that shows a change other than growth. */
export type GrowthVerdict =
  | { readonly kind: 'grew'; readonly records: number }
  | { readonly kind: 'broken'; readonly sequence: number; readonly fault: ChainFault }

/**
 * Verifies that a chain only grew between two heads (docs/specification/transparency.md#chain-growth).
 * @param records all records after `earlier` up to `later`, in order
 */
export function verifyAuditGrowth(
  earlier: ChainHead,
  later: ChainHead,
  records: readonly ShownAuditRecord[],
): GrowthVerdict {
  if (later.sequence < earlier.sequence)
    return { kind: 'broken', sequence: later.sequence + 1, fault: 'truncated' }
  if (later.sequence === earlier.sequence && later.hash !== earlier.hash)
    return { kind: 'broken', sequence: later.sequence, fault: 'rewritten' }
  const check = verifyChain({ start: earlier, head: later })
  for (const record of records) check.feed(record)
  const { broken, checked } = check.report()
  return broken
    ? { kind: 'broken', sequence: broken.sequence, fault: broken.fault }
    : { kind: 'grew', records: checked }
}
