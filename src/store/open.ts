import { withAggregates } from './aggregates.ts'
import { shownStore, dialectOf } from './dialects.ts'
import { StoreRefused, type Database, type ReadTx } from './database.ts'
import type { ConnectionSettings } from './dialect.ts'
import { initializeCounts, findMissingCounts } from './transactions/counts.ts'
import { RESTORE, type Loader, type Snapshot } from './snapshot.ts'

/**
 * Opens the database that an address names: `sqlite:PATH`, `json:PATH`, `memory:` or `postgres://...`. Its driver is loaded only then.
 * @throws StoreRefused with a sentence for the operator
 */
export async function openDatabase(
  address: string,
  settings: ConnectionSettings = {},
): Promise<Database> {
  const plain = await openUnfinished(address, settings)
  const database = withAggregates(
    await refuseUnfinished(address, plain, (query) => plain.read(query)),
  )
  const missing = await database.read(findMissingCounts)
  if (missing.length > 0) await fillAggregates(address, database, missing)
  return database
}

/** Opens a database even if a restore into it has begun and not completed. Aggregates of what is written here are not updated. */
export const openUnfinished = (
  address: string,
  settings: ConnectionSettings = {},
): Promise<Database> => dialectOf(address).open(address, settings)

/**
 * Opens one committed state of a store, to read all of it. Nothing is written, not even missing tables.
 * @throws StoreRefused with a sentence for the operator
 */
export async function openSnapshot(address: string): Promise<Snapshot> {
  const snapshot = await dialectOf(address).openSnapshot(address)
  return snapshot.schema.missingTables.includes('platform_facts')
    ? snapshot
    : refuseUnfinished(address, snapshot, (query) => query(snapshot.tx))
}

/** Opens an empty store that has the tables of this version, to fill it. @throws StoreRefused */
export const openLoader = (address: string): Promise<Loader> =>
  dialectOf(address).openLoader(address)

/** Refuses a store whose restore was interrupted: it is empty, and must not be taken for a new one. */
async function refuseUnfinished<Opened extends { close(): Promise<void> }>(
  address: string,
  opened: Opened,
  read: <T>(query: (tx: ReadTx) => Promise<T>) => Promise<T>,
): Promise<Opened> {
  const started = await read((tx) => tx.platform_facts.get({ name: RESTORE }))
  if (!started) return opened
  await opened.close()
  throw new StoreRefused(
    `A restore into ${shownStore(address)} has begun but not completed; the store holds none of its data yet. If the restore is not running, run it again.`,
  )
}

/** Counts the rows that an earlier version wrote. In a large store that may exceed the time limits of a request. */
async function fillAggregates(
  address: string,
  database: Database,
  missing: Awaited<ReturnType<typeof findMissingCounts>>,
): Promise<void> {
  const { transactWithoutTimeout } = dialectOf(address)
  if (transactWithoutTimeout)
    await transactWithoutTimeout(address, (tx) => initializeCounts(tx, missing))
  else await database.transact((tx) => initializeCounts(tx, missing))
}
