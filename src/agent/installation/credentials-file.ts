import { existsSync, readFileSync } from 'node:fs'
import { readFile, rename, stat } from 'node:fs/promises'
import { writeDurably } from '../../disk/durable-write.ts'
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

export const fileDisk: Disk = {
  read: (path) =>
    readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return undefined
      throw cause
    }),
  write: writeDurably,
  setAside: (path, name) => rename(path, name),
  isOpenToOthers: async (path) =>
    process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0,
}

/** What a credentials file holds, if it is one. */
export const keptIn = (path: string): Kept | undefined =>
  existsSync(path) ? parseKept(readFileSync(path, 'utf8')) : undefined

/** Whose credentials are looked for, and where. */
export interface Owner {
  readonly credentials_file: string
  readonly platform_url: string
  readonly agent_id: string
  readonly logger: AgentLogger
}

export interface CredentialsFile {
  /** The credentials in the file, if they are this agent's at this platform; to others they are not shown. */
  readonly kept: Kept | null
  /**
   * Keeps this text. Whatever stands in the file that this process neither read as its own nor wrote may be precious: it is moved
   * out of the way, never overwritten.
   */
  write(text: string): Promise<void>
}

/** Opens the file of one agent. Rejects when it is there and cannot be read. */
export async function openCredentials(disk: Disk, owner: Owner): Promise<CredentialsFile> {
  const { credentials_file: path, logger } = owner
  const found = await disk.read(path)
  const kept = isBlank(found) ? undefined : parseKept(found)
  const isOurs = kept?.platform_url === owner.platform_url && kept.agent_id === owner.agent_id
  if (!isBlank(found)) {
    if (await disk.isOpenToOthers(path))
      logger.warn(
        { file: path },
        'other users can read the credentials file; it should have mode 0600',
      )
    if (!isOurs)
      logger.warn(
        { file: path, ...(kept && { platform_url: kept.platform_url, agent_id: kept.agent_id }) },
        `${kept ? FOREIGN : UNREADABLE}; they are left alone`,
      )
  }
  // A write that failed may have come as far as the file all the same.
  let known = new Set(isOurs ? [found] : [])

  return {
    kept: isOurs ? kept : null,
    async write(text) {
      const there = await disk.read(path)
      if (!isBlank(there) && !known.has(there)) await setAside(there)
      known.add(text)
      await disk.write(path, text)
      known = new Set([text])
    },
  }

  async function setAside(text: string): Promise<void> {
    const name = `${path}.aside-${sha256Hex(text).slice(0, 8)}`
    await disk.setAside(path, name)
    logger.warn(
      { file: path, aside: name },
      'the credentials file holds what this process did not write; it is set aside',
    )
  }
}

const isBlank = (text: string | undefined): text is undefined =>
  text === undefined || text.trim() === ''

const FOREIGN = 'the credentials are of another agent, another version of it, or another platform'
const UNREADABLE = 'the contents of the credentials file cannot be understood'
