import { createWriteStream } from 'node:fs'
import { link, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from './durable-write.ts'
import { temporaryPath } from './temporary-file.ts'

/** Thrown if the file already exists and the caller has not allowed replacing it. */
class FileExists extends Error {
  constructor(path: string) {
    super(`${path} already exists`)
    this.name = 'FileExists'
  }
}

/**
 * Writes the output of streams to a file that only this user can read. The file appears when it is complete and on disk, or not at all. A
 * failure leaves nothing behind, unless only the sync of the folder fails: then the complete file remains.
 * @param streams the streams to connect, in order; the last one produces bytes
 * @throws FileExists unless `replace` is set; the error of the file system or of a stream
 */
export async function writeStreamDurably(
  path: string,
  streams: readonly NodeJS.ReadableStream[],
  { replace }: { replace: boolean },
): Promise<void> {
  if (!replace && (await exists(path))) throw new FileExists(path)
  const temporary = temporaryPath(path)
  await rm(temporary, { force: true })
  try {
    await pipeline([
      ...streams,
      createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }),
    ])
    await (replace ? rename(temporary, path) : moveIntoPlace(temporary, path))
  } finally {
    await rm(temporary, { force: true })
  }
  await syncFolder(dirname(path))
}

/**
 * Moves the file into place without replacing anything. A hard link never replaces a file, not even one that was just created. On a file
 * system without links, the file is renamed.
 */
async function moveIntoPlace(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST' || (await exists(path)))
      throw new FileExists(path)
    await rename(temporary, path)
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
