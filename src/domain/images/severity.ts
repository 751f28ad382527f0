import cvss from 'ae-cvss-calculator'
import type { Severity } from './findings.ts'

export interface RatedSeverity {
  readonly severity: Severity
  readonly score?: number
}

/** Returns the severity of a score on the qualitative scale of CVSS 3.1 and 4.0. */
export function severityOfScore(score: number): Severity {
  if (score >= 9) return 'critical'
  if (score >= 7) return 'high'
  if (score >= 4) return 'medium'
  return score > 0 ? 'low' : 'unknown'
}

/** Maps the severity names that GitHub, Debian, npm and Trivy use to severities. */
const WORDS: Readonly<Record<string, Severity>> = {
  critical: 'critical',
  high: 'high',
  important: 'high',
  moderate: 'medium',
  medium: 'medium',
  low: 'low',
  minor: 'low',
  negligible: 'low',
  unimportant: 'low',
}
export const severityOfWord = (word: unknown): Severity =>
  typeof word === 'string' && Object.hasOwn(WORDS, word.toLowerCase())
    ? WORDS[word.toLowerCase()]!
    : 'unknown'

/**
 * Returns the score of a CVSS vector of version 2, 3 or 4; undefined for invalid vectors and for a score of 0, which the library returns
 * for truncated vectors.
 */
export function scoreOf(vector: unknown): number | undefined {
  if (typeof vector !== 'string' || vector.length > 500) return undefined
  try {
    const score = cvss.fromVector(vector)?.calculateScores().overall
    return typeof score === 'number' && score > 0 && score <= 10 ? score : undefined
  } catch {
    return undefined // The library throws for some invalid vectors.
  }
}
