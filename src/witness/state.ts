import { mkdirSync, readFileSync, statSync, chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acquireFileLock, describeHolder, FileLocked } from '../disk/file-lock.ts'
import { writeDurably } from '../disk/durable-write.ts'
import { keyPairOfSeed, SEED_BYTES, type KeyPair } from '../domain/crypto/ed25519.ts'
import { checkpointOfNote, type Checkpoint } from '../domain/transparency/checkpoint.ts'
import { parseVerifierKey, type VerifierKey } from '../domain/transparency/note.ts'
import { originHash } from '../domain/transparency/witness.ts'

/** Thrown if the folder of a witness is unusable; the message says what to do. */
class WitnessError extends Error {
  override readonly name = 'WitnessError'
}

/** What a witness keeps on disk: its key, and for each log the latest checkpoint that it cosigned. */
export interface WitnessState {
  readonly key: KeyPair
  /** Returns the latest checkpoint of a log, as it was cosigned. */
  latestNote(hash: string): string | undefined
  latest(origin: string): Checkpoint | undefined
  /** Releases the folder for other processes once everything that is being stored is on disk. Nothing can be stored afterwards. */
  close(): Promise<void>
  /**
   * Stores a cosigned checkpoint. It is on disk when the promise resolves.
   * @throws WitnessError if the folder was closed, because another witness may use it now
   */
  store(origin: string, note: string): Promise<void>
}

/**
 * Opens the folder of a witness, and creates it with a new key if there is none. The key is readable by this user only.
 * @throws WitnessError
 */
export function openWitnessState(
  folder: string,
  random: (bytes: number) => Uint8Array,
): WitnessState {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = lockFolder(folder)
  const pathOf = (hash: string) => join(folder, `${hash}.checkpoint`)
  const storing = new Set<Promise<void>>()
  let isClosed = false
  const latestNote = (hash: string) =>
    /^[0-9a-f]{64}$/.test(hash) ? readIfExists(pathOf(hash)) : undefined
  return {
    key: keyPairOfSeed(readOrCreateSeed(join(folder, 'key'), random)),
    latestNote,
    latest(origin) {
      const note = latestNote(originHash(origin))
      if (note === undefined) return undefined
      const checkpoint = checkpointOfNote(note)
      // Without its latest checkpoint a witness would cosign a fork, so it must not start afresh.
      if (checkpoint?.origin !== origin)
        throw new WitnessError(
          `${pathOf(originHash(origin))} is damaged: it is not a checkpoint of ${origin}. Restore it from a backup.`,
        )
      return checkpoint
    },
    async close() {
      isClosed = true
      await Promise.allSettled(storing)
      lock.release()
    },
    async store(origin, note) {
      if (isClosed) throw new WitnessError('The witness is stopping. Retry later.')
      const stored = writeDurably(pathOf(originHash(origin)), note)
      storing.add(stored)
      await stored.finally(() => storing.delete(stored))
    },
  }
}

/** Locks the folder for this process, because two witnesses with the same key could cosign two forks. */
function lockFolder(folder: string): { release(): void } {
  try {
    return acquireFileLock(join(folder, 'witness'))
  } catch (cause) {
    if (!(cause instanceof FileLocked)) throw cause
    throw new WitnessError(
      `The folder ${folder} is in use by ${describeHolder(cause.holder)}. Only one process can use it; start a second witness with another --folder.`,
    )
  }
}

function readOrCreateSeed(path: string, random: (bytes: number) => Uint8Array): Uint8Array {
  try {
    const text = Buffer.from(random(SEED_BYTES)).toString('hex')
    writeFileSync(path, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new WitnessError(`The key file ${path} cannot be written: ${(cause as Error).message}.`)
  }
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
  const seed = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (seed.length !== SEED_BYTES)
    throw new WitnessError(
      `The key file ${path} does not contain 64 hex digits; restore it from a backup.`,
    )
  return seed
}

/**
 * Reads the logs that a witness watches: one verifier key per line. Empty lines and lines that begin with # are ignored.
 * @throws WitnessError
 */
export function readLogs(path: string): readonly VerifierKey[] {
  const text = readIfExists(path)
  if (text === undefined)
    throw new WitnessError(
      `There is no file ${path}; create it with one verifier key of a log on each line.`,
    )
  return text.split(/\r?\n/).flatMap((line, at) => {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) return []
    const key = parseVerifierKey(trimmed)
    if (!key)
      throw new WitnessError(
        `${path}, line ${at + 1}: this is not a verifier key. A registry shows its own at /log/key.`,
      )
    return [key]
  })
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
}
