import { existsSync, readFileSync } from 'node:fs'
import { readFile, rename, stat } from 'node:fs/promises'
import { writeDurably } from '../../disk/durable-write.ts'
import { sha256Hex } from '../../domain/crypto/hash.ts'
import type { AgentLogger } from '../definition.ts'
import { ownCredentials, parseStoredCredentials, type StoredCredentials } from './credentials.ts'

/** The file operations of the runtime; tests pass in a disk that fails. */
export interface Disk {
  /** Resolves with undefined if there is no such file. */
  read(path: string): Promise<string | undefined>
  /** Writes durably; the file is readable by this user only. */
  write(path: string, text: string): Promise<void>
  /** Renames a file, so that its content is kept. */
  setAside(path: string, name: string): Promise<void>
  /** Whether other users may read the file. */
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

/** Reads a credentials file; returns undefined if it is missing or not a credentials file. */
export const readStoredCredentials = (path: string): StoredCredentials | undefined =>
  existsSync(path) ? parseStoredCredentials(readFileSync(path, 'utf8')) : undefined

/** The agent whose credentials are read, and their file. */
export interface CredentialsOwner {
  readonly credentials_file: string
  readonly platform_url: string
  readonly agent_id: string
  readonly logger: AgentLogger
}

export interface CredentialsFile {
  /** The credentials in the file, or null if they do not belong to this agent on this platform. */
  readonly stored: StoredCredentials | null
  /**
   * Writes this text. A file with content that this process neither read as its own nor wrote may contain another agent's credentials, so
   * it is renamed and never overwritten.
   */
  write(text: string): Promise<void>
}

/** Opens the credentials file of an agent. Rejects if the file exists and cannot be read. */
export async function openCredentials(
  disk: Disk,
  owner: CredentialsOwner,
): Promise<CredentialsFile> {
  const { credentials_file: path, logger } = owner
  const found = await disk.read(path)
  const stored = isBlank(found) ? undefined : parseStoredCredentials(found)
  const own = ownCredentials(stored, owner.agent_id, owner.platform_url)
  if (!isBlank(found)) {
    if (await disk.isOpenToOthers(path))
      logger.warn(
        { file: path },
        'other users can read the credentials file; it should have mode 0600',
      )
    if (!own)
      logger.warn(
        {
          file: path,
          ...(stored && { platform_url: stored.platform_url, agent_id: stored.agent_id }),
        },
        `${stored ? FOREIGN : UNREADABLE}; the file is renamed before new credentials are written`,
      )
  }
  // A failed write may nevertheless have changed the file, so both contents count as written by this process until a write succeeds.
  let written_texts = new Set(own ? [found] : [])

  return {
    stored: own ?? null,
    async write(text) {
      const existing = await disk.read(path)
      if (!isBlank(existing) && !written_texts.has(existing)) await setAside(existing)
      written_texts.add(text)
      await disk.write(path, text)
      written_texts = new Set([text])
    },
  }

  async function setAside(text: string): Promise<void> {
    const name = `${path}.aside-${sha256Hex(text).slice(0, 8)}`
    await disk.setAside(path, name)
    logger.warn(
      { file: path, aside: name },
      'the credentials file has content that this process did not write; it was renamed',
    )
  }
}

const isBlank = (text: string | undefined): text is undefined =>
  text === undefined || text.trim() === ''

const FOREIGN =
  'the credentials belong to another agent, another version of this agent, or another platform'
const UNREADABLE = 'the credentials file cannot be parsed'
