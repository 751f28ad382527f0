import { appendFile, open, readFile, rename, stat } from 'node:fs/promises'
import {
  changedHeads,
  formatHeadsLine,
  parseHeadsLines,
  type HeadsLine,
} from '../domain/transparency/heads-file.ts'
import type { PublishedHead } from '../domain/transparency/heads.ts'

/** A file that grows beyond this is renamed, and a new one begins with all heads. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Appends the published heads that have changed since the last line of a file; a new file gets all of them. The line is on disk when the
 * promise resolves. Nothing is appended if the last line has the same proof.
 * @throws the error of the file system
 */
export async function appendHeads(
  path: string,
  {
    entry,
    proof,
    heads,
  }: Pick<HeadsLine, 'entry' | 'proof'> & { readonly heads: readonly PublishedHead[] },
): Promise<void> {
  const size = await stat(path).then(
    ({ size: bytes }) => bytes,
    () => 0,
  )
  // The line names the time, so that no file is overwritten.
  if (size > MAX_BYTES) await rename(path, `${path}.${Date.now()}`)
  const text = size > 0 && size <= MAX_BYTES ? await readFile(path, 'utf8') : ''
  const { lines } = parseHeadsLines(text)
  if (lines.at(-1)?.proof === proof) return
  // A line that was cut off by a crash must not swallow the next one.
  const separator = text === '' || text.endsWith('\n') ? '' : '\n'
  const line = formatHeadsLine({ entry, proof, ...changedHeads(lines, heads) })
  await appendFile(path, separator + line, { mode: 0o600 })
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
