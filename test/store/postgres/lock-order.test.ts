import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { CASES } from '../cases.ts'
import { eachStore, type StoreLocation } from '../stores.ts'
import { newWorld } from '../world.ts'

const LOCKING = /^(?:select .* from "(\w+)".* for update|update "(\w+)"|delete from "(\w+)")/

/**
 * Tables whose rows are locked after an audit chain. The organization or the installation to which these rows belong is locked before the
 * chain, by every transaction that changes them; only deletions of a workspace or a member can meet another transaction that locks in the
 * opposite order.
 */
const AFTER_THE_CHAIN = [
  'api_keys',
  'audit_checkpoints',
  'audit_log',
  'install_tokens',
  'invitations',
  'policies',
  'runtime_tokens',
]

/**
 * Pairs of tables that some transactions lock in one order and others in the opposite one. These transactions do not wait for each other,
 * because both lock the same workspace, organization or installation first, or lock different rows; only deletions and the batch that
 * deletes expired rows can meet another transaction.
 */
const IN_BOTH_ORDERS = [
  'api_keys audit_heads',
  'audit_heads audit_log',
  'audit_heads install_tokens',
  'audit_heads policies',
  'audit_heads runtime_tokens',
  'commands install_tokens',
  'commands policies',
  'exports platform_facts',
  'image_reports images',
  'image_scans images',
  'install_tokens installations',
  'install_tokens organizations',
  'install_tokens runtime_tokens',
  'installations policies',
  'organizations platform_facts',
  'outbox platform_facts',
  'platform_facts workspaces',
]

/** Returns the pairs of tables that are locked in both orders. */
function pairsInBothOrders(orders: Iterable<string>): readonly string[] {
  const pairs = new Set(
    [...orders].flatMap((order) => {
      const tables = order.split(' ')
      return tables.flatMap((first, at) => tables.slice(at + 1).map((next) => `${first} ${next}`))
    }),
  )
  return [...pairs]
    .filter((pair) => {
      const [first, next] = pair.split(' ') as [string, string]
      return first < next && pairs.has(`${next} ${first}`)
    })
    .toSorted()
}

/** Records the tables of which each transaction locks rows, in the order of the first lock. */
function recordLocks(): { readonly orders: Set<string>; stop(): void } {
  const orders = new Set<string>()
  const locked = new WeakMap<pg.Client, Set<string>>()
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const text = typeof given[0] === 'string' ? given[0] : (given[0] as { text?: string }).text
    if (text?.startsWith('begin')) locked.set(this, new Set())
    const table = LOCKING.exec(text ?? '')
      ?.slice(1)
      .find(Boolean)
    if (table !== undefined) locked.get(this)?.add(table)
    if (text === 'commit') orders.add([...(locked.get(this) ?? [])].join(' '))
    return query.apply(this, given) as never
  })
  return { orders, stop: () => spy.mockRestore() }
}

/** Runs every transaction, and returns the orders in which they lock rows. */
async function runAll(location: () => StoreLocation): Promise<ReadonlySet<string>> {
  const { orders, stop } = recordLocks()
  let world = await newWorld(location())
  for (const [, , prepared] of CASES) {
    const run = async () => (await prepared(world))()
    await run().catch(async () => {
      world = await newWorld(location())
      await run()
    })
  }
  stop()
  return orders
}

eachStore(
  (location) => {
    it('no transactions lock rows of two tables in opposite orders, apart from the listed pairs', async () => {
      expect(pairsInBothOrders(await runAll(location))).toEqual(IN_BOTH_ORDERS)
    })

    it('organizations, agents, installations and tasks are locked before the audit chain, and installations before their tokens, so that transactions of one organization do not deadlock', async () => {
      const orders = await runAll(location)
      const late = [...orders].flatMap((order) => {
        const [before, after] = order.split('audit_heads')
        return (after ?? '').split(' ').filter((table) => table && !before!.includes(table))
      })
      expect([...new Set(late)].toSorted()).toEqual(AFTER_THE_CHAIN)
      // The batch that deletes expired rows locks those that nobody else can still use.
      const tokensFirst = [...orders].filter((order) =>
        /^(?!.*installations.*runtime_tokens)(?!.*nonces).*runtime_tokens/.test(order),
      )
      expect(tokensFirst).toEqual([])
      // Every change to an installation adds to the same few counters, so nothing locks them but the repair of the counters itself.
      expect([...orders].filter((order) => order.includes('counters'))).toEqual(['counters'])
    })
  },
  ['postgres'],
)
