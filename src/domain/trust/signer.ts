import { isIssuedWithin, isSignedAgain, type KeyPeriod } from '../signatures/issue-time.ts'
import {
  judgeClaims,
  signClaims,
  type Claims,
  type IsOwnSignature,
  type Purpose,
} from '../signatures/signature.ts'
import { ms, type Timestamp } from '../time.ts'
import { keysAt, type OpenedKey } from './signing-keys.ts'

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
  /** Signs claims for one purpose with the key that is active at `now`, the time at which the statement is issued. */
  sign<P extends Purpose>(purpose: P, claims: Claims[P], now: Timestamp): SignedBy
  /** Returns whether a signature was made with a key of this platform that its master key opens, while that key was in use. */
  isOwn: IsOwnSignature
}

/** The opened keys of a process. */
export interface LiveKeys {
  /** Returns the keys that this process knows, the oldest first. */
  current(): readonly OpenedKey[]
  /** Reads the keys of the store now. */
  refresh(): Promise<void>
  /** Reads the keys again if that was more than a few seconds ago. */
  refreshIfDue(): Promise<void>
}

/** Creates the signer. The keys are read at each call, because they change while the platform runs. */
export const createSigner = (issuer: string, keys: () => readonly OpenedKey[]): Signer => ({
  issuer,
  sign(purpose, claims, now) {
    const key = keysAt(keys(), 'statements', now).at(-1)!
    return { key_id: key.key_id, signature: signClaims(key.private_key, purpose, claims) }
  },
  isOwn: ownSignatureJudge(keys),
})

/**
 * Returns a function that decides whether this platform made a signature: with a key that is not compromised, and for a statement that was
 * issued while the key was in use. What is signed again after a rotation is accepted from a retired key only until that has happened
 * (docs/specification/trust.md#key-periods).
 */
export const ownSignatureJudge =
  (keys: () => readonly OpenedKey[]): IsOwnSignature =>
  (key_id, purpose, claims, signature) => {
    const key = keys().find((each) => each.key_id === key_id && each.use === 'statements')
    if (!key || key.compromised_at !== null) return false
    if (key.signed_again_at !== null && isSignedAgain(purpose)) return false
    return (
      isIssuedWithin(periodOf(key), purpose, claims) &&
      judgeClaims(key.public_key, purpose, claims, signature) === 'verified'
    )
  }

const periodOf = ({ active_at, retired_at }: OpenedKey): KeyPeriod => ({
  from_ms: ms(active_at),
  until_ms: retired_at === null ? Infinity : ms(retired_at),
})
