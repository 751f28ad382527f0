import { setImmediate } from 'node:timers/promises'
import type { AuditCheckpoint } from '../domain/audit/checkpoint.ts'
import { DAY_MS, elapsed, type Timestamp } from '../domain/time.ts'
import { checkpointOfNote, type Checkpoint } from '../domain/transparency/checkpoint.ts'
import { applyLine, type HeadsLine } from '../domain/transparency/heads-file.ts'
import {
  headLeaf,
  inLeafOrder,
  nodesOfLeaves,
  parseHeadsEntry,
  type PublishedHead,
} from '../domain/transparency/heads.ts'
import { treeRoot, type Hash } from '../domain/transparency/merkle.ts'
import type { VerifierKey } from '../domain/transparency/note.ts'
import { parseProof, verifyProof } from '../domain/transparency/proof.ts'
import { readLogHistory, type HistoryStore, type LogHistory } from './log-history.ts'
import type { Store } from './store.ts'

type HeadsStore = HistoryStore & Pick<Store, 'findChainHead' | 'findCheckpoint' | 'readChain'>

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
  /** Records up to `sequence` were purged, although this one was younger than the retention in the checkpoint. */
  | {
      readonly kind: 'chain_purged_early'
      readonly chain: string
      readonly sequence: number
      readonly line: number
    }
  /** The log of this store has fewer entries than the witness saw, or others. `size` is the size that the witness saw. */
  | { readonly kind: 'log_cut' | 'log_forked'; readonly size: number; readonly line: number }
  /** The line is about an earlier log, which had more entries than the store from which this one was restored; `size` is how many that had. */
  | {
      readonly kind: 'log_restored'
      readonly origin: string
      readonly size: number
      readonly line: number
    }
  | { readonly kind: 'log_unknown'; readonly origin: string; readonly line: number }

/**
 * Verifies a store against the file of a witness. It needs nothing of the platform but its store.
 * @param keys the keys of the log, also retired ones; without any, signatures are not verified
 * @returns the first finding about each chain and about each log, and all findings about the file itself
 */
export async function verifyAgainstHeads(
  store: HeadsStore,
  lines: readonly HeadsLine[],
  keys: readonly VerifierKey[],
): Promise<readonly HeadsFinding[]> {
  const origins = lines.map((line) => checkpointOf(line)?.origin ?? '')
  const history = await readLogHistory(store, new Set(origins))
  return [
    ...(await fileFindings(lines, keys, history)),
    ...(await chainFindings(store, lines)),
    ...(await logFindings(history, lines)),
  ]
}

async function fileFindings(
  lines: readonly HeadsLine[],
  keys: readonly VerifierKey[],
  history: LogHistory,
): Promise<HeadsFinding[]> {
  const findings: HeadsFinding[] = []
  const heads = new Map<string, PublishedHead>()
  const leafOf = rememberLeaves()
  for (const [at, line] of lines.entries()) {
    // The command may run in the process that serves requests, and a line may be about many chains.
    await setImmediate()
    applyLine(heads, line)
    const stated = parseHeadsEntry(line.entry)
    const leaves = inLeafOrder([...heads.values()]).map(leafOf)
    const root = await treeRoot(leaves.length, nodesOfLeaves(leaves))
    if (stated?.count !== leaves.length || stated.root !== root.toString('hex'))
      findings.push({ kind: 'line_damaged', line: at + 1 })
    else if (keys.length > 0 && !isSigned(line, stated.at, keys, history))
      findings.push({ kind: 'line_forged', line: at + 1 })
  }
  return findings
}

/** Returns the function that returns the leaf of a head, and hashes it once. A head that does not change is the same object in all lines. */
function rememberLeaves(): (head: PublishedHead) => Hash {
  const leaves = new WeakMap<PublishedHead, Hash>()
  return (head) => {
    const leaf = leaves.get(head) ?? headLeaf(head)
    leaves.set(head, leaf)
    return leaf
  }
}

/**
 * Returns whether one of the keys signed a line before it ended. A log keeps its key when a restore gives it a new name, so a key counts for
 * the logs of all names, of which the signature covers one.
 */
