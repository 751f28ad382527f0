import { open, realpath, rename, truncate } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Replaces the content of a file, which only this user can read. The content is on disk when the promise resolves. It is written to a
 * temporary file, which is synced and renamed before the folder is synced, so that a crash leaves either the old content or the new. A
 * symbolic link is followed, and its target is written. The temporary file is named after the process, so that processes do not share one.
 * After a failure it is truncated, and the next write reuses it. Within a process, only one caller at a time may write a file.
 * @throws the error of the file system; the old content remains
 */
export async function writeDurably(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
  try {
    await writeAndSync(temporary, 'w', (file) => file.writeFile(text))
    await rename(temporary, target)
  } catch (cause) {
    // On a full disk, an incomplete file would waste space.
    await truncate(temporary).catch(() => undefined)
    throw cause
  }
  // Windows cannot sync a folder.
  if (process.platform !== 'win32') await writeAndSync(dirname(target), 'r', async () => undefined)
}

async function writeAndSync(
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
