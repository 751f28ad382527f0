import { openSigningKey, type SigningKey } from '../../domain/trust/signing-keys.ts'
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
  async *run({ snapshot, masterKey: key, keyPlace }) {
    for await (const signing of eachRow<SigningKey>(snapshot, 'signing_keys')) {
      const fault = key
        ? openSigningKey(key, signing)
          ? undefined
          : 'the master key does not open it as the key of this row'
        : `there is no master key: ${keyPlace}`
      if (fault !== undefined) yield `signing_keys ${signing.key_id}: ${fault}`
    }
  },
}

const CREDENTIALS: readonly TableName[] = ['api_keys', 'install_tokens', 'admin_sessions']

/** Credentials are looked up by their hash, so no two rows may have the same. */
export const distinctCredentials: Check = {
  name: 'credentials',
  says: 'no two rows belong to the same secret',
  async *run({ snapshot: { rows, tx } }) {
    for (const table of CREDENTIALS)
      for await (const some of rows(table)) yield* shared(tx, table, some)
  },
}

async function* shared(
  tx: ReadTx,
  table: TableName,
  rows: readonly StoredRow[],
): AsyncGenerator<string> {
  const named = Map.groupBy(
    await among(
      tx,
      table,
      'hash',
      rows.map(({ hash }) => hash),
    ),
    ({ hash }) => hash,
  )
  for (const row of rows)
    if (named.get(row['hash'])!.length > 1)
      yield `${nameOf(table, row)}: another row has the same secret`
}
