import { keyPairOfSeed, publicJwk, SEED_BYTES } from '../crypto/ed25519.ts'
import { compareText } from '../order.ts'
import { open, seal, type KeyRing, type MasterKey } from '../secrets.ts'
import { parseTimestamp } from '../time.ts'
import type { OpenedKey, SigningKeyContent, SigningKeyUse } from './signing-keys.ts'

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
 * Seals a key again with different dates.
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
