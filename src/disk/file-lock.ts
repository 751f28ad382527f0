import { closeSync, openSync, readSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * The locks that this process holds. These files must not be opened again, because POSIX locks belong to the process: closing any handle of
 * a file releases its locks.
 */
const heldLocks = new Set<string>()

/** SQLite's result code when another connection has the lock. */
const SQLITE_BUSY = 5
/**
 * How long to wait for the lock, because processes that start at the same moment may block each other while they acquire it. The wait
 * blocks the process, and every operator command that runs while a server holds the lock waits this long.
 */
const LOCK_WAIT_MS = 100
/** The offset of `user_version`, 4 bytes, in the header of a SQLite file. */
const USER_VERSION_AT = 60

/**
 * Locks `<path>.lock` for this process. The file is an empty SQLite database under an exclusive lock, which the operating system releases
 * when the process terminates for any reason, so locks never go stale. The file is never deleted, because a process that deletes it could
 * delete a lock that another process has just acquired.
 * @throws FileLocked while another process, or this one, holds the lock
 * @throws FileLockUnusable when the file cannot be used
 */
export function acquireFileLock(path: string): { release(): void } {
  const lock = join(realpathSync(dirname(path)), `${basename(path)}.lock`)
  if (heldLocks.has(lock)) throw new FileLocked(path, process.pid)
  const database = lockDatabase(path, lock)
  heldLocks.add(lock)
  return {
    release: () => {
      if (!heldLocks.delete(lock)) return
      database.close()
    },
  }
}

/** Thrown if another process, or this one, holds the lock. */
export class FileLocked extends Error {
  override readonly name = 'FileLocked'
  /** The process id in the lock file, which is usually that of the holder; 0 if it contains none. */
  readonly holder: number
  constructor(path: string, holder: number) {
    super(`${path} is in use by ${describeHolder(holder)}.`)
    this.holder = holder
  }
}

/** Thrown if the lock file cannot be used. */
export class FileLockUnusable extends Error {
  override readonly name = 'FileLockUnusable'
}

/** Describes the process that holds a lock. */
export const describeHolder = (holder: number): string =>
  holder === 0 ? 'another process' : `process ${holder}`

/** Opens the lock's database, which stays locked until it is closed, and writes the id of this process into it. */
function lockDatabase(path: string, lock: string): DatabaseSync {
  const database = openLockDatabase(lock)
  try {
    // The locking mode is set inside the transaction. If it were set before, a transaction that fails would keep the part of the lock that
    // it had already acquired.
    database.exec(
      `BEGIN EXCLUSIVE; PRAGMA locking_mode = EXCLUSIVE; PRAGMA user_version = ${process.pid}; COMMIT`,
    )
    return database
  } catch (cause) {
    database.close()
    throw (cause as { errcode?: number }).errcode === SQLITE_BUSY
      ? new FileLocked(path, holderOf(lock))
      : unusable(lock, cause)
  }
}

function openLockDatabase(lock: string): DatabaseSync {
  try {
    closeSync(openSync(lock, 'a', 0o600))
    return new DatabaseSync(lock, { timeout: LOCK_WAIT_MS })
  } catch (cause) {
    throw unusable(lock, cause)
  }
}

const unusable = (lock: string, cause: unknown): FileLockUnusable =>
  new FileLockUnusable(
    `The lock file ${lock} cannot be used: ${(cause as Error).message}. Delete it if no registry is running.`,
  )

/**
 * Returns the process id in the lock file: that of the holder or, until the holder has written its own, that of the previous one; 0 if the
 * file contains none.
 */
function holderOf(lock: string): number {
  const buffer = Buffer.alloc(4)
  const file = openSync(lock, 'r')
  readSync(file, buffer, 0, buffer.length, USER_VERSION_AT)
  closeSync(file)
  return buffer.readUInt32BE()
}
