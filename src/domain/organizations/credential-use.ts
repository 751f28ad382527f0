import { compareText } from '../order.ts'
import { DAY_MS, elapsed, plus, type Timestamp } from '../time.ts'

/** How long the uses of a new credential count as usual, from its first use. */
const LEARNING_MS = 7 * DAY_MS
/** How long an address range remains usual after it was last used. */
const RANGE_REMEMBERED_MS = 90 * DAY_MS
/** The maximum number of address ranges that are remembered for a credential; the least recently used one is dropped. */
export const MAX_RANGES = 32

/** The usage baseline of a credential: an API key, or all sessions of a person. */
export interface CredentialUse {
  /** `key_…`, or the e-mail address of a person. */
  credential: string
  /** When its uses were first recorded, which begins the learning period. */
  since: Timestamp
  /** The day on which each address range was last used. */
  ranges: Readonly<Record<string, string>>
  /** The scopes that were used. */
  scopes: readonly string[]
  /** The days on which an unusual address range and an unusual scope were last reported. */
  reported: Readonly<Partial<Record<UnusualKind, string>>>
  last_used_at: Timestamp
}

export type UnusualKind = 'address_range' | 'scope'

/** An unusual use. */
export interface UnusualUse {
  readonly kind: UnusualKind
  /** The address range or the scope. */
  readonly value: string
}

/** A use of a credential. */
export interface Use {
  readonly at: Timestamp
  /** The range of the sender's address; null if it has none. */
  readonly range: string | null
  /** The scope that the operation requires; null if it requires none. */
  readonly scope: string | null
}

/** Returns the initial record for a credential without known uses. */
export const initialUse = (credential: string, since: Timestamp): CredentialUse => ({
  credential,
  since,
  ranges: {},
  scopes: [],
  reported: {},
  last_used_at: since,
})

/**
 * Adds a use to what is known of a credential, and returns what is unusual about it (docs/specification/organizations.md#unusual-use). At
 * most one use of each kind is reported per day; after the learning period, an unreported use does not become usual. The size of the record
 * is bounded, however many addresses are used.
 */
export function addUse(
  known: CredentialUse,
  { at, range, scope }: Use,
): { readonly after: CredentialUse; readonly unusual: readonly UnusualUse[] } {
  const today = at.slice(0, 10)
  const learning = elapsed(known.since, at) < LEARNING_MS
  const oldest = plus(at, -RANGE_REMEMBERED_MS).slice(0, 10)
  const newRange = range !== null && !((known.ranges[range] ?? '') >= oldest)
  const newScope = scope !== null && !known.scopes.includes(scope)
  const shouldReport = (kind: UnusualKind) => !learning && known.reported[kind] !== today
  const unusual: UnusualUse[] = [
    ...(newRange && shouldReport('address_range')
      ? [{ kind: 'address_range', value: range } as const]
      : []),
    ...(newScope && shouldReport('scope') ? [{ kind: 'scope', value: scope } as const] : []),
  ]
  const isUsual = (kind: UnusualKind) => learning || unusual.some((one) => one.kind === kind)
  return {
    unusual,
    after: {
      credential: known.credential,
      since: known.since,
      ranges:
        range !== null && (!newRange || isUsual('address_range'))
          ? newest({ ...known.ranges, [range]: today })
          : known.ranges,
      scopes: newScope && isUsual('scope') ? [...known.scopes, scope] : known.scopes,
      reported: {
        ...known.reported,
        ...Object.fromEntries(unusual.map(({ kind }) => [kind, today])),
      },
      last_used_at: at,
    },
  }
}

/** Returns the address ranges that were used last. */
const newest = (ranges: CredentialUse['ranges']): CredentialUse['ranges'] =>
  Object.fromEntries(
    Object.entries(ranges)
      .toSorted(([, a], [, b]) => compareText(b, a))
      .slice(0, MAX_RANGES),
  )