const isSigned = (
  line: HeadsLine,
  published_at: Timestamp,
  keys: readonly VerifierKey[],
  { keyEnds }: LogHistory,
): boolean =>
  keys.some((key) => {
    const end = keyEnds.get(Buffer.from(key.public_key).toString('base64'))
    const name = checkpointOf(line)?.origin ?? key.name
    return (
      (end === undefined || published_at < end) &&
      verifyProof(Buffer.from(line.entry, 'utf8'), line.proof, { ...key, name }) !== undefined
    )
  })

async function chainFindings(
  store: HeadsStore,
  lines: readonly HeadsLine[],
): Promise<readonly HeadsFinding[]> {
  const findings = new Map<string, HeadsFinding>()
  for (const { head, ...source } of publishedHeadsOf(lines)) {
    const finding = findings.has(head.chain) ? undefined : await chainFinding(store, head, source)
    if (finding) findings.set(head.chain, finding)
  }
  return [...findings.values()]
}

interface PublishedSource {
  readonly head: PublishedHead
  readonly line: number
  /** A time before the record of the head was made, if one is known. */
  readonly after: Timestamp | undefined
}

/**
 * Returns the heads that each line states. A line states those that have changed since the line before, so their records are younger than
 * that, unless a chain is shorter than before: then the store was restored from a backup, or the chain was cut.
 */
function publishedHeadsOf(lines: readonly HeadsLine[]): readonly PublishedSource[] {
  const heads = new Map<string, PublishedHead>()
  return lines.flatMap((line, at) => {
    const before = lines[at - 1]
    const published_at = before && parseHeadsEntry(before.entry)?.at
    const stated = line.heads.map((head) => {
      const grew = (heads.get(head.chain)?.sequence ?? 0) < head.sequence
      return { head, line: at + 1, after: grew ? published_at : undefined }
    })
    applyLine(heads, line)
    return stated
  })
}

/** Compares one published head with the stored chain. */
async function chainFinding(
  store: HeadsStore,
  { chain, sequence, hash }: PublishedHead,
  { line, after }: Omit<PublishedSource, 'head'>,
): Promise<HeadsFinding | undefined> {
  const [record] = await store.readChain({ chain, above: sequence - 1, limit: 1 })
  const checkpoint = await store.findCheckpoint({ chain })
  if (checkpoint && checkpoint.sequence >= sequence && isTooEarly(checkpoint, after))
    return { kind: 'chain_purged_early', chain, sequence, line }
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

/**
 * Returns whether records that were made after a time cannot have been as old as the retention when they were purged. The dates in the
 * store do not show that, because whoever writes a chain again writes its dates, too.
 */
const isTooEarly = (
  { purged_at, retention_days }: AuditCheckpoint,
  after: Timestamp | undefined,
): boolean => after !== undefined && elapsed(after, purged_at) < retention_days * DAY_MS

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

/** Returns the first finding about each log that the lines name. */
async function logFindings(
  history: LogHistory,
  lines: readonly HeadsLine[],
): Promise<readonly HeadsFinding[]> {
  const findings = new Map<string, HeadsFinding>()
  for (const [at, line] of lines.entries()) {
    const checkpoint = checkpointOf(line)
    if (!checkpoint || findings.has(checkpoint.origin)) continue
    const finding = await logFinding(history, checkpoint, at + 1)
    if (finding) findings.set(checkpoint.origin, finding)
  }
  return [...findings.values()]
}

async function logFinding(
  { logs }: LogHistory,
  { origin, size, root }: Checkpoint,
  line: number,
): Promise<HeadsFinding | undefined> {
  const log = logs.find((one) => one.origin === origin)
  if (!log) return { kind: 'log_unknown', origin, line }
  const { leaves, isCurrent } = log
  if (size > leaves.length)
    return isCurrent
      ? { kind: 'log_cut', size, line }
      : { kind: 'log_restored', origin, size: leaves.length, line }
  const found = await treeRoot(size, log.nodes)
  return found.equals(root) ? undefined : { kind: 'log_forked', size, line }
}

const checkpointOf = ({ proof }: HeadsLine): Checkpoint | undefined =>
  checkpointOfNote(parseProof(proof)?.checkpoint ?? '')
