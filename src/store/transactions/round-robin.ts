import type { Tx } from '../database.ts'
import { readText } from './facts.ts'

/** Limits how many parties one call examines. If more are waiting, the next call continues after the last one. */
const MAX_PARTIES_EXAMINED = 200

/** A queue in which parties take turns (docs/specification/trust.md#fair-queues). */
export interface RoundRobinQueue<Item> {
  /** The name of the queue. Each queue has its own position. */
  readonly name: string
  /** The maximum number of items to take. */
  readonly limit: number
  /** Returns the first item of the party that follows the given one in the order of names, with one index lookup. */
  readonly next: (party: string) => Promise<Item | undefined>
  readonly partyOf: (item: Item) => string
  /** Returns how many more items of this party may be processed at the same time. */
  readonly capacity: (party: string) => number
  /** Takes an item, so that it is no longer the first of its party; undefined if the party has no item that can be taken now. */
  readonly take: (item: Item) => Promise<Item | undefined>
}

/**
 * Takes items in turns, one of each party before the next one of any party. The position is stored and locked, so all processes that share
 * the store follow the same order.
 */
export async function takeRoundRobin<Item>(
  tx: Tx,
  { name, limit, next, partyOf, capacity, take }: RoundRobinQueue<Item>,
): Promise<readonly Item[]> {
  const fact = `turn_${name}`
  const before = await readText(tx, fact)
  const taken: Item[] = []
  const takenByParty = new Map<string, number>()
  let last = before ?? ''
  /** The number of items that were taken before the current round; a round that takes none is the last. */
  let takenBefore: number | undefined
  for (let examined = 0; examined < MAX_PARTIES_EXAMINED && taken.length < limit; examined += 1) {
    const item = await next(last)
    if (item === undefined && (last === '' || takenBefore === taken.length)) break
    if (item === undefined) takenBefore = taken.length
    last = item === undefined ? '' : partyOf(item)
    const count = takenByParty.get(last) ?? 0
    const result = item !== undefined && count < capacity(last) ? await take(item) : undefined
    if (result === undefined) continue
    taken.push(result)
    takenByParty.set(last, count + 1)
  }
  if (last !== before) await tx.platform_facts.put({ name: fact, value: last })
  return taken
}
