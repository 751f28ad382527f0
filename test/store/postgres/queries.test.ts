import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { hashToken } from '../../../src/domain/tokens.ts'
import { CASES } from '../cases.ts'
import { readLog } from '../log-reads.ts'
import { acrossOrganizations } from '../placement.ts'
import { eachStore } from '../stores.ts'
import { newWorld } from '../world.ts'

/** A table that has only a handful of rows. */
const SMALL_TABLE = /on "?signing_keys/

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}
const steps = (plan: Plan): string[] => [
  `${plan['Node Type']} on ${plan['Relation Name'] ?? ''}`,
  ...(plan.Plans ?? []).flatMap(steps),
]

/** Returns the first column of the table of docs/specification/sharding.md, which is sorted. */
const documentedStatements = (): readonly string[] =>
  [...readFileSync('docs/specification/sharding.md', 'utf8').matchAll(/^\| `(\w+: [^`]+)`/gm)].map(
    ([, statement]) => statement!,
  )

eachStore(
  (location) => {
    it('no write, credential lookup or compliance report has to scan or sort a whole table, and statements across organizations are documented', async () => {
      const all = new Set<string>()
      const statements = new Set<string>()
      const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
      const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
        this: pg.Client,
        ...given: unknown[]
      ) {
        const { text } = given[0] as { text?: string }
        // Statements without conditions read whole tables on purpose: they count rows again, or serve the operator.
        if (text && /^(select|update|delete) .* where /.test(text)) all.add(text)
        if (text && /^(select|update|delete)/.test(text) && text.includes('$')) statements.add(text)
        return query.apply(this, given) as never
      })
      const at = location()
      let world = await newWorld(location())
      for (const [, , prepared] of CASES) {
        const run = async () => (await prepared(world))()
        // Some cases fail because of what earlier ones left in the world, so they run again in a new world.
        await run().catch(async () => {
          world = await newWorld(location())
          await run()
        })
      }
      const hash = hashToken('')
      await world.store.findApiKey({ hash, now: world.clock.now })
      await world.store.findSession({ hash, now: world.clock.now })
      await world.store.findRuntimeToken({ hash, now: world.clock.now })
      await world.store.readComplianceFacts({
        ...world.home,
        svc_id: world.agent_id,
        now: world.clock.now,
        signer: world.signer,
      })
      await readLog(world)
      spy.mockRestore()
      await at.open()
      const client = new pg.Client({ connectionString: at.address })
      await client.connect()
      // With these settings the planner scans and sorts only where it has no alternative, and plans once for all values.
      await client.query(
        'set enable_seqscan = off; set enable_sort = off; set enable_bitmapscan = off; set plan_cache_mode = force_generic_plan',
      )
      const faults: string[] = []
      for (const text of statements) {
        await client.query(`prepare one as ${text}`)
        const values = [...new Set(text.match(/\$\d+/g))].map(() => 'null').join()
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          `explain (format json) execute one(${values})`,
        )
        faults.push(
          ...steps(rows[0]!['QUERY PLAN'][0].Plan)
            .filter(
              (step) => /^(Seq Scan|Sort|Incremental Sort)/.test(step) && !SMALL_TABLE.test(step),
            )
            .map((step) => `${step}: ${text}`),
        )
        await client.query('deallocate one')
      }
      await client.end()
      expect(statements.size).toBeGreaterThan(200)
      expect(faults).toEqual([])
      expect(acrossOrganizations(all)).toEqual(documentedStatements())
    })
  },
  ['postgres'],
)
