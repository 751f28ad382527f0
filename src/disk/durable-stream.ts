import { createWriteStream } from 'node:fs'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

type Streams = Parameters<typeof pipeline>[0] & readonly NodeJS.WritableStream[]

/** The file is there already, and nobody said that it may be replaced. */
export class FileExists extends Error {
  readonly path: string
  constructor(path: string) {
    super(`${path} exists already`)
    this.path = path
    this.name = 'FileExists'
  }
}

/**
 * Writes what streams make into a file that only this user can read. It appears whole, once it is on disk, or not at all; what a
 * failure leaves is removed.
 * @param streams as `pipeline` takes them; the last one writes bytes
 * @throws FileExists unless `replace` is set; the error of the file system or of a stream
 */
export async function writeStreamDurably(
  path: string,
  streams: readonly (AsyncIterable<unknown> | NodeJS.ReadWriteStream)[],
  { replace }: { replace: boolean },
): Promise<void> {
  if (!replace && (await exists(path))) throw new FileExists(path)
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)
  await rm(temporary, { force: true })
  try {
    await pipeline([
      ...streams,
      createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }),
    ] as unknown as Streams)
    await (replace ? rename(temporary, path) : appear(temporary, path))
  } finally {
    await rm(temporary, { force: true })
  }
  // Windows knows no sync of a folder.
  if (process.platform !== 'win32') await syncFolder(dirname(path))
}

/** A link never replaces anything, not even what came a moment ago. Not every file system has links. */
async function appear(temporary: string, path: string): Promise<void> {
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

async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
