import { DAY, MINUTE } from '../../kit/time.ts'
import type { Answer } from '../history.ts'
import { before, earliest, exactly, holds, shift, type Span, type Truth } from './span.ts'
import type { Installation, Version } from './state.ts'

const LIFETIME = 90 * DAY
const OVERLAP = 5 * MINUTE
const REFRESH_WINDOW = 7 * DAY
const UNUSED_KEPT = 16

/** Runtime-token overlap: a version dies at its expiry, or five minutes after the first use of any higher version. */
export function isAlive({ versions }: Installation, version: Version, at: Span): Truth {
  const higher = versions.slice(versions.indexOf(version) + 1)
  const ends = higher.flatMap(({ used }) => (used ? [shift(used, OVERLAP)] : []))
  return before(at, ends.reduce(earliest, version.expires))
}

/** Whether no version is alive any more. */
export const isStranded = (installation: Installation, at: Span): Truth => {
  const truths = installation.versions.map((version) => isAlive(installation, version, at))
  if (truths.some((truth) => !truth.includes(false))) return [false]
  return truths.every((truth) => !truth.includes(true)) ? [true] : [true, false]
}

/** Within seven days of expiry, the last moment of them included. */
export const nearsExpiry = ({ expires }: Version, at: Span): Truth =>
  before(shift(at, REFRESH_WINDOW), expires).map((far) => !far)

/** When a version was issued: an answer that tells its expiry tells this too. */
export const issuedAt = (at: Span, told: Answer | undefined): Span =>
  told?.expires === undefined ? at : exactly(told.expires - LIFETIME)

/** The first use of a version. */
export const use = (installation: Installation, version: Version, at: Span): Installation =>
  version.used
    ? installation
    : {
        ...installation,
        versions: installation.versions.map((one) =>
          one === version ? { ...one, used: at } : one,
        ),
      }

/**
 * Issues a version: strictly higher than any before, alive for 90 days; of those nobody used 16 are kept. Undefined where an answer
 * tells something else: a token somebody has already, a version that is not higher, another expiry.
 */
export function issue(
  installation: Installation,
  at: Span,
  told: Answer | undefined,
): Installation | undefined {
  const expires = shift(at, LIFETIME)
  const floor = told?.version ?? installation.floor + 1
  if (floor <= installation.floor) return undefined
  if (
    told &&
    (told.runtime === undefined ||
      installation.versions.some(({ runtime }) => runtime === told.runtime))
  )
    return undefined
  if (told?.expires !== undefined && !holds(expires, told.expires)) return undefined
  const issued: Version = {
    runtime: told?.runtime,
    expires: told?.expires === undefined ? expires : exactly(told.expires),
  }
  const versions = [...installation.versions, issued]
  const unused = versions.filter(({ used }) => used === undefined)
  const surplus = unused.slice(0, Math.max(0, unused.length - UNUSED_KEPT))
  return {
    ...installation,
    floor,
    versions: versions.filter((version) => !surplus.includes(version)),
  }
}
