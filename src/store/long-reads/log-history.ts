import type { Timestamp } from '../../domain/time.ts'
import { parsePrevious } from '../../domain/transparency/entries.ts'
import type { PreviousLog } from '../../domain/transparency/generation.ts'
import { parseKeyEntry } from '../../domain/transparency/key-entries.ts'
import { nodesOfLeaves } from '../../domain/transparency/heads.ts'
import { leafHash, type Hash, type ReadNodes } from '../../domain/transparency/merkle.ts'
import type { Store } from '../store.ts'

export type HistoryStore = Pick<
  Store,
  'readPendingOfPreviousLog' | 'readLogEntries' | 'readLogGeneration' | 'readLogHead'
>

/** A log whose entries a store has: its own, or an earlier one (docs/specification/transparency.md#generations). */
interface StoredLog {
  readonly origin: string
  readonly isCurrent: boolean
  readonly leaves: readonly Hash[]
  readonly nodes: ReadNodes
}

/** What the entries of a store's log show. The hashes are computed, because tiles may have been changed, too. */
export interface LogHistory {
  /** The current log, if it has begun, and those before it. */
  readonly logs: readonly StoredLog[]
  /** When keys were compromised, or else retired, by their public key in Base64. */
  readonly keyEnds: ReadonlyMap<string, Timestamp>
}

/**
 * Reads the log of a store, even if the store was restored and has not been served since.
 * @param origins the logs to return
 */
export async function readLogHistory(
  store: HistoryStore,
  origins: ReadonlySet<string>,
): Promise<LogHistory> {
  const head = await store.readLogHead({})
  const leaves: Hash[] = []
  const previous = new Map<number, PreviousLog>()
  const keyEnds = new Map<string, Timestamp>()
  for await (const entry of entriesOf(store, head?.size ?? 0)) {
    const before = parsePrevious(entry)
    if (before) previous.set(leaves.length, before)
    const { public_key = '', end } = parseKeyEntry(entry) ?? {}
    const at = end?.compromised_at ?? end?.retired_at
    if (at && at < (keyEnds.get(public_key) ?? '~')) keyEnds.set(public_key, at)
    leaves.push(leafHash(Buffer.from(entry, 'utf8')))
  }
  const logs: StoredLog[] = []
  const add = (origin: string, isCurrent: boolean, from: number, size: number) => {
    if (!origins.has(origin)) return
    const own = leaves.slice(from, from + size)
    logs.push({ origin, isCurrent, leaves: own, nodes: nodesOfLeaves(own) })
  }
  if (head) add(head.origin, true, 0, head.size)
  // Each log begins with the entry that names the one before it, and continues with the entries of that one.
  let from = head ? 1 : 0
  let before = head ? previous.get(0) : ((await store.readLogGeneration({}))?.previous ?? undefined)
  for (; before; from += 1) {
    add(before.origin, false, from, before.size)
    before = previous.get(from)
  }
  return { logs, keyEnds }
}

const PAGE = 1000

/** Reads the entries of the log, and then the pending entries of the previous log. */
async function* entriesOf(store: HistoryStore, size: number): AsyncGenerator<string> {
  for (let first = 0; first < size;) {
    const limit = Math.min(PAGE, size - first)
    const entries = await store.readLogEntries({ first, limit })
    yield* entries
    first += entries.length
    if (entries.length < limit) return
  }
  for (let after = -Number.MAX_SAFE_INTEGER; ;) {
    const waiting = await store.readPendingOfPreviousLog({ after, limit: PAGE })
    yield* waiting.map(({ entry }) => entry)
    if (waiting.length < PAGE) return
    after = waiting.at(-1)!.arrival
  }
}
