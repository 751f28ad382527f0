import { open, realpath, rename, truncate } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Writes a file whole, readable by this user only; on disk when it resolves. Temporary file, fsync, rename, fsync of the folder: a
 * crash leaves the old content or the new. A link is followed, so that the file it points to is the one that is written. The
 * temporary file is named after the process, so two of them do not meet in it, and what a failure leaves is emptied, and written over next
 * time; within a process, one write of a file at a time.
 * @throws the error of the file system; the old content stands
 */
export async function writeDurably(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
  try {
    await synced(temporary, 'w', (file) => file.writeFile(text))
    await rename(temporary, target)
  } catch (cause) {
    // Where a disk is full, half a file would keep it so.
    await truncate(temporary).catch(() => undefined)
    throw cause
  }
  // Windows knows no sync of a folder.
  if (process.platform !== 'win32') await synced(dirname(target), 'r', async () => undefined)
}

async function synced(
  path: string,
  flags: string,
  write: (file: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const file = await open(path, flags, 0o600)
  try {
    await write(file)
    await file.sync()
  } finally {
    await file.close()
  }
}
