import { sealKeyId, type KeyRing } from '../../domain/secrets.ts'
import { idInForce, openingRing } from '../../domain/trust/master-keys.ts'
import { isOpenedBy, type SigningKey } from '../../domain/trust/sealed-keys.ts'
import type { ReadTx } from '../database.ts'
import type { StoredRow, TableName } from '../tables.ts'
import { readMasterKeyHistory } from '../transactions/trust/master-keys.ts'
import { countByValue, eachRecord, type Check } from './check.ts'
import { nameOf } from './references.ts'

/** Checks that the master keys open the platform's signing keys, and names the one that is missing. */
export const masterKey: Check = {
  name: 'master key',
  says: 'the master key opens the signing keys',
  async *run({ snapshot, masterKeys, keyLocation }) {
    const history = await readMasterKeyHistory(snapshot.tx, {})
    const current = idInForce(history)
    if (masterKeys.length > 0 && current !== undefined && !has(masterKeys, current))
      yield `the master key ${current}, which is in force, is not in ${keyLocation}`
    for await (const signing of eachRecord(snapshot, 'signing_keys'))
      if (!isOpenedBy(openingRing(masterKeys, history), signing))
        yield `signing_keys ${signing.key_id}: ${faultOf(signing, masterKeys, keyLocation)}`
  },
}

const has = (keys: KeyRing, id: string): boolean => keys.some((key) => key.id === id)

function faultOf({ sealed }: SigningKey, keys: KeyRing, location: string): string {
  const id = sealKeyId(sealed)
  if (keys.length === 0)
    return `there is no master key: ${location}${id === undefined ? '' : `; it needs ${id}`}`
  return id === undefined || has(keys, id)
    ? 'the master key does not open it'
    : `the master key does not open it: it needs ${id}, which is not in ${location}`
}

const CREDENTIALS: readonly TableName[] = ['api_keys', 'install_tokens', 'admin_sessions']

/** Checks that hashes of credentials are distinct, because credentials are looked up by their hash. */
export const distinctCredentials: Check = {
  name: 'credentials',
  says: 'no two rows hold the hash of the same secret',
  async *run({ snapshot: { rows, tx } }) {
    for (const table of CREDENTIALS)
      for await (const batch of rows(table)) yield* duplicates(tx, table, batch)
  },
}

async function* duplicates(
  tx: ReadTx,
  table: TableName,
  rows: readonly StoredRow[],
): AsyncGenerator<string> {
  const counts = await countByValue(
    tx,
    table,
    'hash',
    rows.map(({ hash }) => hash),
  )
  for (const row of rows)
    if (counts.get(row['hash'])! > 1)
      yield `${nameOf(table, row)}: another row holds the hash of the same secret`
}
