import { openSigningKey } from '../../domain/trust/signing-keys.ts'
import type { ReadTx } from '../database.ts'
import type { StoredRow, TableName } from '../tables.ts'
import { findByValues, eachRecord, type Check } from './check.ts'
import { nameOf } from './references.ts'

/** Checks that the master key opens the platform's signing keys. */
export const masterKey: Check = {
  name: 'master key',
  says: 'the master key opens the signing keys',
  async *run({ snapshot, masterKey: key, keyLocation }) {
    for await (const signing of eachRecord(snapshot, 'signing_keys')) {
      const fault = key
        ? openSigningKey(key, signing)
          ? undefined
          : 'the master key does not open it'
        : `there is no master key: ${keyLocation}`
      if (fault !== undefined) yield `signing_keys ${signing.key_id}: ${fault}`
    }
  },
}

const CREDENTIALS: readonly TableName[] = ['api_keys', 'install_tokens', 'admin_sessions']

/** Checks that hashes of credentials are distinct, because credentials are looked up by their hash. */
export const distinctCredentials: Check = {
  name: 'credentials',
  says: 'no two rows hold the hash of the same secret',
  async *run({ snapshot: { rows, tx } }) {
    for (const table of CREDENTIALS)
      for await (const portion of rows(table)) yield* duplicates(tx, table, portion)
  },
}

async function* duplicates(
  tx: ReadTx,
  table: TableName,
  rows: readonly StoredRow[],
): AsyncGenerator<string> {
  const rowsByHash = Map.groupBy(
    await findByValues(
      tx,
      table,
      'hash',
      rows.map(({ hash }) => hash),
    ),
    ({ hash }) => hash,
  )
  for (const row of rows)
    if (rowsByHash.get(row['hash'])!.length > 1)
      yield `${nameOf(table, row)}: another row holds the hash of the same secret`
}
