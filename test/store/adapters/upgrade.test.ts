import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, it } from 'vitest'
import { MINUTE } from '../../kit/time.ts'
import type { ForPersistent, StoreLocation } from '../stores.ts'
import { eachStore, newLocation, PERSISTENT, runCleanups } from '../stores.ts'
import { runStatement } from '../../postgres/server.ts'
import { hashToken } from '../../../src/domain/tokens.ts'
import { openSnapshot } from '../../../src/store/open.ts'
import { createStore } from '../../../src/store/store.ts'
import type { TableName } from '../../../src/store/tables.ts'
import { RENAMED_COLUMNS } from '../../../src/store/tables/renamed.ts'
import { newWorld } from '../world.ts'

/** Gives the columns of a closed store the names that an earlier version gave them. */
const renameBack: ForPersistent<(location: StoreLocation) => void | Promise<void>> = {
  json: ({ path }) => {
    const document = JSON.parse(readFileSync(path, 'utf8')) as Record<string, object[]>
    for (const { table, from, to } of RENAMED_COLUMNS)
      document[table] = document[table]!.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [column === to ? from : column, value]),
        ),
      )
    writeFileSync(path, JSON.stringify(document))
  },
  sqlite: ({ path }) => {
    const database = new DatabaseSync(path)
    for (const { table, from, to } of RENAMED_COLUMNS)
      database.exec(`alter table ${table} rename column ${to} to ${from}`)
    for (const [from, to] of RENAMED_INDEXES)
      database.exec(`drop index ${to}; create index ${from} on runtime_tokens (dies_at)`)
    database.close()
  },
  postgres: async ({ address }) => {
    for (const { table, from, to } of RENAMED_COLUMNS)
      await runStatement(address, `alter table ${table} rename column ${to} to ${from}`)
    for (const [from, to] of RENAMED_INDEXES)
      await runStatement(address, `alter index ${to} rename to ${from}`)
  },
}
/** One of the indexes whose names contain the name of a renamed column. */
const RENAMED_INDEXES = [
  ['runtime_tokens_by_dies_at', 'runtime_tokens_by_effective_expires_at'],
] as const

/** Fields of every column type that an earlier version did not have, with their values in rows that it wrote. */
const LATER = {
  agents: { category: null, private: false, details: null },
  installations: { beacon: null, revoked_at: null },
  outbox: { ended: null, give_up_at: null, claim: null },
  organizations: { retention_shortening: null, audit_log_retention_days: null },
  disputes: { review_started_at: null },
  audit_heads: { purge_at: null },
} as const

afterEach(runCleanups)

/** Removes the fields from a closed store, as if this version had added them. */
const removeFields: ForPersistent<(location: StoreLocation) => void | Promise<void>> = {
  json: ({ path }) => {
    const document = JSON.parse(readFileSync(path, 'utf8')) as Record<
      string,
      Record<string, unknown>[]
    >
    for (const [table, fields] of Object.entries(LATER))
      document[table] = document[table]!.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([field]) => !(field in fields))),
      )
    writeFileSync(path, JSON.stringify(document))
  },
  sqlite: ({ path }) => {
    const database = new DatabaseSync(path)
    const drop = (table: string, field: string) => {
      const indexes = database
        .prepare(
          `select name from sqlite_schema where type = 'index' and tbl_name = ? and sql like ?`,
        )
        .all(table, `%"${field}"%`)
      for (const { name } of indexes) database.exec(`drop index ${String(name)}`)
      database.exec(`alter table ${table} drop column ${field}`)
    }
    for (const [table, fields] of Object.entries(LATER))
      for (const field of Object.keys(fields)) drop(table, field)
    database.close()
  },
  postgres: async ({ address }) => {
    for (const [table, fields] of Object.entries(LATER))
      for (const field of Object.keys(fields))
        await runStatement(address, `alter table ${table} drop column ${field}`)
  },
}

it('I-39: a JSON store keeps the tables of a later version when this version writes', async () => {
  const at = newLocation('json')
  const begun = await newWorld(at)
  await begun.database.close()
  const document = JSON.parse(readFileSync(at.path, 'utf8')) as Record<string, unknown>
  writeFileSync(at.path, JSON.stringify({ ...document, from_later: [{ id: 1 }] }))
  const database = await at.open()
  await database.transact((tx) => tx.platform_facts.put({ name: 'a', value: 1 }))
  await database.close()
  expect(JSON.parse(readFileSync(at.path, 'utf8'))).toMatchObject({
    from_later: [{ id: 1 }],
    platform_facts: expect.arrayContaining([{ name: 'a', value: 1 }]),
  })
})

