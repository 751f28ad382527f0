import type { KeyObject } from 'node:crypto'
import { compareText } from '../order.ts'
import { isIssuedWithin, isSignedAgain, type KeyPeriod } from '../signatures/issue-time.ts'
import {
  verifyClaims,
  signClaims,
  type Claims,
  type IsOwnSignature,
  type Purpose,
} from '../signatures/signature.ts'
import { ms, type Timestamp } from '../time.ts'

/**
 * A `planned` key is published and signs later, an `active` one signs, a `retired` one only verifies what it signed before, and a
 * `compromised` one is neither published nor accepted.
 */
export type SigningKeyState = 'planned' | 'active' | 'retired' | 'compromised'

/** The use of a key: to sign statements of the platform, or checkpoints of its log. */
export type SigningKeyUse = 'statements' | 'log'

/** The sealed content of a key, except its seed. */
export interface SigningKeyContent {
  readonly use: SigningKeyUse
  readonly created_at: Timestamp
  /** When it begins to sign. */
  readonly active_at: Timestamp
  /** When it stops signing; null if no retirement is planned. */
  readonly retired_at: Timestamp | null
  readonly compromised_at: Timestamp | null
  /** When everything that it signed and that still holds had been signed again by a later key; null before that. */
  readonly signed_again_at: Timestamp | null
}

/** A key whose content was opened with the master key. */
export interface OpenedKey extends SigningKeyContent {
  readonly key_id: string
  /** Raw 32 bytes, computed from the seed. */
  readonly public_key: Uint8Array
  readonly private_key: KeyObject
}

/** Returns the content of a key that is made at `created_at` and signs from `active_at` on. */
export const newKeyContent = (
  use: SigningKeyUse,
  created_at: Timestamp,
  active_at: Timestamp = created_at,
): SigningKeyContent => ({
  use,
  created_at,
  active_at,
  retired_at: null,
  compromised_at: null,
  signed_again_at: null,
})

type KeyDates = Pick<SigningKeyContent, 'active_at' | 'retired_at' | 'compromised_at'>

/** Returns the state of a key at a given time. At the moment of its retirement a key is retired. */
export function keyStateAt(
  { active_at, retired_at, compromised_at }: KeyDates,
  now: Timestamp,
): SigningKeyState {
  if (compromised_at !== null) return 'compromised'
  if (retired_at !== null && retired_at <= now) return 'retired'
  return active_at <= now ? 'active' : 'planned'
}

/**
 * Returns the keys that sign at a given time, in the order in which they began; none if the row of the active key was deleted. If the clock
 * was set back to a time before the first key was made, the first key signs, because a platform without a key could do nothing.
 */
export function keysAt(
  keys: readonly OpenedKey[],
  use: SigningKeyUse,
  now: Timestamp,
): readonly OpenedKey[] {
  const inState = (state: SigningKeyState) =>
    keys
      .filter((key) => key.use === use && keyStateAt(key, now) === state)
      .toSorted((a, b) => compareText(a.active_at, b.active_at) || endsLater(a) - endsLater(b))
  const active = inState('active')
  if (active.length > 0) return active
  return inState('planned')
    .filter(({ created_at }) => created_at > now)
    .slice(0, 1)
}

const endsLater = ({ retired_at }: KeyDates): number => Number(retired_at === null)

const USE_TEXT: Readonly<Record<SigningKeyUse, string>> = {
  statements: 'statements',
  log: 'the log',
}
/** Returns the error of a process that has no active key for a use. The next start makes one. */
export const noActiveKey = (use: SigningKeyUse): Error =>
  new Error(
    `No signing key for ${USE_TEXT[use]} is active, because the row of the active one was deleted; restart the platform, which makes a new key.`,
  )

/** A signature and the key that made it. */
interface SignedBy {
  readonly key_id: string
  /** Padded base64. */
  readonly signature: string
}

/** The opened signing keys of the platform. Signing needs no I/O, so it may happen inside a transaction. */
export interface Signer {
  /** The name of the platform in everything that it signs. */
  readonly issuer: string
  /**
   * Signs claims for one purpose with the key that is active at `now`, the time at which the statement is issued.
   * @throws Error if no key is active, because the row of the active key was deleted
   */
  sign<P extends Purpose>(purpose: P, claims: Claims[P], now: Timestamp): SignedBy
  /** Returns whether a signature was made with a key of this platform that its master key decrypts, while that key was in use. */
  isOwn: IsOwnSignature
}

/** The opened keys that a process knows. */
export interface KnownKeys {
  /** The oldest first. They are replaced while the platform runs, so this is read on each use. */
  readonly current: readonly OpenedKey[]
}

/** The keys that a process knows and reads again from the store. */
export interface LiveKeys extends KnownKeys {
  /** Reads the keys of the store now. */
  refresh(): Promise<void>
  /** Reads the keys again if they were last read more than a few seconds ago. Returns whether it read them. */
  refreshIfDue(): Promise<boolean>
}

/** Creates the signer with these keys. */
export const createSigner = (issuer: string, keys: KnownKeys): Signer => ({
  issuer,
  sign(purpose, claims, now) {
    const key = keysAt(keys.current, 'statements', now).at(-1)
    if (!key) throw noActiveKey('statements')
    return { key_id: key.key_id, signature: signClaims(key.private_key, purpose, claims) }
  },
  isOwn: ownSignatureVerifier(keys),
})

/**
 * Returns a function that decides whether this platform made a signature: with a key that is not compromised, and for a statement that was
 * issued while the key was in use. Statements that are signed again after a rotation are accepted from a retired key only until all of them
 * have been signed again (docs/specification/trust.md#key-periods).
 */
export const ownSignatureVerifier =
  (keys: KnownKeys): IsOwnSignature =>
  (key_id, purpose, claims, signature) => {
    const key = keys.current.find((each) => each.key_id === key_id && each.use === 'statements')
    if (!key || key.compromised_at !== null) return false
    if (key.signed_again_at !== null && isSignedAgain(purpose)) return false
    return (
      isIssuedWithin(periodOf(key), purpose, claims) &&
      verifyClaims(key.public_key, purpose, claims, signature) === 'verified'
    )
  }

const periodOf = ({ active_at, retired_at }: OpenedKey): KeyPeriod => ({
  from_ms: ms(active_at),
  until_ms: retired_at === null ? Infinity : ms(retired_at),
})
