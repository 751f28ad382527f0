import { ms, type Timestamp } from '../domain/time.ts'

/** The address range and the scope of one use of a credential. */
export interface ObservedUse {
  readonly range: string | null
  readonly scope: string | null
}

/** Limits how many credentials are remembered, and how many ranges and scopes of each. */
const [MAX_CREDENTIALS, MAX_VALUES] = [10_000, 64]
/**
 * Limits how many new kinds of use of a credential are written per minute, so that a client with changing addresses does not load the
 * store.
 */
const MAX_NEW_USES_PER_MINUTE = 30
const MINUTE_MS = 60_000

interface Remembered {
  /** The UTC date of the values. They are forgotten at the first use on another day, so that the store learns each day what is in use. */
  readonly day: string
  readonly values: Set<string>
  minute: number
  new_uses: number
}

/**
 * Remembers how credentials were used recently, so that only new kinds of use are written
 * (docs/specification/organizations.md#unusual-use).
 */
export interface CredentialUseCache {
  /** Returns whether a use has to be written, because today this process has not yet seen the range or the scope with this credential. */
  observe(credential: string, use: ObservedUse, now: Timestamp): boolean
  /** Forgets a credential, because its use could not be written. */
  forget(credential: string): void
}

/** Creates a cache of bounded size. */
export function createCredentialUseCache(): CredentialUseCache {
  const credentials = new Map<string, Remembered>()
  const recall = (credential: string, day: string): Remembered => {
    const known = credentials.get(credential)
    if (known?.day === day) return known
    const fresh: Remembered = { day, values: new Set(), minute: 0, new_uses: 0 }
    credentials.delete(credential)
    if (credentials.size >= MAX_CREDENTIALS) credentials.delete(credentials.keys().next().value!)
    credentials.set(credential, fresh)
    return fresh
  }
  return {
    observe(credential, { range, scope }, now) {
      const known = recall(credential, now.slice(0, 10))
      const values = [range, scope].filter((value) => value !== null)
      if (values.every((value) => known.values.has(value))) return false
      const minute = Math.floor(ms(now) / MINUTE_MS)
      known.new_uses = known.minute === minute ? known.new_uses + 1 : 1
      known.minute = minute
      if (known.new_uses > MAX_NEW_USES_PER_MINUTE) return false
      if (known.values.size >= MAX_VALUES) known.values.clear()
      for (const value of values) known.values.add(value)
      return true
    },
    forget: (credential) => credentials.delete(credential),
  }
}
