import { open, realpath, rename, truncate, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { temporaryPath } from './temporary-file.ts'

/**
 * Replaces the content of a file, which only this user can read. The content is on disk when the promise resolves. It is written to a
 * temporary file, which is synced and renamed before the folder is synced, so that a crash leaves either the old content or the new. A
 * symbolic link is followed, and its target is written. The temporary file is named after the process, so that processes do not share one.
 * After a failure it is truncated, and the next write reuses it. Within a process, only one caller at a time may write a file.
 * @throws the error of the file system; the old content remains, unless only the sync of the folder failed
 */
export async function writeDurably(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const temporary = temporaryPath(target)
  try {
    await writeFile(temporary, text, { mode: 0o600, flush: true })
    await rename(temporary, target)
  } catch (cause) {
    // On a full disk, an incomplete file would waste space.
    await truncate(temporary).catch(() => undefined)
    throw cause
  }
  await syncFolder(dirname(target))
}

/** Syncs a folder, so that a renamed file stays renamed after a crash. Windows cannot sync a folder. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
