import { keyPairOfSeed, publicJwk } from '../../domain/crypto/ed25519.ts'
import { encodeBase64 } from '../../domain/crypto/encoding.ts'
import { open } from '../../domain/secrets.ts'
import type { SigningKey } from '../../domain/records.ts'
import { SIGNING_KEY } from '../intents/platform.ts'
import type { ReadTx } from '../database.ts'
import type { StoredRow } from '../snapshot.ts'
import type { TableName } from '../tables.ts'
import { among, eachRow } from './lookup.ts'
import { nameOf } from './references.ts'
import type { Check } from './check.ts'

/** The keys with which the platform signs open under the master key. */
export const masterKey: Check = {
  name: 'master key',
  says: 'the master key opens what is sealed',
  async* run({ snapshot, masterKey: key, keyPlace }) {
    for await (const signing of eachRow<SigningKey>(snapshot, 'signing_keys')) {
      const fault = key ? faultOf(signing, key) : `there is no master key: ${keyPlace}`
      if (fault !== undefined) yield `signing_keys ${signing.key_id}: ${fault}`
    }
  },
}

function faultOf({ key_id, public_key, sealed_seed }: SigningKey, key: Uint8Array): string | undefined {
  const seed = open(key, SIGNING_KEY, sealed_seed)
  if (!seed) return 'the master key does not open it'
  const { publicKey } = keyPairOfSeed(seed)
  return encodeBase64(publicKey) === public_key && publicJwk(publicKey).kid === key_id ? undefined : 'its public key belongs to another one'
}

const CREDENTIALS: readonly TableName[] = ['api_keys', 'install_tokens', 'admin_sessions']

/** Credentials are looked up by their hash, so no two rows may have the same. */
export const distinctCredentials: Check = {
  name: 'credentials',
  says: 'no two rows belong to the same secret',
  async* run({ snapshot: { rows, tx } }) {
    for (const table of CREDENTIALS) for await (const some of rows(table)) yield* shared(tx, table, some)
  },
}

async function* shared(tx: ReadTx, table: TableName, rows: readonly StoredRow[]): AsyncGenerator<string> {
  const named = Map.groupBy(await among(tx, table, 'hash', rows.map(({ hash }) => hash)), ({ hash }) => hash)
  for (const row of rows) if (named.get(row['hash'])!.length > 1) yield `${nameOf(table, row)}: another row has the same secret`
}
