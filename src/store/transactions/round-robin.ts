import type { Tx } from '../database.ts'

/** How many parties one call examines. If more wait, the next call continues after the last one. */
const MAX_PARTIES_EXAMINED = 200

/** A queue in which parties take turns (docs/specification/trust.md#fair-queues). */
export interface RoundRobinQueue<Item> {
  /** Names the queue; each has a position of its own. */
  readonly name: string
  /** How many items to take at most. */
  readonly limit: number
  /** Returns the first item of the party that follows the named one, in the order of names. One index lookup. */
  readonly next: (party: string) => Promise<Item | undefined>
  readonly partyOf: (item: Item) => string
  /** Returns how many more items of this party may be processed at once. */
  readonly capacity: (party: string) => number
  /** Takes an item, so that it is no longer the first of its party; undefined where the party has none that can be taken now. */
  readonly take: (item: Item) => Promise<Item | undefined>
}

/**
 * Takes items so that each party gets one before any gets its next. The position is stored and locked meanwhile, so processes that share
 * the store share one order.
 */
export async function takeRoundRobin<Item>(
  tx: Tx,
  { name, limit, next, partyOf, capacity, take }: RoundRobinQueue<Item>,
): Promise<readonly Item[]> {
  const fact = { name: `turn_${name}` }
  const before = (await tx.platform_facts.get(fact))?.value
  const taken: Item[] = []
  const takenOf = new Map<string, number>()
  let last = typeof before === 'string' ? before : ''
  /** How many items were taken when the last round began; a round that takes none is the last. */
  let atStart: number | undefined
  for (let examined = 0; examined < MAX_PARTIES_EXAMINED && taken.length < limit; examined += 1) {
    const item = await next(last)
    if (item === undefined && (last === '' || atStart === taken.length)) break
    if (item === undefined) atStart = taken.length
    last = item === undefined ? '' : partyOf(item)
    const count = takenOf.get(last) ?? 0
    const result = item !== undefined && count < capacity(last) ? await take(item) : undefined
    if (result === undefined) continue
    taken.push(result)
    takenOf.set(last, count + 1)
  }
  if (last !== before) await tx.platform_facts.put({ ...fact, value: last })
  return taken
}
