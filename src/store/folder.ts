import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreRefused } from './database.ts'

/**
 * Creates the folder of a store file and its parents. Node's recursive mkdir is not used, because it never returns if a file system returns
 * ENOENT under an existing folder, as /proc does.
 * @throws StoreRefused
 */
export function makeFolderOf(file: string): void {
  try {
    make(dirname(file))
  } catch (cause) {
    throw new StoreRefused(
      `The folder of ${file} cannot be created: ${(cause as Error).message}. Name another file, or create the folder.`,
    )
  }
}

function make(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })) return
  make(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause // EEXIST means that another process has created it in the meantime.
  }
}
