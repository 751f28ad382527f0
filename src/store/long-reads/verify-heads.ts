import { setImmediate } from 'node:timers/promises'
import type { AuditCheckpoint } from '../../domain/audit/checkpoint.ts'
import { DAY_MS, elapsed, MINUTE_MS, type Timestamp } from '../../domain/time.ts'
import { checkpointOfNote, type Checkpoint } from '../../domain/transparency/checkpoint.ts'
import type { HeadsLine } from '../../domain/transparency/heads-file.ts'
import { createHeadsTree } from '../../domain/transparency/heads-tree.ts'
import {
  parseHeadsEntry,
  type HeadsEntry,
  type PublishedHead,
} from '../../domain/transparency/heads.ts'
import { treeRoot } from '../../domain/transparency/merkle.ts'
import type { VerifierKey } from '../../domain/transparency/note.ts'
import { parseProof, verifyProof } from '../../domain/transparency/proof.ts'
import { readLogHistory, type HistoryStore, type LogHistory } from './log-history.ts'
import type { Store } from '../store.ts'

type HeadsStore = HistoryStore & Pick<Store, 'findChainHead' | 'findCheckpoint' | 'readChain'>

/** What a witness's file shows about the store or about itself (docs/specification/transparency.md#verify-heads). */
export type HeadsFinding =
  /** The line does not state the heads that its entry commits to, or is not signed by the given key of the log. */
  | { readonly kind: 'line_damaged' | 'line_forged'; readonly line: number }
  /** The chain has no records any more. */
  | { readonly kind: 'chain_gone'; readonly chain: string; readonly line: number }
  /** `sequence` is the first missing record, or the record that is not the published one. */
  | {
      readonly kind: 'chain_truncated' | 'chain_replaced'
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
  /** The log of this store has fewer entries than the witness saw, or different ones. `size` is the size that the witness saw. */
  | { readonly kind: 'log_truncated' | 'log_forked'; readonly size: number; readonly line: number }
  /**
   * The line is about an earlier log, of which the witness saw more entries than were in the backup from which this store was restored;
   * `size` is the number of entries in that backup.
   */
  | {
      readonly kind: 'log_restored'
      readonly origin: string
      readonly size: number
      readonly line: number
    }
  | { readonly kind: 'log_unknown'; readonly origin: string; readonly line: number }

/** A line of the file, and what it states. */
interface ReadLine {
  readonly line: HeadsLine
  /** From 1. */
  readonly number: number
  readonly entry: HeadsEntry | undefined
  readonly checkpoint: Checkpoint | undefined
}

/**
 * Verifies a store against the file of a witness. Neither the platform nor the witness has to be running.
 * @param keys the keys of the log, including retired ones; without any, signatures are not verified
 * @returns the first finding about each chain and about each log, and all findings about the file itself
 */
export async function verifyAgainstHeads(
  store: HeadsStore,
  lines: readonly HeadsLine[],
  keys: readonly VerifierKey[],
): Promise<readonly HeadsFinding[]> {
  const read = lines.map(readLine)
  const origins = new Set(read.map(({ checkpoint }) => checkpoint?.origin ?? ''))
  const history = await readLogHistory(store, origins)
  const file: HeadsFinding[] = []
  const [chains, logs] = [new Map<string, HeadsFinding>(), new Map<string, HeadsFinding>()]
  const tree = createHeadsTree()
  for (const [at, one] of read.entries()) {
    // The command may run in the process that serves requests, and a line may be about many chains.
    await setImmediate()
    const published = publishedHeadsOf(one, read[at - 1], tree.head)
    const { count, root } = await tree.apply(one.line)
    if (one.entry?.count !== count || one.entry.root !== root.toString('hex'))
      file.push({ kind: 'line_damaged', line: one.number })
    else if (keys.length > 0 && !isSigned(one, one.entry.at, keys, history))
      file.push({ kind: 'line_forged', line: one.number })
    await findInChains(store, published, chains)
    await findInLog(history, one, logs)
  }
  return [...file, ...chains.values(), ...logs.values()]
}

const readLine = (line: HeadsLine, at: number): ReadLine => ({
  line,
  number: at + 1,
  entry: parseHeadsEntry(line.entry),
  checkpoint: checkpointOfNote(parseProof(line.proof)?.checkpoint ?? ''),
})

/**
 * Returns whether one of the keys signed a line before that key was retired or compromised. A log keeps its key when a restore gives the
 * log a new name, so the signature is verified under the name in the checkpoint, regardless of the name that was given with the key.
 */
const isSigned = (
  { line, checkpoint }: ReadLine,
  published_at: Timestamp,
  keys: readonly VerifierKey[],
  { keyEnds }: LogHistory,
): boolean =>
  keys.some((key) => {
    const end = keyEnds.get(Buffer.from(key.public_key).toString('base64'))
    const name = checkpoint?.origin ?? key.name
    return (
      (end === undefined || published_at < end) &&
      verifyProof(Buffer.from(line.entry, 'utf8'), line.proof, { ...key, name }) !== undefined
    )
  })

interface PublishedSource {
  readonly head: PublishedHead
  readonly line: number
  /** A time before the record of the head was committed, if one is known. */
  readonly after: Timestamp | undefined
}

/**
 * Returns the heads that a line states. They are those that have changed since the previous line, so their records were committed after
 * that, unless a chain is shorter than before: then the store was restored from a backup, or the chain was truncated.
 */
const publishedHeadsOf = (
  { line, number }: ReadLine,
  before: ReadLine | undefined,
  headBefore: (chain: string) => PublishedHead | undefined,
): readonly PublishedSource[] =>
  line.heads.map((head) => {
    const grew = (headBefore(head.chain)?.sequence ?? 0) < head.sequence
    return { head, line: number, after: grew ? before?.entry?.at : undefined }
  })

/** Adds the first finding about each chain. */
async function findInChains(
  store: HeadsStore,
  published: readonly PublishedSource[],
  findings: Map<string, HeadsFinding>,
): Promise<void> {
  for (const { head, ...source } of published) {
    const finding = findings.has(head.chain) ? undefined : await chainFinding(store, head, source)
    if (finding) findings.set(head.chain, finding)
  }
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
    : { kind: 'chain_truncated', chain, sequence: last + 1, line }
}

/**
 * How much earlier than its commit a record can be dated: it has the time at which its transaction began, and that transaction may have
 * waited for others, or run on a server with another clock. No transaction takes this long, and all that an attacker gains is to purge
 * records ten minutes before their retention ends.
 */
const COMMIT_DELAY_MS = 10 * MINUTE_MS

/**
 * Returns whether records that were committed after a time cannot have been as old as the retention when they were purged. The dates in the
 * store do not show that, because an attacker who rewrites a chain also rewrites its dates.
 */
const isTooEarly = (
  { purged_at, retention_days }: AuditCheckpoint,
  after: Timestamp | undefined,
): boolean =>
  after !== undefined && elapsed(after, purged_at) < retention_days * DAY_MS - COMMIT_DELAY_MS

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

/** Adds the first finding about each log. */
async function findInLog(
  history: LogHistory,
  { checkpoint, number }: ReadLine,
  findings: Map<string, HeadsFinding>,
): Promise<void> {
  if (!checkpoint || findings.has(checkpoint.origin)) return
  const finding = await logFinding(history, checkpoint, number)
  if (finding) findings.set(checkpoint.origin, finding)
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
      ? { kind: 'log_truncated', size, line }
      : { kind: 'log_restored', origin, size: leaves.length, line }
  const found = await treeRoot(size, log.nodes)
  return found.equals(root) ? undefined : { kind: 'log_forked', size, line }
}
