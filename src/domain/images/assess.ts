import type { Advisory, RangeEvent } from './advisory.ts'
import { displayText, type Finding } from './findings.ts'
import type { InstalledPackage } from './inventory.ts'
import { comparisonOf, type Compare } from './versions.ts'

/** Whether an advisory affects a version; `unknown` if versions cannot be compared. */
export type Affected =
  | { readonly kind: 'affected'; readonly fixed_version?: string }
  | { readonly kind: 'not_affected' | 'unknown' }

/** Evaluates an advisory for a version (OSV schema, "Evaluation"): the version is affected if it is listed or inside one of the ranges. */
export function affects(
  { ecosystem, ranges, versions }: Pick<Advisory, 'ecosystem' | 'ranges' | 'versions'>,
  version: string,
): Affected {
  const compare = comparisonOf(ecosystem)
  if (!compare) return { kind: 'unknown' }
  const states = ranges.map((events) => isInRange(events, version, compare))
  if (versions.includes(version) || states.includes(true))
    return { kind: 'affected', ...fixedVersionAfter(ranges.flat(), version, compare) }
  return {
    kind:
      states.includes(undefined) || (ranges.length > 0 && compare(version, version) === undefined)
        ? 'unknown'
        : 'not_affected',
  }
}

/** Returns whether the last event up to the version opens an affected range; undefined if a version cannot be compared. */
function isInRange(
  events: readonly RangeEvent[],
  version: string,
  compare: Compare,
): boolean | undefined {
  const bounds = events.flatMap((event): readonly Bound[] => [
    ...(event.introduced === undefined
      ? []
      : [{ at: event.introduced, opens: true, after: false }]),
    ...(event.fixed === undefined ? [] : [{ at: event.fixed, opens: false, after: false }]),
    ...(event.last_affected === undefined
      ? []
      : [{ at: event.last_affected, opens: false, after: true }]),
  ])
  let latest: Bound | undefined
  for (const bound of bounds) {
    const hasReached = reached(bound, version, compare)
    if (hasReached === undefined) return undefined
    const later = hasReached ? isLater(bound, latest, compare) : false
    if (later === undefined) return undefined
    if (later) latest = bound
  }
  return latest?.opens ?? false
}

/** The start or end of a range. `after`: the range ends after this version instead of before it. */
interface Bound {
  readonly at: string
  readonly opens: boolean
  readonly after: boolean
}
/** The OSV version that precedes all others. */
const FIRST_VERSION = '0'

function reached(
  { at, opens, after }: Bound,
  version: string,
  compare: Compare,
): boolean | undefined {
  if (opens && at === FIRST_VERSION) return true
  const order = compare(version, at)
  return order === undefined ? undefined : after ? order > 0 : order >= 0
}

function isLater(bound: Bound, latest: Bound | undefined, compare: Compare): boolean | undefined {
  if (!latest || latest.at === FIRST_VERSION) return true
  if (bound.at === FIRST_VERSION) return false
  const order = compare(bound.at, latest.at)
  // At the same version an end takes precedence over a start.
  return order === undefined ? undefined : order > 0 || (order === 0 && !bound.opens)
}

function fixedVersionAfter(
  events: readonly RangeEvent[],
  version: string,
  compare: Compare,
): { fixed_version?: string } {
  const fixes = events.flatMap(({ fixed }) =>
    fixed !== undefined && (compare(fixed, version) ?? 0) > 0 ? [fixed] : [],
  )
  const [first] = fixes.toSorted((a, b) => compare(a, b) ?? 0)
  return first === undefined ? {} : { fixed_version: displayText(first, 200) }
}

/**
 * Returns the name and version that advisories use. They are those of the source package if a distribution builds several packages from one
 * source.
 */
export const advisorySubject = ({
  name,
  version,
  source,
}: InstalledPackage): { name: string; version: string } => source ?? { name, version }

export interface PackageAssessment {
  readonly findings: readonly Finding[]
  /** Whether the version could be compared with every advisory. */
  readonly isConclusive: boolean
  /** The number of advisories with which the version was compared. */
  readonly comparisons: number
}

/** Compares packages of one ecosystem with the advisories for them, one after the other, so that the caller can pause or stop. */
export function* assess(
  packages: readonly InstalledPackage[],
  advisories: readonly Advisory[],
): Generator<PackageAssessment, undefined> {
  const byName = Map.groupBy(advisories, (advisory) => advisory.package)
  for (const installed of packages) {
    const { name, version } = advisorySubject(installed)
    const results = (byName.get(name) ?? []).map((advisory) => ({
      advisory,
      result: affects(advisory, version),
    }))
    yield {
      findings: results.flatMap(({ advisory, result }) =>
        result.kind === 'affected'
          ? [vulnerability(installed, advisory, result.fixed_version)]
          : [],
      ),
      isConclusive: results.every(({ result }) => result.kind !== 'unknown'),
      comparisons: results.length,
    }
  }
}

function vulnerability(
  installed: InstalledPackage,
  advisory: Advisory,
  fixed_version: string | undefined,
): Finding {
  const { ecosystem, name, version, purl, location, layer } = installed
  return {
    id: advisory.advisory_id,
    type: 'vulnerability',
    severity: advisory.severity,
    ...(advisory.score !== null && { score: advisory.score }),
    title: advisory.title,
    detail: displayText(
      `${name} ${version} is affected; ${fixed_version === undefined ? 'there is no fixed version yet' : `${fixed_version} is not`}.`,
    ),
    location,
    layer,
    aliases: advisory.aliases,
    package: { ecosystem, name, version, purl },
    ...(fixed_version !== undefined && { fixed_version }),
    ...(advisory.url !== null && { url: advisory.url }),
  }
}
