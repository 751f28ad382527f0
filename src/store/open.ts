import { withAggregates } from './aggregates.ts'
import { shownStore, dialectOf } from './dialects.ts'
import { StoreRefused, type Database, type ReadTx } from './database.ts'
import type { ConnectionSettings } from './dialect.ts'
import { initializeCounts, findMissingCounts } from './transactions/counts.ts'
import { RESTORE, type Loader, type Snapshot } from './snapshot.ts'

/**
 * Opens the database at an address: `sqlite:PATH`, `json:PATH`, `memory:` or `postgres://...`. The driver is loaded only when it is needed.
 * @throws StoreRefused with a sentence for the operator
 */
export async function openDatabase(
  address: string,
  settings: ConnectionSettings = {},
): Promise<Database> {
  const raw = await openUnfinished(address, settings)
  const database = withAggregates(await refuseUnfinished(address, raw, (query) => raw.read(query)))
  const missing = await database.read(findMissingCounts)
  if (missing.length > 0) await fillAggregates(address, database, missing)
  return database
}

/** Opens a database even if a restore into it has begun and not completed. Writes to it do not update the aggregates. */
export const openUnfinished = (
  address: string,
  settings: ConnectionSettings = {},
): Promise<Database> => dialectOf(address).open(address, settings)

/**
 * Opens one committed state of a store in order to read all of it. Nothing is written; even missing tables are not created.
 * @throws StoreRefused with a sentence for the operator
 */
export async function openSnapshot(address: string): Promise<Snapshot> {
  const snapshot = await dialectOf(address).openSnapshot(address)
  return snapshot.schema.missingTables.includes('platform_facts')
    ? snapshot
    : refuseUnfinished(address, snapshot, (query) => query(snapshot.tx))
}

/** Opens a loader for an empty store that has the tables of this version. @throws StoreRefused */
export const openLoader = (address: string): Promise<Loader> =>
  dialectOf(address).openLoader(address)

/** Refuses a store whose restore was interrupted: it is empty, and must not be mistaken for a new store. */
async function refuseUnfinished<Opened extends { close(): Promise<void> }>(
  address: string,
  opened: Opened,
  read: <T>(query: (tx: ReadTx) => Promise<T>) => Promise<T>,
): Promise<Opened> {
  const marker = await read((tx) => tx.platform_facts.get({ name: RESTORE }))
  if (!marker) return opened
  await opened.close()
  throw new StoreRefused(
    `A restore into ${shownStore(address)} has begun but not completed; the store holds none of its data yet. If the restore is not running, run it again.`,
  )
}

/**
 * Initializes missing aggregates from the rows that an earlier version wrote. In a large store this may exceed the time limits of a
 * request.
 */
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
