import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { sha256Hex } from '../../domain/crypto/hash.ts'
import type { AgentLogger } from '../definition.ts'
import { parseKept, type Kept } from './credentials.ts'

/** What the runtime needs of a disk; tests hand in one that fails. */
export interface Disk {
  /** Undefined when there is no such file. */
  read(path: string): Promise<string | undefined>
  /** Resolves when the text is on disk, readable by this user only. */
  write(path: string, text: string): Promise<void>
  /** Moves a file out of the way without destroying it. */
  setAside(path: string, name: string): Promise<void>
  /** Whether others than its owner may read the file. */
  isOpenToOthers(path: string): Promise<boolean>
}

/** The file system: temporary file of mode 0600, fsync, rename, fsync of the folder, so that a crash leaves the old content or the new. */
export const fileDisk: Disk = {
  read: (path) => readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw cause
  }),
  async write(path, text) {
    const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
    try {
      await synced(temporary, 'wx', (file) => file.writeFile(text))
      await rename(temporary, path)
    } catch (cause) {
      await rm(temporary, { force: true })
      throw cause
    }
    await synced(dirname(path), 'r', async () => undefined)
  },
  setAside: (path, name) => rename(path, name),
  isOpenToOthers: async (path) => process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0,
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

/** What stands in a credentials file. `foreign` is one that cannot be read as ours: it may be precious, so it is never overwritten. */
export type Found = { readonly kind: 'none' } | { readonly kind: 'kept'; readonly kept: Kept } | { readonly kind: 'foreign' }

export async function readCredentials(disk: Disk, path: string): Promise<Found> {
  const text = await disk.read(path)
  if (text === undefined || text.trim() === '') return { kind: 'none' }
  const kept = parseKept(text)
  return kept ? { kind: 'kept', kept } : { kind: 'foreign' }
}

/** Whose credentials are looked for, and where. */
export interface Owner { readonly credentials_file: string; readonly platform_url: string; readonly agent_id: string; readonly logger: AgentLogger }

/**
 * The credentials in the file, if they are this agent's at this platform; to others they are not shown. Where new ones are about
 * to be bought (`renewing`), a file with others is moved out of the way, never overwritten.
 */
export async function ownCredentials(disk: Disk, { credentials_file: path, platform_url, agent_id, logger }: Owner, renewing: boolean): Promise<Kept | null> {
  const found = await readCredentials(disk, path)
  if (found.kind === 'none') return null
  if (await disk.isOpenToOthers(path)) logger.warn({ file: path }, 'other users can read the credentials file; it should have mode 0600')
  if (found.kind === 'kept' && found.kept.platform_url === platform_url && found.kept.agent_id === agent_id) return found.kept
  const facts = found.kind === 'kept' ? { platform_url: found.kept.platform_url, agent_id: found.kept.agent_id } : {}
  const reason = found.kind === 'kept' ? 'the credentials are of another agent, another version of it, or another platform' : 'the credentials file cannot be understood'
  if (renewing) await disk.setAside(path, `${path}.aside-${sha256Hex(JSON.stringify(found)).slice(0, 8)}`)
  logger.warn({ file: path, ...facts }, `${reason}; ${renewing ? 'it is set aside' : 'it is left alone'}`)
  return null
}
