import { Low, Memory, type Adapter } from 'lowdb'
import { StoreLocked, StoreRefused, tablesFrom, type Database, type Tx } from '../database.ts'
import {
  acquireFileLock,
  describeHolder,
  FileLocked,
  FileLockUnusable,
} from '../../disk/file-lock.ts'
import { makeFolderOf } from '../folder.ts'
import { groupCommit } from '../group-commit.ts'
import { isMigrationNeeded } from '../snapshot.ts'
import { FORMAT, memoryTables, notAStore, schemaOf, type Document } from './document.ts'
import { durableFile } from './durable-file.ts'
import type { Undo } from './table.ts'

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

/** Locks the file of a store for this process. @throws StoreLocked, StoreRefused */
function lockStore(path: string): { release(): void } {
  try {
    return acquireFileLock(path)
  } catch (cause) {
    if (cause instanceof FileLocked)
      throw new StoreLocked(
        `The store ${path} is in use by ${describeHolder(cause.holder)}. Only one process at a time can open a JSON store. Stop that process, or use a sqlite: store, which commands can open while the platform serves it.`,
      )
    if (cause instanceof FileLockUnusable) throw new StoreRefused(cause.message)
    throw cause
  }
}

/** Opens a store in memory, for the sandbox and for tests. */
export const openMemoryStore = (): Promise<Database> =>
  openDocument(new Memory<Document>(), () => undefined)

async function openDocument(adapter: Adapter<Document>, release: () => void): Promise<Database> {
  const empty: Document = { format: FORMAT }
  const low = new Low<Document>(adapter, empty)
  await low.read()
  if (low.data.format !== FORMAT) throw notAStore()

  let undo: Undo[] = []
  const revert = (from: number) => {
    for (const step of undo.splice(from).reverse()) step()
  }
  const tables = memoryTables(low.data, (step) => undo.push(step))
  const tx = tablesFrom((name) => tables.get(name)!.table)
  const save = async () => {
    // Tables of a later version are preserved, so that the later version can open the file again.
    low.data = {
      ...low.data,
      format: FORMAT,
      ...Object.fromEntries([...tables].map(([name, { rows }]) => [name, rows()])),
    }
    await low.write()
  }
  if (low.data !== empty && isMigrationNeeded(schemaOf(low.data))) await save()

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
      if (undo.length > 0 && !(adapter instanceof Memory)) await save()
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
