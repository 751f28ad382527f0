import type { PublishedHead } from './heads.ts'

/** One line of the file of a witness (docs/specification/transparency.md#heads-file). */
export interface HeadsLine {
  /** The entry of the publication, as it was hashed. */
  readonly entry: string
  /** The proof that the log contains the entry, with the signed checkpoint (C2SP tlog-proof). */
  readonly proof: string
  /** The heads that are new or have changed since the previous line; all heads in the first line of a file. */
  readonly heads: readonly PublishedHead[]
  /** The chains that the previous line covered and this publication does not. */
  readonly gone: readonly string[]
}

/** Parses a file. Returns the numbers of damaged lines, from 1. */
export function parseHeadsLines(text: string): {
  readonly lines: readonly HeadsLine[]
  readonly damaged: readonly number[]
} {
  const [lines, damaged]: [HeadsLine[], number[]] = [[], []]
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const parsed = parseHeadsLine(line)
    if (parsed) lines.push(parsed)
    else damaged.push(at + 1)
  }
  return { lines, damaged }
}

/** Parses a line; returns undefined if it is damaged. */
export function parseHeadsLine(line: string): HeadsLine | undefined {
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

/** Applies the changes of one line. */
export function applyLine(heads: Map<string, PublishedHead>, line: HeadsLine): void {
  for (const head of line.heads) heads.set(head.chain, head)
  for (const chain of line.gone) heads.delete(chain)
}

/**
 * Returns the text of the next line of a file in pieces: the heads that have changed, and the chains that are gone.
 * @param before the heads after the last line of the file
 * @param pages all heads of the publication
 */
export async function headsLinePieces(
  { entry, proof }: Pick<HeadsLine, 'entry' | 'proof'>,
  before: ReadonlyMap<string, PublishedHead>,
  pages: AsyncIterable<readonly PublishedHead[]>,
): Promise<readonly string[]> {
  const gone = new Set(before.keys())
  const changed: string[] = []
  for await (const page of pages) {
    for (const { chain } of page) gone.delete(chain)
    const heads = page.filter(({ chain, hash }) => before.get(chain)?.hash !== hash)
    if (heads.length > 0) changed.push(heads.map((head) => JSON.stringify(head)).join())
  }
  return [
    `{"entry":${JSON.stringify(entry)},"proof":${JSON.stringify(proof)},"heads":[`,
    ...changed.map((heads, at) => (at === 0 ? heads : `,${heads}`)),
    `],"gone":${JSON.stringify([...gone])}}\n`,
  ]
}
