import { parseCheckpoint, type Checkpoint } from '../domain/transparency/checkpoint.ts'
import { applyLine, type HeadsLine } from '../domain/transparency/heads-file.ts'
import {
  headLeaf,
  inLeafOrder,
  nodesOfLeaves,
  parseHeadsEntry,
  type PublishedHead,
} from '../domain/transparency/heads.ts'
import { leafHash, treeRoot } from '../domain/transparency/merkle.ts'
import { parseNote, type VerifierKey } from '../domain/transparency/note.ts'
import { parseProof, verifyProof } from '../domain/transparency/proof.ts'
import type { Store } from './store.ts'

type HeadsStore = Pick<
  Store,
  'findChainHead' | 'findCheckpoint' | 'readChain' | 'readLogEntries' | 'readLogHead'
>

/** What a witness's file shows about the store or about itself (docs/specification/transparency.md#verify-heads). */
export type HeadsFinding =
  /** The line does not state the heads that its entry commits to, or is not signed by the given key of the log. */
  | { readonly kind: 'line_damaged' | 'line_forged'; readonly line: number }
  /** The chain has no records any more. */
  | { readonly kind: 'chain_gone'; readonly chain: string; readonly line: number }
  /** `sequence` is the first missing record, or the record that is not the published one. */
  | {
      readonly kind: 'chain_cut' | 'chain_replaced'
      readonly chain: string
      readonly sequence: number
      readonly line: number
    }
  /** The log of this store has fewer entries than the witness saw, or others. `size` is the size that the witness saw. */
  | { readonly kind: 'log_cut' | 'log_forked'; readonly size: number; readonly line: number }

/**
 * Verifies a store against the file of a witness. It needs nothing of the platform but its store.
 * @param key the key of the log; without it, signatures are not verified
 * @returns the first finding about each chain and about the log, and all findings about the file itself
 */
export async function verifyAgainstHeads(
  store: HeadsStore,
  lines: readonly HeadsLine[],
  key: VerifierKey | undefined,
): Promise<readonly HeadsFinding[]> {
  return [
    ...(await fileFindings(lines, key)),
    ...(await chainFindings(store, lines)),
    ...(await logFindings(store, lines)),
  ]
}

async function fileFindings(
  lines: readonly HeadsLine[],
  key: VerifierKey | undefined,
): Promise<HeadsFinding[]> {
  const findings: HeadsFinding[] = []
  const heads = new Map<string, PublishedHead>()
  for (const [at, line] of lines.entries()) {
    applyLine(heads, line)
    const stated = parseHeadsEntry(line.entry)
    const leaves = inLeafOrder([...heads.values()]).map(headLeaf)
    const root = await treeRoot(leaves.length, nodesOfLeaves(leaves))
    if (stated?.count !== leaves.length || stated.root !== root.toString('hex'))
      findings.push({ kind: 'line_damaged', line: at + 1 })
    else if (key && !verifyProof(Buffer.from(line.entry, 'utf8'), line.proof, key))
      findings.push({ kind: 'line_forged', line: at + 1 })
  }
  return findings
}

async function chainFindings(
  store: HeadsStore,
  lines: readonly HeadsLine[],
): Promise<readonly HeadsFinding[]> {
  const findings = new Map<string, HeadsFinding>()
  const published = lines.flatMap(({ heads }, at) => heads.map((head) => ({ head, line: at + 1 })))
  for (const { head, line } of published) {
    const finding = findings.has(head.chain) ? undefined : await chainFinding(store, head, line)
    if (finding) findings.set(head.chain, finding)
  }
  return [...findings.values()]
}

/** Compares one published head with the stored chain. */
async function chainFinding(
  store: HeadsStore,
  { chain, sequence, hash }: PublishedHead,
  line: number,
): Promise<HeadsFinding | undefined> {
  const [record] = await store.readChain({ chain, above: sequence - 1, limit: 1 })
  const checkpoint = await store.findCheckpoint({ chain })
  // `audit verify` verifies that the platform signed the checkpoint, so a forged one hides nothing.
  if (checkpoint && checkpoint.sequence > sequence) return undefined
  const found = checkpoint?.sequence === sequence ? checkpoint : record
  if (found?.sequence === sequence)
    return found.hash === hash ? undefined : { kind: 'chain_replaced', chain, sequence, line }
  const last = await lastRecord(store, chain, sequence)
  return last === 0
    ? { kind: 'chain_gone', chain, line }
    : { kind: 'chain_cut', chain, sequence: last + 1, line }
}

/** Returns the sequence of the last stored record below a sequence, by binary search; 0 if there is none. */
async function lastRecord(store: HeadsStore, chain: string, below: number): Promise<number> {
  let [low, high] = [0, below]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    const [record] = await store.readChain({ chain, above: middle - 1, limit: 1 })
    if (record && record.sequence < below) low = record.sequence
    else high = middle
  }
  return low
}

async function logFindings(
  store: HeadsStore,
  lines: readonly HeadsLine[],
): Promise<readonly HeadsFinding[]> {
  const seen = lines.map((line) => checkpointOf(line))
  const largest = Math.max(0, ...seen.map((checkpoint) => checkpoint?.size ?? 0))
  const leaves = await logLeaves(store, largest)
  const stored = Math.min(leaves.length, (await store.readLogHead({}))?.size ?? 0)
  const nodes = nodesOfLeaves(leaves)
  for (const [at, checkpoint] of seen.entries()) {
    if (!checkpoint) continue
    const { size, root } = checkpoint
    if (size > stored) return [{ kind: 'log_cut', size, line: at + 1 }]
    if (!(await treeRoot(size, nodes)).equals(root))
      return [{ kind: 'log_forked', size, line: at + 1 }]
  }
  return []
}

const checkpointOf = ({ proof }: HeadsLine): Checkpoint | undefined =>
  parseCheckpoint(parseNote(parseProof(proof)?.checkpoint ?? '')?.text ?? '')

const PAGE = 1000

/** Returns the hashes of the first entries of the log. They are computed, because tiles may have been changed, too. */
async function logLeaves(store: HeadsStore, size: number): Promise<readonly Buffer[]> {
  const leaves: Buffer[] = []
  while (leaves.length < size) {
    const limit = Math.min(PAGE, size - leaves.length)
    const entries = await store.readLogEntries({ first: leaves.length, limit })
    leaves.push(...entries.map((entry) => leafHash(Buffer.from(entry, 'utf8'))))
    if (entries.length < limit) break
  }
  return leaves
}
