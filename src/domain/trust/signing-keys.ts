import type { KeyObject } from 'node:crypto'
import { keyPairOfSeed, publicJwk, SEED_BYTES, type PublicJwk } from '../crypto/ed25519.ts'
import { open, seal } from '../secrets.ts'
import { parseTimestamp, type Timestamp } from '../time.ts'

/** `active` signs; `retired` verifies what it signed before; `compromised` is neither published nor believed. */
export type SigningKeyState = 'active' | 'retired' | 'compromised'

/** A key of the platform as the store keeps it. Nothing but what the master key sealed is believed (docs/specification/trust.md#keys). */
export interface SigningKey {
  /** The RFC 7638 thumbprint of the public key. */
  readonly key_id: string
  /** Seed, state and dates, sealed together under the master key. */
  readonly sealed: string
}

/** What is sealed. */
export interface SigningKeyFacts {
  readonly state: SigningKeyState
  readonly created_at: Timestamp
  readonly retired_at: Timestamp | null
}

/** A key that the master key opened. */
export interface OpenedKey extends SigningKeyFacts {
  readonly key_id: string
  /** Raw 32 bytes, computed from the seed. */
  readonly public_key: Uint8Array
  readonly private_key: KeyObject
}

/** The purpose under which a key is sealed; with its identifier in it, what is sealed belongs to no other row. */
const purposeOf = (key_id: string): string => `signing-key:${key_id}`
const STATES: readonly unknown[] = ['active', 'retired', 'compromised'] satisfies SigningKeyState[]

/** @param nonce twelve random bytes */
export function sealSigningKey(
  masterKey: Uint8Array,
  seed: Uint8Array,
  { state, created_at, retired_at }: SigningKeyFacts,
  nonce: Uint8Array,
): SigningKey {
  const { kid: key_id } = publicJwk(keyPairOfSeed(seed).publicKey)
  const text = JSON.stringify({
    seed: Buffer.from(seed).toString('base64'),
    state,
    created_at,
    retired_at,
  })
  return { key_id, sealed: seal(masterKey, purposeOf(key_id), text, nonce) }
}

/** The key of a row; undefined when this master key did not seal it for exactly this row. */
export function openSigningKey(
  masterKey: Uint8Array,
  { key_id, sealed }: SigningKey,
): OpenedKey | undefined {
  const text = open(masterKey, purposeOf(key_id), sealed)
  if (!text) return undefined
  const { seed, state, created_at, retired_at } = JSON.parse(
    text.toString('utf8'),
  ) as SigningKeyFacts & { seed: string }
  const bytes = Buffer.from(seed, 'base64')
  if (
    bytes.length !== SEED_BYTES ||
    !STATES.includes(state) ||
    parseTimestamp(created_at) === undefined
  )
    return undefined
  const { publicKey, privateKey } = keyPairOfSeed(bytes)
  return publicJwk(publicKey).kid === key_id
    ? { key_id, state, created_at, retired_at, public_key: publicKey, private_key: privateKey }
    : undefined
}

/** The keys that the master key opens, the oldest first. */
export const openedKeys = (
  masterKey: Uint8Array,
  rows: readonly SigningKey[],
): readonly OpenedKey[] =>
  rows
    .map((row) => openSigningKey(masterKey, row))
    .filter((key) => key !== undefined)
    .toSorted((a, b) =>
      a.created_at < b.created_at
        ? -1
        : a.created_at > b.created_at
          ? 1
          : a.key_id < b.key_id
            ? -1
            : 1,
    )

/** The keys that others may verify with, newest first, as a JWKS lists them. */
export const publishedKeys = (keys: readonly OpenedKey[]): readonly PublicJwk[] =>
  keys
    .filter(({ state }) => state !== 'compromised')
    .map(({ public_key }) => publicJwk(public_key))
    .toReversed()
