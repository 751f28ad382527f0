import type { Tx } from '../database.ts'

/** Parties that one call looks at. Where more wait, the next call goes on behind the last one. */
const LOOKED_AT = 200

/** A queue in which parties take turns (docs/specification/trust.md#fair-queues). */
export interface Queue<Item> {
  /** Names the queue; each has a turn of its own. */
  readonly name: string
  /** How many items to take at most. */
  readonly limit: number
  /** Returns the first item of the first party behind the one named, in the order of their names. One look into an index. */
  readonly next: (party: string) => Promise<Item | undefined>
  readonly partyOf: (item: Item) => string
  /** How many more items of this party may be under way. */
  readonly room: (party: string) => number
  /** Takes an item, so that it is no longer the first of its party; undefined where the party has none that can be taken now. */
  readonly take: (item: Item) => Promise<Item | undefined>
}

/**
 * Takes items so that each party gets one before any gets its next. Whose turn it is stays in the store and is held meanwhile, so
 * processes that share the store share one order.
 */
export async function takeTurns<Item>(
  tx: Tx,
  { name, limit, next, partyOf, room, take }: Queue<Item>,
): Promise<readonly Item[]> {
  const fact = { name: `turn_${name}` }
  const before = (await tx.platform_facts.get(fact))?.value
  const taken: Item[] = []
  const given = new Map<string, number>()
  let last = typeof before === 'string' ? before : ''
  /** How many were taken when the first party had its turn; a whole circle without another one is the end. */
  let atStart: number | undefined
  for (let looked = 0; looked < LOOKED_AT && taken.length < limit; looked += 1) {
    const item = await next(last)
    if (item === undefined && (last === '' || atStart === taken.length)) break
    if (item === undefined) atStart = taken.length
    last = item === undefined ? '' : partyOf(item)
    const count = given.get(last) ?? 0
    const got = item !== undefined && count < room(last) ? await take(item) : undefined
    if (got === undefined) continue
    taken.push(got)
    given.set(last, count + 1)
  }
  if (last !== before) await tx.platform_facts.put({ ...fact, value: last })
  return taken
}
