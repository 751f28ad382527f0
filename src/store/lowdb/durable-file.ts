import type { Adapter } from 'lowdb'
import { open, readFile, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StoreRefused } from '../database.ts'

/**
 * A lowdb adapter whose write is on disk when it resolves: temporary file, fsync, rename, fsync of the folder.
 * lowdb's own file adapter renames without a sync, so a power cut could lose an acknowledged write.
 */
export function durableFile<Data>(path: string): Adapter<Data> {
  const temporary = join(dirname(path), `.${basename(path)}.tmp`)
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === 'ENOENT') return undefined
        throw new StoreRefused(`The store file ${path} cannot be read: ${cause.message}.`)
      })
      return text === undefined ? null : parse<Data>(path, text)
    },
    async write(data) {
      await synced(temporary, 'w', (file) => file.writeFile(JSON.stringify(data, null, 1)))
      await rename(temporary, path)
      await synced(dirname(path), 'r', async () => undefined)
    },
  }
}

async function synced(path: string, flags: string, write: (file: Awaited<ReturnType<typeof open>>) => Promise<void>): Promise<void> {
  const file = await open(path, flags, 0o600)
  try {
    await write(file)
    await file.sync()
  } finally {
    await file.close()
  }
}

function parse<Data>(path: string, text: string): Data {
  try {
    // null and other scalars are a foreign file, not an absent one.
    return Object(JSON.parse(text)) as Data
  } catch {
    throw new StoreRefused(`The store file ${path} is not JSON. Restore it from a backup, or name another file with --store json:PATH.`)
  }
}
