import { lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { acquireFileLock } from '../../disk/file-lock.ts'
import { entriesOf, isOwn } from '../../disk/temporary-file.ts'
import { onInterrupt } from '../../terminal/signals.ts'

const PREFIX = 'svc-registry-drill-'
const LOCK = 'drill'

/**
 * Gives a function a new folder that only this user can read, and deletes it afterwards, or when a signal ends the process. Folders that
 * killed processes have left in `parent` are deleted first, because they contain all data of a registry.
 */
export async function withDrillFolder<Result>(
  parent: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  removeAbandonedFolders(parent)
  const folder = mkdtempSync(join(parent, PREFIX))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const removeSignalHandler = onInterrupt(remove)
  let lock: ReturnType<typeof acquireFileLock> | undefined
  try {
    lock = acquireFileLock(join(folder, LOCK))
    return await use(folder)
  } finally {
    lock?.release()
    remove()
    removeSignalHandler()
  }
}

/** Removes the folders of this user whose lock no process holds. */
function removeAbandonedFolders(parent: string): void {
  for (const entry of entriesOf(parent).filter((name) => name.startsWith(PREFIX))) {
    const folder = join(parent, entry)
    const stats = lstatSync(folder, { throwIfNoEntry: false })
    if (stats?.isDirectory() && isOwn(stats) && isAbandoned(folder))
      rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns whether the folder has a lock that no process holds. One without a lock has only just been created. */
function isAbandoned(folder: string): boolean {
  if (!lstatSync(join(folder, `${LOCK}.lock`), { throwIfNoEntry: false })) return false
  try {
    acquireFileLock(join(folder, LOCK)).release()
    return true
  } catch {
    return false
  }
}
