import type { KeyObject } from 'node:crypto'
import { keyPairOfSeed, publicJwk, SEED_BYTES, type PublicJwk } from '../crypto/ed25519.ts'
import { compareText } from '../order.ts'
import { open, seal, type KeyRing, type MasterKey } from '../secrets.ts'
import { ms, parseTimestamp, SECOND_MS, type Timestamp } from '../time.ts'

/**
 * A `planned` key is published and signs later, an `active` one signs, a `retired` one only verifies what it signed before, and a
 * `compromised` one is neither published nor accepted.
 */
export type SigningKeyState = 'planned' | 'active' | 'retired' | 'compromised'

/**
 * A key of the platform in its stored form. Only content that was sealed under the master key is trusted
 * (docs/specification/trust.md#keys).
 */
export interface SigningKey {
  /** The RFC 7638 thumbprint of the public key. */
  readonly key_id: string
  /** Seed, use and dates, sealed together under the master key. */
  readonly sealed: string
}

/** What a key signs: statements of the platform, or checkpoints of its log. */
export type SigningKeyUse = 'statements' | 'log'

/** The sealed content of a key, except its seed. */
export interface SigningKeyContent {
  readonly use: SigningKeyUse
  readonly created_at: Timestamp
  /** When it begins to sign. */
  readonly active_at: Timestamp
  /** When it stops signing; null if no end is planned. */
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

/** Returns the content of a key that is made now and signs from `active_at`. */
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

/** Returns the purpose under which a key is sealed. It contains the identifier, so the sealed content cannot be opened in another row. */
export const signingKeyPurpose = (key_id: string): string => `signing-key:${key_id}`
const USES: readonly unknown[] = ['statements', 'log'] satisfies SigningKeyUse[]

/**
 * Seals a key pair's seed together with its use and dates.
 * @param nonce twelve random bytes
 */
export function sealSigningKey(
  key: MasterKey,
  seed: Uint8Array,
  content: SigningKeyContent,
  nonce: Uint8Array,
): SigningKey {
  const { kid: key_id } = publicJwk(keyPairOfSeed(seed).publicKey)
  const { use, created_at, active_at, retired_at, compromised_at, signed_again_at } = content
  const text = JSON.stringify({
    seed: Buffer.from(seed).toString('base64'),
    use,
    created_at,
    active_at,
    retired_at,
    compromised_at,
    signed_again_at,
  })
  return { key_id, sealed: seal(key, signingKeyPurpose(key_id), text, nonce) }
}

/**
 * Seals a key again with other dates.
 * @param nonce twelve random bytes
 */
export const resealSigningKey = (
  master: MasterKey,
  key: OpenedKey,
  changes: Partial<SigningKeyContent>,
  nonce: Uint8Array,
): SigningKey =>
  sealSigningKey(
    master,
    Buffer.from(key.private_key.export({ format: 'jwk' }).d!, 'base64url'),
    { ...key, ...changes },
    nonce,
  )

/** Opens the key of a row; returns undefined unless one of these master keys sealed it for exactly this row. */
export function openSigningKey(
  masterKeys: KeyRing,
  { key_id, sealed }: SigningKey,
): OpenedKey | undefined {
  const text = open(masterKeys, signingKeyPurpose(key_id), sealed)
  if (!text) return undefined
  // Stores that were written before keys could be rotated hold neither a use nor the later dates.
  const {
    seed,
    use = 'statements',
    created_at,
    active_at = created_at,
    retired_at = null,
    compromised_at = null,
    signed_again_at = null,
  } = JSON.parse(text.toString('utf8')) as Pick<SigningKeyContent, 'created_at'> &
    Partial<SigningKeyContent> & { seed: string }
  const bytes = Buffer.from(seed, 'base64')
  const isValid =
    bytes.length === SEED_BYTES &&
    USES.includes(use) &&
    [created_at, active_at].every((date) => parseTimestamp(date) !== undefined)
  if (!isValid) return undefined
  const { publicKey: public_key, privateKey: private_key } = keyPairOfSeed(bytes)
  const content = { use, created_at, active_at, retired_at, compromised_at, signed_again_at }
  return publicJwk(public_key).kid === key_id
    ? { key_id, ...content, public_key, private_key }
    : undefined
}

/** Returns whether these master keys open the key of a row. */
export const isOpenedBy = (masterKeys: KeyRing, row: SigningKey): boolean =>
  openSigningKey(masterKeys, row) !== undefined

/** Returns the keys that the master keys open, the oldest first. */
export const openedKeys = (
  masterKeys: KeyRing,
  rows: readonly SigningKey[],
): readonly OpenedKey[] =>
  rows
    .map((row) => openSigningKey(masterKeys, row))
    .filter((key) => key !== undefined)
    .toSorted(
      (a, b) =>
        compareText(a.created_at, b.created_at) ||
        compareText(a.active_at, b.active_at) ||
        compareText(a.key_id, b.key_id),
    )

type KeyDates = Pick<SigningKeyContent, 'active_at' | 'retired_at' | 'compromised_at'>

/** Returns the state of a key at a time. At the moment of its retirement a key is retired. */
export function keyStateAt(
  { active_at, retired_at, compromised_at }: KeyDates,
  now: Timestamp,
): SigningKeyState {
  if (compromised_at !== null) return 'compromised'
  if (retired_at !== null && retired_at <= now) return 'retired'
  return active_at <= now ? 'active' : 'planned'
}

/**
 * Returns the keys that sign at a time, the one that began last at the end. If the clock was set back to before the first key, the first
 * one signs, because a platform without a key could do nothing.
 */
export function keysAt(
  keys: readonly OpenedKey[],
  use: SigningKeyUse,
  now: Timestamp,
): readonly OpenedKey[] {
  const usable = keys
    .filter((key) => key.use === use && key.compromised_at === null)
    .toSorted((a, b) => compareText(a.active_at, b.active_at) || endsLater(a) - endsLater(b))
  const active = usable.filter((key) => keyStateAt(key, now) === 'active')
  return active.length > 0 ? active : usable.slice(0, 1)
}

const endsLater = ({ retired_at }: KeyDates): number => Number(retired_at === null)

/** A published key with its dates in seconds since 1970, with the meaning of the JWT claims of these names (RFC 7519). */
export interface PublishedKey extends PublicJwk {
  /** When it was made. */
  readonly iat: number
  /** When it begins to sign. */
  readonly nbf: number
  /** When it stops signing; absent if no end is planned. */
  readonly exp?: number
}

/** Limits the published keys; it is the maximum that the contract declares. */
const MAX_PUBLISHED = 100

const seconds = (moment: Timestamp): number => Math.floor(ms(moment) / SECOND_MS)

/** Returns the keys with which others may verify signatures, newest first, as listed in a JWKS. */
export const publishedKeys = (keys: readonly OpenedKey[]): readonly PublishedKey[] =>
  keys
    .filter(({ use, compromised_at }) => use === 'statements' && compromised_at === null)
    .map(({ public_key, created_at, active_at, retired_at }) => ({
      ...publicJwk(public_key),
      iat: seconds(created_at),
      nbf: seconds(active_at),
      ...(retired_at !== null && { exp: seconds(retired_at) }),
    }))
    .toReversed()
    .slice(0, MAX_PUBLISHED)
