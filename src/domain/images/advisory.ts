import { arrayOf, objectOf, type Json, type JsonObject } from '../json.ts'
import { displayText, type Severity } from './findings.ts'
import { scoreOf, severityOfScore, severityOfWord, type RatedSeverity } from './severity.ts'
import { comparisonOf } from './versions.ts'

/** A bound of a range of versions. */
export interface RangeEvent {
  readonly introduced?: string
  readonly fixed?: string
  readonly last_affected?: string
}

/** What an advisory states about one package in one ecosystem. */
export interface Advisory {
  ecosystem: string
  package: string
  advisory_id: string
  aliases: string[]
  title: string
  severity: Severity
  score: number | null
  url: string | null
  modified_at: string
  /** Each range has one or more intervals; versions within any of them are affected. */
  ranges: RangeEvent[][]
  /** Affected versions in addition to the ranges. */
  versions: string[]
}

export type ParsedAdvisory =
  | {
      readonly kind: 'advisory'
      readonly advisory_id: string
      readonly modified_at: string
      readonly rows: readonly Advisory[]
    }
  | { readonly kind: 'withdrawn'; readonly advisory_id: string }
  | { readonly kind: 'unreadable'; readonly reason: string }

const ID = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$/
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const MAX_EVENTS = 1000
const MAX_VERSIONS = 20_000

/**
 * Parses an advisory in the OSV format (schema 1.x). It returns one row for each affected package, if versions of its ecosystem can be
 * compared.
 */
export function readAdvisory(document: unknown): ParsedAdvisory {
  const fields = objectOf(document)
  const { id, modified, withdrawn } = fields
  if (typeof id !== 'string' || !ID.test(id))
    return { kind: 'unreadable', reason: 'it has no valid identifier (`id`)' }
  if (withdrawn !== undefined && withdrawn !== null) return { kind: 'withdrawn', advisory_id: id }
  if (typeof modified !== 'string' || !DATE.test(modified) || Number.isNaN(Date.parse(modified)))
    return { kind: 'unreadable', reason: `${id} does not say when it was modified` }
  const modified_at = new Date(modified).toISOString()
  const affected = arrayOf(fields['affected']).map(objectOf)
  const rows = new Map<string, Advisory>()
  for (const entry of affected) {
    const row = rowOf(fields, entry, id, modified_at)
    if (!row) continue
    const key = `${row.ecosystem} ${row.package}`
    const existing = rows.get(key)
    rows.set(
      key,
      existing
        ? {
            ...existing,
            ranges: [...existing.ranges, ...row.ranges],
            versions: [...existing.versions, ...row.versions],
          }
        : row,
    )
  }
  return { kind: 'advisory', advisory_id: id, modified_at, rows: [...rows.values()] }
}

function rowOf(
  fields: JsonObject,
  affected: JsonObject,
  advisory_id: string,
  modified_at: string,
): Advisory | undefined {
  const { ecosystem, name } = objectOf(affected['package'])
  if (
    typeof ecosystem !== 'string' ||
    typeof name !== 'string' ||
    name.length > 300 ||
    !comparisonOf(ecosystem)
  )
    return undefined
  const { severity, score } = severityOf(fields, affected)
  const [reference] = arrayOf(fields['references']).map(objectOf)
  const link = /^(GHSA|CVE|DSA|DLA|PYSEC|ALPINE|MAL|DEBIAN|USN|UBUNTU|OSV)-/.test(advisory_id)
    ? `https://osv.dev/vulnerability/${advisory_id}`
    : reference?.['url']
  return {
    ecosystem,
    package: name,
    advisory_id,
    modified_at,
    severity,
    score: score ?? null,
    aliases: arrayOf(fields['aliases'])
      .filter((alias): alias is string => typeof alias === 'string' && ID.test(alias))
      .slice(0, 50),
    title: displayText(
      String(fields['summary'] ?? fields['details'] ?? advisory_id)
        .split('\n')[0]!
        .trim() || advisory_id,
      300,
    ),
    url: typeof link === 'string' && /^https?:\/\/[!-~]{1,1000}$/.test(link) ? link : null,
    ranges: arrayOf(affected['ranges'])
      .map(objectOf)
      .filter(({ type }) => type === 'ECOSYSTEM' || type === 'SEMVER')
      .map(({ events }) => arrayOf(events).slice(0, MAX_EVENTS).map(eventOf)),
    versions: arrayOf(affected['versions'])
      .filter((version): version is string => typeof version === 'string')
      .slice(0, MAX_VERSIONS),
  }
}

const eventOf = (event: Json): RangeEvent => {
  const { introduced, fixed, last_affected } = objectOf(event)
  return {
    ...(typeof introduced === 'string' && { introduced }),
    ...(typeof fixed === 'string' && { fixed }),
    ...(typeof last_affected === 'string' && { last_affected }),
  }
}

/** Returns the severity from a CVSS vector, preferring the newest CVSS version, or else from the rating of the source database. */
function severityOf(fields: JsonObject, affected: JsonObject): RatedSeverity {
  const vectors = [...arrayOf(affected['severity']), ...arrayOf(fields['severity'])].map(objectOf)
  for (const type of ['CVSS_V4', 'CVSS_V3', 'CVSS_V2']) {
    const score = scoreOf(vectors.find((vector) => vector['type'] === type)?.['score'])
    if (score !== undefined) return { severity: severityOfScore(score), score }
  }
  const words = [
    affected['ecosystem_specific'],
    affected['database_specific'],
    fields['database_specific'],
  ]
    .map(objectOf)
    .flatMap(({ severity, urgency }) => [severity, urgency])
  return {
    severity: words.map(severityOfWord).find((severity) => severity !== 'unknown') ?? 'unknown',
  }
}
