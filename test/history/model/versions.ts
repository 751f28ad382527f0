import { DAY, MINUTE } from '../../kit/time.ts'
import type { Result } from '../history.ts'
import { before, earliest, exactly, holds, shift, type Span, type TruthValues } from './span.ts'
import type { Installation, Version } from './state.ts'

const LIFETIME = 90 * DAY
const OVERLAP = 5 * MINUTE
const REFRESH_WINDOW = 7 * DAY
const UNUSED_KEPT = 16

/** Returns whether a version is valid: until its expiry, or until five minutes after the first use of a higher version. */
export function isValid({ versions }: Installation, version: Version, at: Span): TruthValues {
  const higher = versions.slice(versions.indexOf(version) + 1)
  const ends = higher.flatMap(({ used }) => (used ? [shift(used, OVERLAP)] : []))
  return before(at, ends.reduce(earliest, version.expires))
}

/** Returns whether no version is valid any more. */
export const lacksValidToken = (installation: Installation, at: Span): TruthValues => {
  const validities = installation.versions.map((version) => isValid(installation, version, at))
  if (validities.some((values) => !values.includes(false))) return [false]
  return validities.every((values) => !values.includes(true)) ? [true] : [true, false]
}

/** Returns whether a version expires within seven days, inclusive. */
export const nearsExpiry = ({ expires }: Version, at: Span): TruthValues =>
  before(shift(at, REFRESH_WINDOW), expires).map((far) => !far)

/** Returns when a version was issued, which follows from its expiry if the response contains that. */
export const issuedAt = (at: Span, result: Result | undefined): Span =>
  result?.expires === undefined ? at : exactly(result.expires - LIFETIME)

/** Records the first use of a version. */
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
 * Issues a version that is higher than all previous ones and valid for 90 days, and keeps 16 unused ones. Returns undefined if the response
 * contradicts this because it contains a known token, a version that is not higher, or a different expiry.
 */
export function issue(
  installation: Installation,
  at: Span,
  result: Result | undefined,
): Installation | undefined {
  const expires = shift(at, LIFETIME)
  const min_version = result?.version ?? installation.min_version + 1
  if (min_version <= installation.min_version) return undefined
  if (
    result &&
    (result.runtime === undefined ||
      installation.versions.some(({ runtime }) => runtime === result.runtime))
  )
    return undefined
  if (result?.expires !== undefined && !holds(expires, result.expires)) return undefined
  const issued: Version = {
    runtime: result?.runtime,
    expires: result?.expires === undefined ? expires : exactly(result.expires),
  }
  const versions = [...installation.versions, issued]
  const unused = versions.filter(({ used }) => used === undefined)
  const surplus = unused.slice(0, Math.max(0, unused.length - UNUSED_KEPT))
  return {
    ...installation,
    min_version,
    versions: versions.filter((version) => !surplus.includes(version)),
  }
}
