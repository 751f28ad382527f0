import { lstatSync, readdirSync, rmSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A file that has not been written to for this long does not belong to a running process, because a stream is written continuously. */
const ABANDONED_AFTER_MS = 3_600_000

/** Returns the path under which this process writes a file until it is complete. */
export const temporaryPath = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)

/**
 * Removes the incomplete files of a folder that processes of this user left behind when they were killed. The process id in a name is not
 * checked, because containers that share a folder have separate process ids.
 * @param isTarget returns whether a name is that of a file whose incomplete form may be removed
 */
export function removeAbandonedFiles(
  folder: string,
  isTarget: (name: string) => boolean,
  now_ms: number,
): void {
  for (const entry of entriesOf(folder)) {
    const target = /^\.(.+)\.\d+\.tmp$/.exec(entry)?.[1]
    if (target === undefined || !isTarget(target)) continue
    const path = join(folder, entry)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats?.isFile() && isOwn(stats) && now_ms - stats.mtimeMs > ABANDONED_AFTER_MS)
      rmSync(path, { force: true })
  }
}

/** Returns the names in a folder, or none if it cannot be read, because the code that uses the folder reports the error better. */
export function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Returns whether a file or folder belongs to the user of this process. Windows has no such owners. */
export const isOwn = ({ uid }: Stats): boolean =>
  process.getuid === undefined || uid === process.getuid()
