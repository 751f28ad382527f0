import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ReadTx } from '../../../src/store/database.ts'
import { TABLES, type TableName } from '../../../src/store/tables.ts'
import { canonical, eachAdapter } from '../stores.ts'
import { modelTable, perform, steps, type AnyTable, type Row, type Step } from './table-model.ts'

/** Tables that together have every column type, and keys of one and of several fields; each with the fields that may be null. */
const SUBJECTS: readonly [TableName, readonly string[]][] = [
  ['agents', ['proven_at', 'suspended_at', 'category', 'llm_provider', 'last_seen_at']],
  ['install_tokens', ['consumed_at', 'installation_id', 'body_hash']],
  ['commands', ['acknowledged_at', 'token_version']],
  ['audit_log', ['organization_id', 'workspace_id', 'reason', 'request_id']],
]

const comparable = (result: unknown) =>
  Array.isArray(result)
    ? result.map((row) => canonical(row as Row))
    : typeof result === 'object'
      ? canonical(result as Row)
      : result
const outcome = async (work: () => unknown): Promise<unknown> => {
  try {
    return comparable(await work())
  } catch {
    return 'refused'
  }
}

eachAdapter((location) => {
  it.each(SUBJECTS)(
    'any sequence of writes and queries of %s has the results of a simple model',
    async (name, nullable) => {
      const database = await location().open()
      const table = (tx: ReadTx): AnyTable => tx[name] as never
      await fc.assert(
        fc.asyncProperty(steps(name, nullable), async (all) => {
          const model = modelTable(TABLES[name])
          const undone = new Error('undone')
          const run = async (tx: ReadTx, done: Step[]) => {
            for (const step of done)
              expect(await outcome(() => perform(table(tx), step)), step.kind).toEqual(
                await outcome(() => model(step)),
              )
          }
          await expect(
            database.transact(async (tx) => {
              await run(tx, all)
              throw undone
            }),
          ).rejects.toBe(undone)
          expect(await database.read((tx) => table(tx).count({}))).toBe(0)
        }),
        { numRuns: 80 },
      )
    },
  )

  it('a refused insert is an error of the transaction body and not an outage', async () => {
    const database = await location().open()
    const row = { name: 'x', value: 1 }
    await database.transact((tx) => tx.platform_facts.insert(row))
    await expect(
      database.transact((tx) => tx.platform_facts.insert(row)),
    ).rejects.not.toMatchObject({ name: 'StoreUnavailable' })
    await expect(
      database.transact((tx) => tx.platform_facts.put({ name: 'x', value: 2 })),
    ).resolves.toBeUndefined()
  })

  it.each<[string, unknown]>([
    ['numbers', [0, -1.5, 1e21, 5e-324, 9007199254740991]],
    [
      'texts',
      ['', ' ', "'", '"', '\\', '\u0000', '\u2028', 'ü', '😀', '\ud800', 'a\nb', '%_', '--', '?'],
    ],
    [
      'keys of a hostile shape',
      JSON.parse(
        '{"__proto__": {"a": 1}, "constructor": {"prototype": 1}, "": "", "toString": null, "length": 0}',
      ),
    ],
    ['nested lists', JSON.parse('['.repeat(64) + ']'.repeat(64))],
    ['null', null],
    ['booleans', [true, false]],
  ])('a JSON value is read as it was written, even after a restart: %s', async (_, value) => {
    const at = location()
    const database = await at.open()
    await database.transact((tx) => tx.platform_facts.put({ name: 'x', value: value as never }))
    const readBack = async (from: typeof database) =>
      JSON.stringify((await from.read((tx) => tx.platform_facts.get({ name: 'x' })))!.value)
    expect(await readBack(database)).toBe(JSON.stringify(value))
    if (at.kind === 'memory') return
    await database.close()
    expect(await readBack(await at.open())).toBe(JSON.stringify(value))
  })

  it.each([
    '',
    'ü',
    '😀',
    "'; drop table agents; --",
    '\u0000',
    'a\u0000b',
    '__proto__',
    'constructor',
    ' x ',
  ])('a string is found only by an equal string, even as a key: %j', async (text) => {
    const database = await location().open()
    const row = {
      organization_id: text,
      name: text,
      plan: 'free',
      audit_log_retention_days: null,
      retention_shortening: null,
      created_at: '',
    } as const
    await database.transact((tx) => tx.organizations.insert(row))
    const found = await database.read(async (tx) => [
      await tx.organizations.get({ organization_id: text }),
      ...(await tx.organizations.find({ where: { name: text } })),
      await tx.organizations.get({ organization_id: `${text}.` }),
    ])
    expect(found).toEqual([row, row, undefined])
  })
})