eachStore((location, kind) => {
  it('I-39: opening a store adds the columns that are new in this version', async () => {
    const at = location()
    const world = await newWorld(at)
    await world.install()
    await world.database.close()
    await removeFields[kind](at)
    const missing = async () => {
      const snapshot = await openSnapshot(at.address)
      await snapshot.close()
      return snapshot.schema.missingColumns
    }
    expect(await missing()).toEqual(
      expect.arrayContaining(['installations.beacon', 'installations.revoked_at']),
    )
    await (await at.open()).close()
    expect(await missing()).toEqual([])
  })

  it('I-39: rows of an earlier version have default values in fields that were added later, and are found by them', async () => {
    const at = location()
    const world = await newWorld(at)
    const {
      installation: { installation_id },
    } = await world.install()
    await world.store.requestPin(world.context(), { email: 'a@example.com' })
    const { reach, organization_id } = world
    await world.store.openDispute(world.context(), {
      reach,
      organization_id,
      svc_id: 'agent-a',
      issue_type: 'policy_violation',
      description: 'x',
      task_id: null,
      logs: null,
    })
    await world.database.close()
    await removeFields[kind](at)
    const database = await at.open()
    const found = await database.read(async (tx) => ({
      agents: await tx.agents.find({ where: { category: null, private: false } }),
      installations: await tx.installations.find({ where: { revoked_at: null } }),
      outbox: await tx.outbox.find({ where: { ended: null, delivered_at: null } }),
      organizations: await tx.organizations.find({ where: { audit_log_retention_days: null } }),
      audit_heads: await tx.audit_heads.find({ where: { purge_at: null } }),
      disputes: await tx.disputes.find({ where: { review_started_at: null } }),
    }))
    expect(found).toMatchObject({
      agents: [{ svc_id: 'agent-a', ...LATER.agents }],
      installations: [{ installation_id, ...LATER.installations }],
      outbox: [LATER.outbox],
      organizations: [LATER.organizations],
      audit_heads: [LATER.audit_heads, LATER.audit_heads],
      disputes: [LATER.disputes],
    })
    world.clock.advance(10 * MINUTE)
    expect(
      await createStore(database).recordDeliveryFailure(world.context(), {
        item: found.outbox[0]!,
        error: 'late',
      }),
    ).toEqual({ ended: 'given_up' })
  })

  it('I-39: columns with earlier names are read in snapshots, and renamed with their data when the store is opened', async () => {
    const at = location()
    const world = await newWorld(at)
    const { runtime_token } = await world.install()
    await world.database.transact((tx) => tx.counters.add([sharded(0, 1), sharded(3, 2)], 'rows'))
    await world.database.close()
    const before = await snapshotOf(at.address)
    expect(before.renamed).toEqual([])
    expect(before.rows).toMatchObject([
      [{ lease_check_at: expect.any(String), last_seen_date: expect.any(String) }],
      [{ effective_expires_at: expect.any(String) }],
      [{ announcement_cursor: null }],
      expect.arrayContaining([sharded(0, 1), sharded(3, 2)]),
    ])

    await renameBack[kind](at)
    const renamed = await snapshotOf(at.address)
    expect(renamed.rows).toEqual(before.rows)
    expect(renamed.renamed).toEqual([
      'installations.watch_at',
      'installations.seen_on',
      'runtime_tokens.dies_at',
      'policies.announced_to',
      'counters.share',
    ])

    const database = await at.open()
    expect(
      await createStore(database).findRuntimeToken({
        hash: hashToken(runtime_token),
        now: world.clock.now,
      }),
    ).toMatchObject({ token: { version: 1 } })
    // The key of this table contains the renamed column.
    await database.transact((tx) => tx.counters.add([sharded(3, 4), sharded(5, 8)], 'rows'))
    expect(await database.read((tx) => tx.counters.get(sharded(3, 0)))).toEqual(sharded(3, 6))
    await database.close()
    const after = await snapshotOf(at.address)
    expect(after).toMatchObject({ renamed: [], missing: [], unknown: [] })
    expect(
      after.rows.at(-1)!.filter((row) => (row as { name: string }).name === 'sharded'),
    ).toEqual([sharded(0, 1), sharded(3, 6), sharded(5, 8)])
  })
}, PERSISTENT)

/** Returns one shard of a count. */
const sharded = (shard: number, rows: number) => ({
  name: 'sharded',
  grouping: '',
  value: '',
  shard,
  rows,
})

async function snapshotOf(address: string) {
  const { schema, rows, close } = await openSnapshot(address)
  const read = async (table: TableName) => {
    const all: unknown[] = []
    for await (const some of rows(table)) all.push(...some)
    return all
  }
  const found = {
    rows: [
      await read('installations'),
      await read('runtime_tokens'),
      await read('policies'),
      await read('counters'),
    ],
    renamed: schema.renamedColumns.map(({ table, from }) => `${table}.${from}`),
    missing: [...schema.missingColumns, ...schema.missingIndexes],
    unknown: schema.unknown,
  }
  await close()
  return found
}
