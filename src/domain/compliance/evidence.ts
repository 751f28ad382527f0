import type { AuditRecord } from '../audit/record.ts'
import type { Timestamp } from '../time.ts'
import type { ComplianceFacts, Sample } from './facts.ts'

/** The extent to which the platform's records support a control. */
export type EvidenceStatus =
  | 'satisfied'
  | 'partially_satisfied'
  | 'not_satisfied'
  | 'not_applicable'
  | 'insufficient_evidence'

/** The kinds of evidence that the platform has. */
export type EvidenceKind =
  | 'inventory'
  | 'identity'
  | 'credentials'
  | 'access'
  | 'revocation'
  | 'health'
  | 'policy'
  | 'audit_chain'
  | 'retention'
  | 'alerts'
  | 'images'
  | 'third_party'

/** The result of an evaluator: a status, a sentence with the reason, the figures that it is based on, and records as evidence. */
export interface Finding {
  readonly status: EvidenceStatus
  readonly reason: string
  readonly facts: readonly Fact[]
  readonly records: readonly AuditRecord[]
  /** Whether there are more rows than were examined. */
  readonly truncated: boolean
}
interface Fact {
  readonly name: string
  readonly value: string
}
/** Evaluates facts as of a given time. The same facts and time always produce the same finding. */
export type Evaluator = (facts: ComplianceFacts, now: Timestamp) => Finding

/** Limits the records that a finding lists. */
const MAX_RECORDS = 5
const MAX_LENGTH = 1000

/** Builds a finding: figures as text, the newest records, and whether any sample is truncated. */
export function finding(
  [status, reason]: readonly [EvidenceStatus, string],
  figures: Readonly<Record<string, string | number | null | undefined>>,
  ...samples: readonly Sample<unknown>[]
): Finding {
  const facts = Object.entries(figures)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => ({ name, value: printable(String(value)) }))
  const records = samples
    .flatMap(({ items }) => items.filter(isRecord))
    .toSorted((a, b) => b.sequence - a.sequence)
    .slice(0, MAX_RECORDS)
  return { status, reason, facts, records, truncated: samples.some(({ truncated }) => truncated) }
}

/** Returns a value as one line of limited length without control characters, because it may be user-supplied text. */
const printable = (value: string): string =>
  value
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd')

const isRecord = (item: unknown): item is AuditRecord =>
  typeof item === 'object' && item !== null && 'sequence' in item && 'event_type' in item

/** Returns the number of examined items, preceded by `at least` if there are more. */
export const sampleSize = ({ items, truncated }: Sample<unknown>): string =>
  `${truncated ? 'at least ' : ''}${items.length}`

/**
 * Combines several statuses into one. `not_applicable` is ignored. A mixture is partially satisfied, or not satisfied if none of the
 * statuses is at least partially satisfied.
 */
export function combineStatuses(states: readonly EvidenceStatus[]): EvidenceStatus {
  const applicable = states.filter((state) => state !== 'not_applicable')
  const [first = 'not_applicable'] = applicable
  if (applicable.every((state) => state === first)) return first
  return applicable.some((state) => state === 'satisfied' || state === 'partially_satisfied')
    ? 'partially_satisfied'
    : 'not_satisfied'
}
