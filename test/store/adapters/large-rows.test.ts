import { describe, expect, it } from 'vitest'
import { COUNTS } from '../../../src/store/counts.ts'
import type { ReadTx } from '../../../src/store/database.ts'
import { openSnapshot } from '../../../src/store/open.ts'
import { BATCH, blankRow, type Snapshot } from '../../../src/store/snapshot.ts'
import { shapeOf, type StoredRow, type TableName } from '../../../src/store/tables.ts'
import { findWrongCounts } from '../../../src/store/transactions/counts.ts'
import { decode, encode, FORMAT, type Part } from '../../../src/store/transfer/format.ts'
import { verifyStore } from '../../../src/store/verify/verify.ts'
import { onCleanup, eachStore, isDocument, PERSISTENT, type StoreLocation } from '../stores.ts'

const NOW = '2026-03-05T12:00:00.000Z'
const MIB = 1024 ** 2
const text = (length: number) => 'x'.repeat(length)

const reportOf = (scan_id: string, length: number) => ({
  scan_id,
  organization_id: 'org_a',
  report: {},
  sbom: { text: text(length) },
})

/** A snapshot of a store that contains nothing but these rows of `image_reports`, as one batch. */
const snapshotOf = (reports: readonly StoredRow[]): Snapshot => ({
  schema: undefined as never,
  tx: undefined as never,
  damage: async () => [],
  close: async () => undefined,
  async *rows(table) {
    if (table === 'image_reports') yield reports
  },
})
async function listOf<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}
const HEADER = { format: FORMAT, version: '0.1.0', taken_at: NOW, from: 'sqlite' } as const
const chunksOf = (reports: readonly StoredRow[]) =>
  listOf(encode(snapshotOf(reports), HEADER).chunks)
async function* each(chunks: readonly Buffer[]) {
  yield* chunks
}

describe('a backup with large rows', () => {
  it('is written in chunks of at most 1 MiB, from which even a row of 70 MiB is read', async () => {
    // Earlier versions did not limit the length of a report.
    const before = [reportOf('a', 10), reportOf('b', 70 * MIB), reportOf('c', 3 * MIB)]
    const chunks = await chunksOf(before)
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(MIB)
    const after: StoredRow[] = []
    for await (const part of decode(each(chunks)))
      if (part.kind === 'rows') after.push(...part.rows)
    expect(after.map(({ scan_id }) => scan_id)).toEqual(['a', 'b', 'c'])
    // A failure must not print 70 MiB.
    expect(after.every((row, at) => isSame(row, before[at]!))).toBe(true)
  })

  it('is read in parts of bounded length', async () => {
    const reports = Array.from({ length: 2500 }, (_, index) =>
      reportOf(String(index), index < 20 ? MIB : 10),
    )
    const parts: (Part & { kind: 'rows' })[] = []
    for await (const part of decode(each(await chunksOf(reports))))
      if (part.kind === 'rows') parts.push(part)
    expect(parts.map(({ rows }) => rows.length)).toEqual([4, 4, 4, 4, 4, 1000, 1000, 480])
  })
})

const isSame = (one: StoredRow, other: StoredRow) => JSON.stringify(one) === JSON.stringify(other)

/** Fills a store with rows that are large together: 100 versions of a policy, and three reports. */
async function fill(location: StoreLocation): Promise<Snapshot> {
  const database = await location.open()
  await database.transact(async (tx) => {
    for (let version = 1; version <= 100; version += 1)
      await tx.policies.insert({
        ...blankRow(shapeOf('policies')),
        workspace_id: 'ws_a',
        version,
        content: { text: text(64 * 1024) },
      } as never)
    await tx.workspaces.insert({
      ...blankRow(shapeOf('workspaces')),
      workspace_id: 'ws_a',
      organization_id: 'org_a',
    } as never)
    for (const scan_id of ['a', 'b', 'c'])
      await tx.image_reports.insert(reportOf(scan_id, 3 * MIB) as never)
  })
  await database.close()
  const snapshot = await openSnapshot(location.address)
  onCleanup(() => snapshot.close())
  return snapshot
}
const lengthOf = (rows: readonly object[]) => JSON.stringify(rows).length

/** Returns the tables of a transaction, with the length of the longest result of any query. */
function measured(tx: ReadTx): { tx: ReadTx; longest: () => number } {
  let longest = 0
  const tables = Object.entries(tx).map(([name, table]) => {
    const query =
      (method: 'find' | 'select') =>
      async (...args: readonly unknown[]) => {
        const rows = await (table[method] as (...all: readonly unknown[]) => Promise<object[]>)(
          ...args,
        )
        longest = Math.max(longest, lengthOf(rows))
        return rows
      }
    return [name, { ...table, find: query('find'), select: query('select') }]
  })
  return { tx: Object.fromEntries(tables) as never, longest: () => longest }
}

eachStore((location) => {
  it('reads large rows in batches of bounded length, in order and each once', async () => {
    const { rows } = await fill(location())
    const lengths = async (table: TableName) => {
      const batches = await listOf(rows(table))
      for (const batch of batches) expect(lengthOf(batch.slice(0, -1))).toBeLessThan(BATCH.length)
      return batches.flat()
    }
    expect((await lengths('image_reports')).map(({ scan_id }) => scan_id)).toEqual(['a', 'b', 'c'])
    expect((await lengths('policies')).map(({ version }) => version)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    )
  })
}, PERSISTENT)

// A document is in memory as a whole anyway.
const DATABASES = PERSISTENT.filter((kind) => !isDocument(kind))

eachStore((location) => {
  it('is verified without reading many large rows at once', async () => {
    const snapshot = await fill(location())
    const { tx, longest } = measured(snapshot.tx)
    const report = await verifyStore(
      { ...snapshot, tx },
      { now: NOW, masterKeys: [], keyLocation: '' },
    )
    expect(report.checks.filter(({ result }) => result === 'skipped')).toEqual([])
    expect(longest()).toBeGreaterThan(0)
    expect(longest()).toBeLessThan(BATCH.length)
  })

  it('adds up stored bytes without reading many large rows at once', async () => {
    const snapshot = await fill(location())
    const { tx, longest } = measured(snapshot.tx)
    for (const count of COUNTS.filter(({ bytesOf }) => bytesOf)) await findWrongCounts(tx, count)
    expect(longest()).toBeGreaterThan(3 * MIB)
    expect(longest()).toBeLessThan(BATCH.length)
  })
}, DATABASES)
