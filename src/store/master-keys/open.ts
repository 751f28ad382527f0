import { readFile } from 'node:fs/promises'
import { writeDurably } from '../../disk/durable-write.ts'
import { masterKey, MasterKeyMissing, type KeyRing, type MasterKey } from '../../domain/secrets.ts'
import type { MasterKeys } from '../../domain/trust/master-keys.ts'
import { StoreRefused } from '../database.ts'
import { newKeyText, parseKeys, readKeys, sourceName, type KeySource } from './source.ts'
import { acquireFileLock, FileLocked } from '../../disk/file-lock.ts'

/** Milliseconds from the end of one reading of a source that lacks a key to the next, so that requests do not start one command each. */
const REREAD_PAUSE_MS = 1000

/** Reads the master keys of a process. @throws StoreRefused */
export async function openMasterKeys(
  source: KeySource,
  now_ms: () => number,
  read: (source: KeySource) => Promise<KeyRing> = readKeys,
): Promise<MasterKeys> {
  let ring = await read(source)
  let reread_at = -Infinity
  let rereading: Promise<unknown> | undefined
  const reload = async (): Promise<KeyRing> => (ring = await read(source))
  // A source that cannot be read now leaves the keys as they are; the error then names the key that is missing.
  const reread = async (): Promise<void> => {
    await reload().catch(() => undefined)
    reread_at = now_ms()
    rereading = undefined
  }
  /**
   * Reads the source again unless it was read within the pause. Waits for a read that is already in progress, so that a slow command does
   * not run twice at once.
   */
  const rereadIfDue = async (): Promise<void> => {
    if (!rereading && Math.abs(now_ms() - reread_at) >= REREAD_PAUSE_MS) rereading = reread()
    await rereading
  }
  return {
    ring: () => ring,
    where: sourceName(source),
    keyFile: source.kind === 'beside' ? source.path : undefined,
    reload,
    async use(body) {
      try {
        return await body(ring)
      } catch (cause) {
        if (!(cause instanceof MasterKeyMissing)) throw cause
      }
      await rereadIfDue()
      return body(ring).catch((cause: unknown) => {
        throw cause instanceof MasterKeyMissing
          ? new MasterKeyMissing(cause.key_id, sourceName(source))
          : cause
      })
    },
  }
}

/** Returns master keys that no source can renew: those of a store in memory. */
export const fixedKeys = (key: MasterKey): MasterKeys => ({
  ring: () => [key],
  where: 'the memory of this process',
  keyFile: undefined,
  reload: async () => [key],
  use: (body) => body([key]),
})

/** Adds a new key to a key file durably, before the other keys. @throws StoreRefused */
export function addToKeyFile(
  path: string,
  random: (bytes: number) => Uint8Array,
): Promise<MasterKey> {
  return changeKeyFile(path, async (lines) => {
    const text = newKeyText(random)
    await writeLines(path, [text, ...lines])
    return masterKey(Buffer.from(text, 'hex'))
  })
}

/**
 * Moves a key from a key file into a separate file, because backups that were taken before a rotation need it. Returns the path of that
 * file; `undefined` if the key file does not contain the key.
 * @throws StoreRefused
 */
export function removeFromKeyFile(path: string, id: string): Promise<string | undefined> {
  return changeKeyFile(path, async (lines) => {
    const isRemoved = (line: string) => parseKeys(line, path)[0]!.id === id
    const removed = lines.filter(isRemoved)
    if (removed.length === 0) return undefined
    const retired = `${path}.${id}`
    await writeLines(retired, removed)
    await writeLines(
      path,
      lines.filter((line) => !isRemoved(line)),
    )
    return retired
  })
}

/** Changes a key file while no other process changes it, so that none of its keys can be lost. */
async function changeKeyFile<Result>(
  path: string,
  change: (lines: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const lock = lockOf(path)
  try {
    const text = await readFile(path, 'utf8')
    parseKeys(text, `the key file ${path}`)
    return await change(text.split('\n').filter((line) => line.trim() !== ''))
  } finally {
    lock.release()
  }
}

function lockOf(path: string): { release(): void } {
  try {
    return acquireFileLock(path)
  } catch (cause) {
    throw cause instanceof FileLocked
      ? new StoreRefused(`Another command is changing the key file ${path}; try again.`)
      : cause
  }
}

const writeLines = (path: string, lines: readonly string[]): Promise<void> =>
  writeDurably(path, `${lines.join('\n')}\n`)
