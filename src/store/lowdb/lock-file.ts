import { closeSync, openSync, readSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreRefused } from '../database.ts'

/** The locks that this process holds. Their files must not be opened and closed again, because POSIX locks belong to the process: closing any handle releases them. */
const held = new Set<string>()

/** SQLite's result code when another connection has the lock. */
const SQLITE_BUSY = 5
/**
 * How long to wait for the lock. Processes that start at the same moment may each find it half taken by another. The process is blocked
 * meanwhile, and every operator command beside a server that holds the lock waits this long.
 */
const LOCK_WAIT_MS = 100
/** The offset of `user_version`, 4 bytes, in the header of a SQLite file. */
const USER_VERSION_AT = 60

/**
 * Locks `<path>.lock` for this process. The file is an empty SQLite database under an exclusive lock, which the operating system releases
 * when the process ends, however it ends; so no lock ever goes stale. The file is never deleted, because a process that deletes it could
 * delete a lock that another one has just taken.
 * @throws StoreLocked while another process holds the lock
 * @throws StoreRefused when the file cannot be used
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

/** Another process holds the lock of this file. */
export class StoreLocked extends StoreRefused {
  constructor(path: string, holder: number) {
    super(
      `The store ${path} is in use by ${holder === 0 ? 'another process' : `process ${holder}`}. A JSON store serves one process at a time; use a sqlite: store for several.`,
    )
    this.name = 'StoreLocked'
  }
}

/** Opens the lock's database, which stays locked until it is closed, and writes the id of this process into it. */
function lockedDatabase(path: string, lock: string): DatabaseSync {
  const database = openedDatabase(lock)
  try {
    // The locking mode is set inside the transaction: before it, a transaction that is refused would keep the part of the lock that it had taken.
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
    return new DatabaseSync(lock, { timeout: LOCK_WAIT_MS })
  } catch (cause) {
    throw unusable(lock, cause)
  }
}

const unusable = (lock: string, cause: unknown): StoreRefused =>
  new StoreRefused(
    `The lock file ${lock} cannot be used: ${(cause as Error).message}. Delete it if no registry is running.`,
  )

/** Returns the id of the process that holds the lock; 0 while it has not written it yet. */
function holderOf(lock: string): number {
  const number = Buffer.alloc(4)
  const file = openSync(lock, 'r')
  readSync(file, number, 0, number.length, USER_VERSION_AT)
  closeSync(file)
  return number.readUInt32BE()
}
