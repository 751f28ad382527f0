import type { IsOwnSignature } from '../../domain/audit-checkpoint.ts'
import { keyPairOfSeed, publicJwk, signMessage, verifySignature, type PublicJwk } from '../../domain/crypto/ed25519.ts'
import { decodeSignature, encodeBase64 } from '../../domain/crypto/encoding.ts'
import { open, seal } from '../../domain/secrets.ts'
import type { SigningKey } from '../../domain/records.ts'
import type { Act } from '../act.ts'
import { StoreRefused, type ReadTx, type Tx } from '../database.ts'
import { alone } from './alone.ts'
import { settleIssuer, type IssuerInput } from './issuer.ts'
import type { Signer } from './policies.ts'

/** The purpose under which signing keys are sealed. */
export const SIGNING_KEY = 'signing-key'

export interface SignerInput extends IssuerInput { readonly master_key: Uint8Array }

/** The key the platform signs with: made at the first start, sealed under the master key, the same for every process of a store. */
export async function loadSigner(tx: Tx, act: Act, { master_key, ...named }: SignerInput): Promise<Signer> {
  const stored = (await newestKey(tx)) ?? (await makeKey(tx, act, master_key))
  const seed = open(master_key, SIGNING_KEY, stored.sealed_seed)
  if (!seed) throw new StoreRefused('The master key does not open this store: it was made with another one. Give the right SVC_MASTER_KEY, or restore the key file beside the store.')
  const { privateKey } = keyPairOfSeed(seed)
  return { key_id: stored.key_id, issuer: await settleIssuer(tx, act, named), sign: (message) => encodeBase64(signMessage(privateKey, message)), isOwn: await ownKeys(tx, master_key) }
}

/** Judges signatures by the keys that the master key opens: a row that somebody else put into the table vouches for nothing. */
export async function ownKeys(tx: ReadTx, master_key: Uint8Array): Promise<IsOwnSignature> {
  const seeds = (await tx.signing_keys.find({})).map(({ sealed_seed }) => open(master_key, SIGNING_KEY, sealed_seed))
  const keys = new Map(seeds.filter((seed) => seed !== undefined).map((seed) => keyPairOfSeed(seed)).map(({ publicKey }) => [publicJwk(publicKey).kid, publicKey]))
  return (key_id, message, signature) => {
    const [key, bytes] = [keys.get(key_id), decodeSignature(signature)]
    return key !== undefined && bytes !== undefined && verifySignature(key, message, bytes)
  }
}

/** All public keys the platform ever signed with, newest last, as a JWKS lists them. */
export async function listPlatformKeys(tx: ReadTx, _: object): Promise<readonly PublicJwk[]> {
  const keys = await tx.signing_keys.find({ orderBy: ['created_at'] })
  return keys.map(({ public_key }) => publicJwk(Buffer.from(public_key, 'base64')))
}

const newestKey = (tx: ReadTx): Promise<SigningKey | undefined> => tx.signing_keys.first({ orderBy: ['created_at'], descending: true })

async function makeKey(tx: Tx, act: Act, master_key: Uint8Array): Promise<SigningKey> {
  await alone(tx, act, 'first_signing_key')
  const made = await newestKey(tx)
  if (made) return made
  const seed = act.random(32)
  const { publicKey } = keyPairOfSeed(seed)
  const key: SigningKey = {
    key_id: publicJwk(publicKey).kid, public_key: encodeBase64(publicKey), sealed_seed: seal(master_key, SIGNING_KEY, seed, act.random(12)), created_at: act.now,
  }
  await tx.signing_keys.insert(key)
  return key
}
