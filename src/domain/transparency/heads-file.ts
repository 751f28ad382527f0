import type { PublishedHead } from './heads.ts'

/** One line of the file of a witness (docs/specification/transparency.md#heads-file). */
export interface HeadsLine {
  /** The entry of the publication, as it was hashed. */
  readonly entry: string
  /** The proof that the log contains the entry, with the signed checkpoint (C2SP tlog-proof). */
  readonly proof: string
  /** The heads that are new or changed since the line before; all heads in the first line of a file. */
  readonly heads: readonly PublishedHead[]
  /** The chains that the line before had and this publication has not. */
  readonly gone: readonly string[]
}

/** Returns the text of a line: canonical enough for people, and complete for `audit verify --heads`. */
export const formatHeadsLine = ({ entry, proof, heads, gone }: HeadsLine): string =>
  `${JSON.stringify({ entry, proof, heads, gone })}\n`

/** Parses a file. Lines that are damaged are counted by their numbers, from 1. */
export function parseHeadsLines(text: string): {
  readonly lines: readonly HeadsLine[]
  readonly damaged: readonly number[]
} {
  const [lines, damaged]: [HeadsLine[], number[]] = [[], []]
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const parsed = parseLine(line)
    if (parsed) lines.push(parsed)
    else damaged.push(at + 1)
  }
  return { lines, damaged }
}

function parseLine(line: string): HeadsLine | undefined {
  try {
    const { entry, proof, heads, gone } = JSON.parse(line) as HeadsLine
    const isComplete = typeof entry === 'string' && typeof proof === 'string' && Array.isArray(gone)
    return isComplete && Array.isArray(heads) && heads.every(isHead)
      ? { entry, proof, heads, gone }
      : undefined
  } catch {
    return undefined
  }
}

const isHead = ({ chain, sequence, hash }: PublishedHead): boolean =>
  typeof chain === 'string' && Number.isSafeInteger(sequence) && /^[0-9a-f]{64}$/.test(hash)

/** Returns the heads of all chains after each line, by chain. */
function headsAfter(lines: readonly HeadsLine[]): Map<string, PublishedHead> {
  const heads = new Map<string, PublishedHead>()
  for (const line of lines) applyLine(heads, line)
  return heads
}

/** Applies the changes of one line. */
export function applyLine(heads: Map<string, PublishedHead>, line: HeadsLine): void {
  for (const head of line.heads) heads.set(head.chain, head)
  for (const chain of line.gone) heads.delete(chain)
}

/** Returns what the next line has to say so that a file with these lines covers these heads. */
export function changedHeads(
  lines: readonly HeadsLine[],
  heads: readonly PublishedHead[],
): Pick<HeadsLine, 'heads' | 'gone'> {
  const before = headsAfter(lines)
  const current = new Set(heads.map(({ chain }) => chain))
  return {
    heads: heads.filter(({ chain, hash }) => before.get(chain)?.hash !== hash),
    gone: [...before.keys()].filter((chain) => !current.has(chain)),
  }
}
