import type { KeyObject } from 'node:crypto'
import { keyPairOfSeed, publicJwk, SEED_BYTES, type PublicJwk } from '../crypto/ed25519.ts'
import { compareText } from '../order.ts'
import { open, seal } from '../secrets.ts'
import { parseTimestamp, type Timestamp } from '../time.ts'

/** An `active` key signs, a `retired` one still verifies what it signed, and a `compromised` one is neither published nor accepted. */
type SigningKeyState = 'active' | 'retired' | 'compromised'

/**
 * A key of the platform in its stored form. Only content that was sealed under the master key is trusted
 * (docs/specification/trust.md#keys).
 */
export interface SigningKey {
  /** The RFC 7638 thumbprint of the public key. */
  readonly key_id: string
  /** Seed, state and dates, sealed together under the master key. */
  readonly sealed: string
}

/** What a key signs: statements of the platform, or checkpoints of its log. */
export type SigningKeyUse = 'statements' | 'log'

/** The sealed content of a key, except its seed. */
export interface SigningKeyContent {
  readonly use: SigningKeyUse
  readonly state: SigningKeyState
  readonly created_at: Timestamp
  readonly retired_at: Timestamp | null
}

/** A key whose content was opened with the master key. */
export interface OpenedKey extends SigningKeyContent {
  readonly key_id: string
  /** Raw 32 bytes, computed from the seed. */
  readonly public_key: Uint8Array
  readonly private_key: KeyObject
}

/** Returns the purpose under which a key is sealed. It contains the identifier, so the sealed content cannot be opened in another row. */
const purposeOf = (key_id: string): string => `signing-key:${key_id}`
const USES: readonly unknown[] = ['statements', 'log'] satisfies SigningKeyUse[]
const STATES: readonly unknown[] = ['active', 'retired', 'compromised'] satisfies SigningKeyState[]

/**
 * Seals a key pair's seed together with its state and dates.
 * @param nonce twelve random bytes
 */
export function sealSigningKey(
  masterKey: Uint8Array,
  seed: Uint8Array,
  { use, state, created_at, retired_at }: SigningKeyContent,
  nonce: Uint8Array,
): SigningKey {
  const { kid: key_id } = publicJwk(keyPairOfSeed(seed).publicKey)
  const text = JSON.stringify({
    seed: Buffer.from(seed).toString('base64'),
    use,
    state,
    created_at,
    retired_at,
  })
  return { key_id, sealed: seal(masterKey, purposeOf(key_id), text, nonce) }
}

/** Opens the key of a row; returns undefined unless this master key sealed it for exactly this row. */
export function openSigningKey(
  masterKey: Uint8Array,
  { key_id, sealed }: SigningKey,
): OpenedKey | undefined {
  const text = open(masterKey, purposeOf(key_id), sealed)
  if (!text) return undefined
  const {
    seed,
    use = 'statements',
    state,
    created_at,
    retired_at,
  } = JSON.parse(text.toString('utf8')) as Omit<SigningKeyContent, 'use'> & {
    seed: string
    use?: SigningKeyUse
  }
  const bytes = Buffer.from(seed, 'base64')
  if (
    bytes.length !== SEED_BYTES ||
    !USES.includes(use) ||
    !STATES.includes(state) ||
    parseTimestamp(created_at) === undefined
  )
    return undefined
  const { publicKey, privateKey } = keyPairOfSeed(bytes)
  return publicJwk(publicKey).kid === key_id
    ? { key_id, use, state, created_at, retired_at, public_key: publicKey, private_key: privateKey }
    : undefined
}

/** Returns the keys that the master key opens, the oldest first. */
export const openedKeys = (
  masterKey: Uint8Array,
  rows: readonly SigningKey[],
): readonly OpenedKey[] =>
  rows
    .map((row) => openSigningKey(masterKey, row))
    .filter((key) => key !== undefined)
    .toSorted((a, b) => compareText(a.created_at, b.created_at) || compareText(a.key_id, b.key_id))

/** Returns the keys with which others may verify signatures, newest first, as listed in a JWKS. */
export const publishedKeys = (keys: readonly OpenedKey[]): readonly PublicJwk[] =>
  keys
    .filter(({ use, state }) => use === 'statements' && state !== 'compromised')
    .map(({ public_key }) => publicJwk(public_key))
    .toReversed()
