import { compareRanks } from '../../../domain/order.ts'
import { wordTermsFrom, type TermRange, type PrefixKind } from '../../../domain/search/terms.ts'
import { AFTER_PREFIX } from '../../../domain/search/words.ts'
import type { AgentTerm } from '../../../domain/records.ts'
import type { ReadTx } from '../../database.ts'

/** The position of an agent in the order of names. */
export type Entry = Omit<AgentTerm, 'term'>

/** Returns entries in order after a position, fewer than `limit` only if there are no more. */
export type Source = (after: Entry | undefined, limit: number) => Promise<readonly Entry[]>

const compareEntries = (a: Entry, b: Entry): number =>
  compareRanks([a.name_key, a.svc_id], [b.name_key, b.svc_id])

/** Returns the source of the agents that have an index term. */
export const termSource =
  (tx: ReadTx, term: string): Source =>
  (after, limit) =>
    tx.agent_terms.find({
      where: { term },
      orderBy: ['name_key', 'svc_id'],
      limit,
      lock: false,
      ...(after && { after: [after.name_key, after.svc_id] }),
    })

/** Returns the source of the listed agents. With `name_key`, it has only the agents whose sort key has this value or is in this range. */
export const listSource =
  (tx: ReadTx, name_key?: string | TermRange): Source =>
  async (after, limit) => {
    const find = (listed: 'verified' | 'public') =>
      tx.agents.select(['name_key', 'svc_id'], {
        where: { listed, ...(name_key !== undefined && { name_key }) },
        orderBy: ['name_key', 'svc_id'],
        limit,
        ...(after && { after: [after.name_key, after.svc_id] }),
      })
    return [...(await find('verified')), ...(await find('public'))]
      .toSorted(compareEntries)
      .slice(0, limit)
  }

/** Returns a source of entries that are in memory. */
export const memorySource = (entries: readonly Entry[]): Source => {
  const sorted = entries.toSorted(compareEntries)
  return async (after, limit) =>
    (after ? sorted.filter((entry) => compareEntries(entry, after) > 0) : sorted).slice(0, limit)
}

/** The number of entries that each of several sources reads at a time. */
const SOURCE_BATCH = 32

/** Merges sources into one that returns each entry once. */
export function merged(sources: readonly Source[]): Source {
  const [single] = sources
  if (single && sources.length === 1) return single
  return async (after, limit) => {
    const cursors = sources.map((source): Cursor => ({ source, entries: [], ended: false }))
    const found: Entry[] = []
    let last = after
    while (found.length < limit) {
      for (const cursor of cursors) await refill(cursor, last)
      const next = nextOf(cursors.map(({ entries }) => entries))
      if (!next) break
      found.push(next)
      last = next
    }
    return found
  }
}

interface Cursor {
  readonly source: Source
  /** The entries that have been read, in descending order. */
  entries: Entry[]
  ended: boolean
}

/** Reads the next entries of a source when all that were read have been taken. */
async function refill(cursor: Cursor, after: Entry | undefined): Promise<void> {
  if (cursor.entries.length > 0 || cursor.ended) return
  cursor.entries = [...(await cursor.source(after, SOURCE_BATCH))].toReversed()
  cursor.ended = cursor.entries.length < SOURCE_BATCH
}

/** Removes the first entry from the lists, which are in descending order, and returns it. */
function nextOf(lists: readonly Entry[][]): Entry | undefined {
  const heads = lists.flatMap((entries) => entries.at(-1) ?? [])
  const [head, ...rest] = heads
  if (!head) return undefined
  const first = rest.reduce(
    (least, entry) => (compareEntries(entry, least) < 0 ? entry : least),
    head,
  )
  for (const entries of lists)
    if (entries.length > 0 && compareEntries(entries.at(-1)!, first) === 0) entries.pop()
  return first
}

/** The characters that can follow a prefix in an index term, in which letters beyond ASCII are escaped with a tilde. */
const CONTINUATIONS = [...'0123456789abcdefghijklmnopqrstuvwxyz~']

/**
 * Returns the index terms of these kinds that begin with the letters of a word, found by seeking in the index; undefined if there are more
 * than `max`.
 */
export async function variantsOf(
  tx: ReadTx,
  { kinds, word, max }: { kinds: readonly PrefixKind[]; word: string; max: number },
): Promise<readonly string[] | undefined> {
  const terms: string[] = []
  let ranges = kinds.flatMap((kind) => [
    { gte: `${kind}:${word}`, lt: `${kind}:${word}!` },
    ...CONTINUATIONS.map((letter) => wordTermsFrom(kind, word + letter)),
  ])
  while (ranges.length > 0) {
    const next = await tx.agent_terms.seek(ranges.map(({ gte }) => gte))
    const found = ranges.flatMap(({ lt }, index) => {
      const term = next[index]
      return typeof term === 'string' && term < lt ? [{ term, lt }] : []
    })
    terms.push(...found.map(({ term }) => term))
    if (terms.length > max) return undefined
    // A word cannot contain an exclamation mark, so the next term is that of another word.
    ranges = found.map(({ term, lt }) => ({ gte: `${term}!`, lt }))
  }
  return terms
}

/** Returns the range of the keys of all names that begin with a string. */
export const namesFrom = (key: string): TermRange => ({ gte: key, lt: `${key}${AFTER_PREFIX}` })
