import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import { hashToken } from '../../../src/domain/tokens.ts'
import { CASES } from '../cases.ts'
import { readLog } from '../log-reads.ts'
import { eachStore } from '../stores.ts'
import { newWorld } from '../world.ts'
import { readPages } from './page-reads.ts'

/**
 * Scans that are allowed: tables with a handful of rows, the bounded subquery `some`, scans of one row, queries whose condition is never
 * true, the names of the tiles over the audit heads, the delivery of these heads to witnesses, which reads one row for each organization
 * every few minutes, and `starts`, the list of values that `seek` looks up in an index.
 */
const ALLOWED_SCANS =
  /^SCAN (signing_keys|published_heads|published_tiles|witnesses|some|starts) |from "\w+"( order by "\w+" desc)? limit 1$| where 1 = 0$/
/** Counts without a bound. Exports count within a range of at most 10,000 rows. */
const COUNTING = /^select count\(\*\) as "rows" from "(?!advisories|exports)(?!.*"sequence")/

eachStore(
  (location) => {
    it('no write, page, credential lookup or compliance report scans, counts or sorts a whole table, or is planned again', async () => {
      const statements = new Map<string, DatabaseSync>()
      const prepare = DatabaseSync.prototype.prepare
      const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
        this: DatabaseSync,
        sql: string,
      ): StatementSync {
        if (/^(select|update|delete)/.test(sql) && !sql.includes('sqlite_'))
          statements.set(sql, this)
        return prepare.call(this, sql)
      })
      const plan = (sql: string, database: DatabaseSync) => {
        const parameters = Array.from({ length: sql.split('?').length - 1 }, () => 1)
        return prepare
          .call(database, `explain query plan ${sql}`)
          .all(...parameters)
          .map(({ detail }) => `${String(detail)} in ${sql}`)
      }
      // A new count reads every row.
      for (const [, , prepared] of CASES.filter(
        ([transaction]) => transaction !== 'correctCount',
      )) {
        const world = await newWorld(location())
        await (
          await prepared(world)
        )()
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
      }
      const { store, home, install } = await newWorld(location())
      const { reach, organization_id, workspace_id } = home
      const { installation_id } = (await install()).installation
      expect(await readPages(store, { ...home, installation_id })).toEqual([])
      await store.summarizeTasks({ reach, workspace_id })
      await store.readTrends({
        reach,
        organization_id,
        period: 'day',
        now: '2026-01-01T00:00:00.000Z',
      })
      await store.summarizeNetwork({ organization_id })
      await store.readFleetStatus({ now: '2026-01-01T00:00:00.000Z' })
      await store.getDisputeCase({ email: 'a@example.com', dispute_id: 'x' })
      spy.mockRestore()
      // SQLite plans a statement again whenever a limit is bound.
      expect([...statements.keys()].filter((text) => /limit \?/.test(text))).toEqual([])
      expect([...statements.keys()].filter((text) => COUNTING.test(text))).toEqual([])
      // Cards of agents can be large, and a search examines many agents to return a few.
      expect(
        [...statements.keys()].filter((text) =>
          /^select .*"details".* from "agents" where .*"listed" = /.test(text),
        ),
      ).toEqual([])
      // Routing and the list of a fleet read many agents, too.
      const ofInstalled = [...statements.keys()].filter(
        (text) =>
          /^select .* from "agents" where "svc_id" in /.test(text) &&
          !text.includes('"resolves_publicly" = '),
      )
      expect(ofInstalled).not.toEqual([])
      expect(ofInstalled.filter((text) => text.includes('"details"'))).toEqual([])
      // A policy can be as large as a request, and each request may add a version.
      expect(
        [...statements.keys()].filter(
          (text) =>
            /^select .*"content".* from "policies"/.test(text) &&
            !/ limit 1$|"version" = \?\)?$/.test(text),
        ),
      ).toEqual([])
      const steps = [...statements].flatMap(([sql, database]) => plan(sql, database))
      expect(steps.length).toBeGreaterThan(50)
      expect(
        steps.filter((step) => /^SCAN|TEMP B-TREE/.test(step) && !ALLOWED_SCANS.test(step)),
      ).toEqual([])
    }, 60_000)
  },
  ['sqlite'],
)
