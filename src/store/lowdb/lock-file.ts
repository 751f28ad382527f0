import { closeSync, openSync, readSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreRefused } from '../database.ts'

/** Locks that this process holds. To open and close their files would give them up: POSIX locks belong to the process. */
const held = new Set<string>()

/** SQLite's result code when another connection has the lock. */
const SQLITE_BUSY = 5
/**
 * Of processes that begin at once each may find the lock half taken by another for a moment. The process stands still meanwhile,
 * and every operator command beside a server that has the lock waits this long.
 */
const PATIENCE_MS = 100
/** Where the header of an SQLite file has `user_version`, 4 bytes. */
const USER_VERSION_AT = 60

/**
 * Takes `<path>.lock` for this process. The file is an empty SQLite database under an exclusive lock: the operating system frees it when the
 * process ends, however it ends, so there is no stale lock to take over. The file stays, because a process that deletes it
 * could delete a lock that another one has just taken.
 * @throws StoreRefused while another process has the lock, or when the file cannot be used.
 */
export function takeLock(path: string): { release(): void } {
  const lock = join(realpathSync(dirname(path)), `${basename(path)}.lock`)
  if (held.has(lock)) throw new StoreLocked(path, process.pid)
  const database = lockedDatabase(path, lock)
  held.add(lock)
  return {
    release: () => {
      if (!held.delete(lock)) return
      database.close()
    },
  }
}

/** Another process serves this file. */
export class StoreLocked extends StoreRefused {
  constructor(path: string, holder: number) {
    super(
      `The store ${path} is in use by ${holder === 0 ? 'another process' : `process ${holder}`}. A JSON store serves one process at a time; use a sqlite: store for several.`,
    )
    this.name = 'StoreLocked'
  }
}

/** Opens the database of the lock, which keeps its lock until it is closed, and names this process in it. */
function lockedDatabase(path: string, lock: string): DatabaseSync {
  const database = openedDatabase(lock)
  try {
    // The mode comes second: before, a transaction that is refused would keep the part of the lock that it had got.
    database.exec(
      `BEGIN EXCLUSIVE; PRAGMA locking_mode = EXCLUSIVE; PRAGMA user_version = ${process.pid}; COMMIT`,
    )
    return database
  } catch (cause) {
    database.close()
    throw (cause as { errcode?: number }).errcode === SQLITE_BUSY
      ? new StoreLocked(path, holderOf(lock))
      : unusable(lock, cause)
  }
}

function openedDatabase(lock: string): DatabaseSync {
  try {
    closeSync(openSync(lock, 'a', 0o600))
    return new DatabaseSync(lock, { timeout: PATIENCE_MS })
  } catch (cause) {
    throw unusable(lock, cause)
  }
}

const unusable = (lock: string, cause: unknown): StoreRefused =>
  new StoreRefused(
    `The lock file ${lock} cannot be used: ${(cause as Error).message}. Delete it if no registry is running.`,
  )

/** The process that the lock names; 0 when it has not written its number yet. */
function holderOf(lock: string): number {
  const number = Buffer.alloc(4)
  const file = openSync(lock, 'r')
  readSync(file, number, 0, number.length, USER_VERSION_AT)
  closeSync(file)
  return number.readUInt32BE()
}
