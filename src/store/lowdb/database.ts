import { Low, Memory, type Adapter } from 'lowdb'
import { StoreRefused, tablesFrom, type Database, type Tx } from '../database.ts'
import {
  acquireFileLock,
  describeHolder,
  FileLocked,
  FileLockUnusable,
} from '../../disk/file-lock.ts'
import { makeFolderOf } from '../folder.ts'
import { groupCommit } from '../group-commit.ts'
import { TABLE_NAMES, TABLES, type StoredRow, type TableName } from '../tables.ts'
import { withCurrentNames } from '../tables/renamed.ts'
import { durableFile } from './durable-file.ts'
import { memoryTable, type MemoryTable, type Undo } from './table.ts'

/** The content of the file: one array of rows for each table. */
export type Document = { [Name in TableName]?: readonly StoredRow[] } & {
  format: string
}
export const FORMAT = 'svc-registry/1'

/**
 * Opens a store in one human-readable JSON file. The whole file is written durably with every group of transactions.
 * @throws StoreRefused
 */
export async function openJsonStore(path: string): Promise<Database> {
  makeFolderOf(path)
  const lock = lockStore(path)
  try {
    return await openDocument(durableFile<Document>(path), lock.release)
  } catch (cause) {
    lock.release()
    throw cause
  }
}

/** Thrown if another process holds the lock of this store. */
export class StoreLocked extends StoreRefused {
  constructor(path: string, holder: number) {
    super(
      `The store ${path} is in use by ${describeHolder(holder)}. Only one process at a time can open a JSON store. Stop that process, or use a sqlite: store, which commands can open while the platform serves it.`,
    )
    this.name = 'StoreLocked'
  }
}

/** Locks the file of a store for this process. @throws StoreLocked, StoreRefused */
function lockStore(path: string): { release(): void } {
  try {
    return acquireFileLock(path)
  } catch (cause) {
    if (cause instanceof FileLocked) throw new StoreLocked(path, cause.holder)
    if (cause instanceof FileLockUnusable) throw new StoreRefused(cause.message)
    throw cause
  }
}

/** Opens a store in memory, for the sandbox and for tests. */
export const openMemoryStore = (): Promise<Database> =>
  openDocument(new Memory<Document>(), () => undefined)

/** Returns the error for a JSON file that is not a store. */
export const notAStore = (): StoreRefused =>
  new StoreRefused(
    'This JSON file is not a registry store of this version; name another file with --store json:PATH.',
  )

/** Returns the tables of a document, filled with its rows. Every write is passed to `record` as a function that undoes it. */
export function memoryTables(
  document: Document,
  record: (undo: Undo) => void,
): ReadonlyMap<TableName, MemoryTable> {
  const tables = new Map(TABLE_NAMES.map((name) => [name, memoryTable(TABLES[name], record)]))
  for (const [name, { load }] of tables) load(withCurrentNames(name, document[name] ?? []))
  return tables
}

async function openDocument(adapter: Adapter<Document>, release: () => void): Promise<Database> {
  const low = new Low<Document>(adapter, { format: FORMAT })
  await low.read()
  if (low.data.format !== FORMAT) throw notAStore()

  let undo: Undo[] = []
  const revert = (from: number) => {
    for (const step of undo.splice(from).reverse()) step()
  }
  const tables = memoryTables(low.data, (step) => undo.push(step))
  const tx = tablesFrom((name) => tables.get(name)!.table)

  const queue = groupCommit<Tx>({
    begin: async () => {
      undo = []
    },
    attempt: async (body) => {
      const savepoint = undo.length
      try {
        return await body(tx)
      } catch (cause) {
        revert(savepoint)
        throw cause
      }
    },
    commit: async () => {
      if (undo.length === 0 || adapter instanceof Memory) return
      // Tables of a later version are preserved, so that the later version can open the file again.
      low.data = {
        ...low.data,
        format: FORMAT,
        ...Object.fromEntries([...tables].map(([name, { rows }]) => [name, rows()])),
      }
      await low.write()
    },
    rollback: async () => revert(0),
  })
  return {
    transact: queue.submit,
    read: queue.read,
    close: async () => {
      await queue.close()
      release()
    },
  }
}
