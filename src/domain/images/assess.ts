import type { Advisory, RangeEvent } from './advisory.ts'
import { displayText, type Finding } from './findings.ts'
import type { InstalledPackage } from './inventory/package.ts'
import { comparisonOf, type Compare } from './versions/compare.ts'

/** What an advisory means for a version; `unknown` where versions cannot be compared. */
export type Affected =
  | { readonly kind: 'affected'; readonly fixed_version?: string }
  | { readonly kind: 'not_affected' | 'unknown' }

/** Evaluates an advisory for a version (OSV schema, "Evaluation"): listed, or inside one of the ranges. */
export function affects(
  { ecosystem, ranges, versions }: Pick<Advisory, 'ecosystem' | 'ranges' | 'versions'>,
  version: string,
): Affected {
  const compare = comparisonOf(ecosystem)
  if (!compare) return { kind: 'unknown' }
  const states = ranges.map((events) => within(events, version, compare))
  if (versions.includes(version) || states.includes(true))
    return { kind: 'affected', ...fixAfter(ranges.flat(), version, compare) }
  return {
    kind:
      states.includes(undefined) || (ranges.length > 0 && compare(version, version) === undefined)
        ? 'unknown'
        : 'not_affected',
  }
}

/** Walks the events up to the version; the last one says. Undefined where one of them cannot be compared. */
function within(
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
    const passed = reached(bound, version, compare)
    if (passed === undefined) return undefined
    const later = passed ? isLater(bound, latest, compare) : false
    if (later === undefined) return undefined
    if (later) latest = bound
  }
  return latest?.opens ?? false
}

/** An end or a beginning of a range. `after`: the version itself still belongs to it. */
interface Bound {
  readonly at: string
  readonly opens: boolean
  readonly after: boolean
}
/** Stands for "before all versions" (OSV). */
const BEGINNING = '0'

function reached(
  { at, opens, after }: Bound,
  version: string,
  compare: Compare,
): boolean | undefined {
  if (opens && at === BEGINNING) return true
  const order = compare(version, at)
  return order === undefined ? undefined : after ? order > 0 : order >= 0
}

function isLater(bound: Bound, latest: Bound | undefined, compare: Compare): boolean | undefined {
  if (!latest || latest.at === BEGINNING) return true
  if (bound.at === BEGINNING) return false
  const order = compare(bound.at, latest.at)
  // At the same version an end is the last word.
  return order === undefined ? undefined : order > 0 || (order === 0 && !bound.opens)
}

function fixAfter(
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

/** The name and version that advisories go by: those of the source, where a distribution builds several packages from one. */
export const advisorySubject = ({
  name,
  version,
  source,
}: InstalledPackage): { name: string; version: string } => source ?? { name, version }

export interface Assessed {
  readonly findings: readonly Finding[]
  /** Packages whose versions could not be compared with every advisory for them. */
  readonly unclear: number
}

/** Compares packages of one ecosystem with the advisories for them. */
export function assess(
  packages: readonly InstalledPackage[],
  advisories: readonly Advisory[],
): Assessed {
  const byName = Map.groupBy(advisories, (advisory) => advisory.package)
  const findings: Finding[] = []
  let unclear = 0
  for (const installed of packages) {
    const { name, version } = advisorySubject(installed)
    const verdicts = (byName.get(name) ?? []).map((advisory) => ({
      advisory,
      verdict: affects(advisory, version),
    }))
    findings.push(
      ...verdicts.flatMap(({ advisory, verdict }) =>
        verdict.kind === 'affected'
          ? [vulnerability(installed, advisory, verdict.fixed_version)]
          : [],
      ),
    )
    if (verdicts.some(({ verdict }) => verdict.kind === 'unknown')) unclear += 1
  }
  return { findings, unclear }
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
    location: displayText(location),
    layer,
    aliases: advisory.aliases,
    package: { ecosystem, name, version, purl },
    ...(fixed_version !== undefined && { fixed_version }),
    ...(advisory.url !== null && { url: advisory.url }),
  }
}
