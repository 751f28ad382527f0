import { compareText } from '../order.ts'
import { MAX_COLLECTED_FINDINGS } from './limits.ts'

export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'unknown'] as const
export type Severity = (typeof SEVERITIES)[number]
export type ScanSummary = Readonly<Record<Severity, number>>

/** A problem that was found in an image. It contains no secrets and may be shown completely. */
export interface Finding {
  readonly id: string
  readonly type: 'vulnerability' | 'configuration' | 'secret' | 'file'
  readonly severity: Severity
  readonly score?: number
  readonly title: string
  readonly detail: string
  readonly location?: string
  readonly layer?: string
  readonly aliases?: readonly string[]
  readonly package?: {
    readonly ecosystem: string
    readonly name: string
    readonly version: string
    readonly purl?: string
  }
  readonly fixed_version?: string
  readonly url?: string
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g
/** Returns text from an image in a form that a report may show: one line of limited length without control characters. */
export const displayText = (text: string, length = 1024): string => {
  const clean = text.replace(CONTROL, '\ufffd').toWellFormed()
  return clean.length <= length ? clean : `${clean.slice(0, length - 1).toWellFormed()}…`
}

/** Collects findings up to a limit and only counts further ones, so that an image cannot fill the memory with them. */
export interface Findings {
  add(finding: Finding): void
  readonly items: readonly Finding[]
  /** The number of findings that were only counted, by severity. */
  readonly uncollected: ScanSummary
}

export function collectFindings(limit = MAX_COLLECTED_FINDINGS): Findings {
  const items: Finding[] = []
  const uncollected = countBySeverity([])
  return {
    items,
    uncollected,
    add(finding) {
      if (items.length < limit) items.push(finding)
      else uncollected[finding.severity] += 1
    },
  }
}

/**
 * Returns whether there is a finding of this severity or a higher one. Findings of unknown severity count, because they could be as severe.
 */
export const hasFindingOf = (summary: ScanSummary, least: Severity): boolean =>
  [...SEVERITIES.slice(0, SEVERITIES.indexOf(least) + 1), 'unknown' as const].some(
    (severity) => summary[severity] > 0,
  )

export function countBySeverity(
  findings: readonly Pick<Finding, 'severity'>[],
): Record<Severity, number> {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return counts
}

/** Sorts findings deterministically: most severe first, vulnerabilities before others, then by score, identifier and location. */
export const bySeverity = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      Number(b.type === 'vulnerability') - Number(a.type === 'vulnerability') ||
      (b.score ?? 0) - (a.score ?? 0) ||
      compareText(a.id, b.id) ||
      compareText(a.package?.name ?? '', b.package?.name ?? '') ||
      compareText(a.location ?? '', b.location ?? ''),
  )
