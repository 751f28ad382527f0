import { keyPairOfSeed, publicJwk, type PublicJwk } from '../../../domain/crypto/ed25519.ts'
import {
  openedKeys,
  publishedKeys,
  sealSigningKey,
  type OpenedKey,
  type SigningKey,
  type SigningKeyUse,
} from '../../../domain/trust/signing-keys.ts'
import {
  judgeClaims,
  signClaims,
  type IsOwnSignature,
} from '../../../domain/signatures/signature.ts'
import type { CallContext } from '../../context.ts'
import { StoreRefused, type ReadTx, type Tx } from '../../database.ts'
import { acquireLock } from '../lock.ts'
import { resolveIssuer, type IssuerInput } from './issuer.ts'
import type { Signer } from '../policies/policies.ts'

export interface SignerInput extends IssuerInput {
  readonly master_key: Uint8Array
}

/**
 * Loads the signing key of the platform, and generates it at the first start. It is stored sealed under the master key, and every process
 * on the store uses the same key.
 * @throws StoreRefused if the master key opens none of the stored keys
 */
export async function loadSigner(
  tx: Tx,
  context: CallContext,
  { master_key, ...issuerInput }: SignerInput,
): Promise<Signer> {
  const key = await loadKey(tx, context, master_key, 'statements')
  const issuer = await resolveIssuer(tx, context, issuerInput)
  return {
    key_id: key.key_id,
    issuer,
    sign: (purpose, claims) => signClaims(key.private_key, purpose, claims),
    isOwn: await ownSignatureJudge(tx, master_key),
  }
}

/**
 * Returns a function that decides whether this platform made a signature. It uses only keys that the master key opens, so a row that an
 * attacker inserts into the table has no effect.
 */
export async function ownSignatureJudge(
  tx: ReadTx,
  master_key: Uint8Array,
): Promise<IsOwnSignature> {
  const keys = new Map(
    (await openKeys(tx, master_key))
      .filter(({ use, state }) => use === 'statements' && state !== 'compromised')
      .map(({ key_id, public_key }) => [key_id, public_key]),
  )
  return (key_id, purpose, claims, signature) => {
    const key = keys.get(key_id)
    return key !== undefined && judgeClaims(key, purpose, claims, signature) === 'verified'
  }
}

/** Lists the public keys of this platform that the master key opens, newest first (docs/specification/trust.md#keys). */
export async function listPlatformKeys(
  tx: ReadTx,
  { master_key }: { master_key: Uint8Array },
): Promise<readonly PublicJwk[]> {
  return publishedKeys(await openKeys(tx, master_key))
}

/** Returns a stored signing key without opening it. It is not proven that this platform stored it, so its contents must not be trusted. */
export const findAnySigningKey = (tx: ReadTx, _: object): Promise<SigningKey | undefined> =>
  tx.signing_keys.first({})

const openKeys = async (tx: ReadTx, master_key: Uint8Array): Promise<readonly OpenedKey[]> =>
  openedKeys(master_key, await tx.signing_keys.find({}))

/**
 * Loads the key with which checkpoints of the log are signed, and makes it at the first start. It is another key than that of statements,
 * because witnesses are configured with it.
 */
export const loadLogKey = (
  tx: Tx,
  context: CallContext,
  { master_key }: { readonly master_key: Uint8Array },
): Promise<OpenedKey> => loadKey(tx, context, master_key, 'log')

const loadKey = async (
  tx: Tx,
  context: CallContext,
  master_key: Uint8Array,
  use: SigningKeyUse,
): Promise<OpenedKey> =>
  (await activeKey(tx, master_key, use)) ?? makeKey(tx, context, master_key, use)

async function activeKey(
  tx: Tx,
  master_key: Uint8Array,
  use: SigningKeyUse,
): Promise<OpenedKey | undefined> {
  const rows = await tx.signing_keys.find({})
  const opened = openedKeys(master_key, rows)
  if (rows.length > 0 && opened.length === 0)
    throw new StoreRefused(
      'The master key does not open this store: it was created with a different one. Set the correct SVC_MASTER_KEY, or restore the key file beside the store.',
    )
  return opened.findLast((key) => key.use === use && key.state === 'active')
}

async function makeKey(
  tx: Tx,
  context: CallContext,
  master_key: Uint8Array,
  use: SigningKeyUse,
): Promise<OpenedKey> {
  await acquireLock(tx, context, 'first_signing_key')
  // Another process may have generated one while this transaction waited for the lock.
  const existing = await activeKey(tx, master_key, use)
  if (existing) return existing
  const seed = context.random(32)
  const content = { use, state: 'active', created_at: context.now, retired_at: null } as const
  await tx.signing_keys.insert(sealSigningKey(master_key, seed, content, context.random(12)))
  const { publicKey, privateKey } = keyPairOfSeed(seed)
  return {
    ...content,
    key_id: publicJwk(publicKey).kid,
    public_key: publicKey,
    private_key: privateKey,
  }
}
