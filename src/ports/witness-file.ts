import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import { applyLine, headsLinePieces, parseHeadsLine } from '../domain/transparency/heads-file.ts'
import type { HeadsLine } from '../domain/transparency/heads-file.ts'
import type { PublishedHead } from '../domain/transparency/heads.ts'

/** A file that exceeds this size, in bytes, is rotated, and the new one begins with all heads. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Appends the published heads that have changed since the last line of a file; a new file gets all of them. The line is on disk when the
 * promise resolves. Nothing is appended if the last line has the same proof. The event loop runs other work between two lines that are
 * read, and between two pages of heads.
 * @throws the error of the file system, or of reading the heads
 */
export async function appendHeads(
  path: string,
  { entry, proof }: Pick<HeadsLine, 'entry' | 'proof'>,
  pages: AsyncIterable<readonly PublishedHead[]>,
): Promise<void> {
  const size = await sizeOf(path)
  if (size > MAX_BYTES)
    return rotate(path, await headsLinePieces({ entry, proof }, new Map(), pages))
  const before = size === 0 ? undefined : await readHeads(path)
  if (before?.proof === proof) return
  const pieces = await headsLinePieces({ entry, proof }, before?.heads ?? new Map(), pages)
  // A line that a crash truncated must not be joined with the next one.
  const separator = size === 0 || (await endsWithLineFeed(path, size)) ? [] : ['\n']
  await append(path, size, [...separator, ...pieces])
}

/**
 * Renames a file, and begins a new one with a line. The line is on disk before the file is renamed, because a full disk or a crash would
 * otherwise leave an empty file, or none, until the next publication. If the process dies between the two renames, the next line begins the
 * file.
 */
async function rotate(path: string, pieces: readonly string[]): Promise<void> {
  // The new name contains the time, so that no earlier file is overwritten.
  const earlier = `${path}.${Date.now()}`
  const next = `${earlier}.new`
  try {
    await append(next, 0, pieces)
    await rename(path, earlier)
    await rename(next, path)
  } catch (cause) {
    await rm(next, { force: true }).catch(() => undefined)
    throw cause
  }
}

/**
 * Appends text to a file whose size was `before`, and syncs it. If that fails, the file is truncated to this size, because a partial line,
 * such as a full disk leaves behind, would be reported as damaged at each verification. The partial line remains on append-only storage,
 * where files cannot be truncated, and if another process has written to the file in the meantime, because that process's line is evidence.
 */
async function append(path: string, before: number, pieces: readonly string[]): Promise<void> {
  const file = await open(path, 'a', 0o600)
  let written = 0
  const write = async (bytes: Buffer) => {
    const begin = written
    while (written - begin < bytes.length)
      written += (await file.write(bytes, written - begin)).bytesWritten
  }
  try {
    for (const piece of pieces) await write(Buffer.from(piece))
    await file.sync()
  } catch (cause) {
    const after = await file.stat().catch(() => undefined)
    if (after?.size === before + written) await file.truncate(before).catch(() => undefined)
    throw cause
  } finally {
    await file.close()
  }
}

/** Returns the size of a file; 0 if there is none. */
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return 0
      throw cause
    },
  )

/** Returns the heads after the last line of a file, and the proof in that line. Damaged lines are skipped. */
async function readHeads(path: string) {
  const heads = new Map<string, PublishedHead>()
  let proof: string | undefined
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity })
  for await (const text of lines) {
    const line = parseHeadsLine(text)
    if (line) applyLine(heads, line)
    proof = line?.proof ?? proof
    await setImmediate()
  }
  return { heads, proof }
}

async function endsWithLineFeed(path: string, size: number): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 })
    return buffer.toString() === '\n'
  } finally {
    await file.close()
  }
}
