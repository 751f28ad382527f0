import type { AuditRecord } from '../audit/record.ts'
import type { Timestamp } from '../time.ts'
import type { ComplianceFacts, Sample } from './facts.ts'

/** How far the platform's records support something. */
export type EvidenceStatus =
  'satisfied' | 'partially_satisfied' | 'not_satisfied' | 'not_applicable' | 'insufficient_evidence'

/** The kinds of evidence the platform has. */
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

/** What an evaluator found: a state, one sentence that says why, the figures it is based on, and records that show it. */
export interface Finding {
  readonly status: EvidenceStatus
  readonly reason: string
  readonly facts: readonly Fact[]
  readonly records: readonly AuditRecord[]
  /** More rows exist than were looked at. */
  readonly truncated: boolean
}
export interface Fact {
  readonly name: string
  readonly value: string
}
/** Rules over facts at a moment: the same facts and moment always give the same finding. */
export type Evaluator = (facts: ComplianceFacts, now: Timestamp) => Finding

/** How many records a finding names. */
const MAX_RECORDS = 5
const MAX_LENGTH = 1000

/** Puts a finding together: figures as text, the newest records, and whether anything it rests on was cut short. */
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

/** One line that every reader can carry, and not a novel: values can be a stranger's. */
const printable = (value: string): string =>
  value
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd')

const isRecord = (item: unknown): item is AuditRecord =>
  typeof item === 'object' && item !== null && 'sequence' in item && 'event_type' in item

/** A number of things that were looked at; `at least` where there are more. */
export const sampleSize = ({ items, truncated }: Sample<unknown>): string =>
  `${truncated ? 'at least ' : ''}${items.length}`

/** One state for several. What does not apply does not count; any mixture is partial, unless nothing speaks in favour. */
export function combineStatuses(states: readonly EvidenceStatus[]): EvidenceStatus {
  const applying = states.filter((state) => state !== 'not_applicable')
  const [first = 'not_applicable'] = applying
  if (applying.every((state) => state === first)) return first
  return applying.some((state) => state === 'satisfied' || state === 'partially_satisfied')
    ? 'partially_satisfied'
    : 'not_satisfied'
}
