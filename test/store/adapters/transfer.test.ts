import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/store/database.ts'
import { openDatabase, openSnapshot } from '../../../src/store/open.ts'
import { createStore } from '../../../src/store/store.ts'
import { TABLE_NAMES, TABLES, type Column } from '../../../src/store/tables.ts'
import { backUp } from '../../../src/store/transfer/backup.ts'
import { copyStore, restore } from '../../../src/store/transfer/restore.ts'
import { verifyStore } from '../../../src/store/verify/verify.ts'
import { DAY, MINUTE } from '../../kit/time.ts'
import { ON_ALL, ON_POSTGRES } from '../../postgres/database.ts'
import {
  onCleanup,
  dump,
  newLocation,
  runCleanups,
  verifyChains,
  type Kind,
  type StoreLocation,
  PERSISTENT,
} from '../stores.ts'
import { hashToken as hashOf } from '../../../src/domain/tokens.ts'
import { MASTER_KEY, MASTER_KEYS, newWorld, signingKeyOf } from '../world.ts'
import { atMost } from '../../kit/bounds.ts'
import { newFolder } from '../../kit/folder.ts'
import { IS_COMPLETE } from '../../kit/samples.ts'

/** A backup does not depend on the store that it is restored into, so the smaller sample pairs PostgreSQL only with SQLite. */
const TRANSFERS = PERSISTENT.flatMap((from) => PERSISTENT.map((to) => [from, to] as const))
  .filter((pair) => ON_ALL || ON_POSTGRES === pair.includes('postgres'))
  .filter(([from, to]) => IS_COMPLETE || !ON_POSTGRES || [from, to].includes('sqlite'))

const NOW = '2026-03-02T00:00:00.000Z'
const TRUNCATED = /truncated/
/** The faults that leave a backup without a readable header, so that no restore begins. */
const WITHOUT_HEADER = [
  'is of a later format',
  'is not JSON',
  'is another kind of file',
  'is empty',
]

afterEach(runCleanups)

/** Returns a location where no store exists yet, or for PostgreSQL an empty one. */
async function emptyLocation(kind: Kind): Promise<StoreLocation> {
  const location = newLocation(kind)
  if (kind === 'postgres') await (await location.open()).close()
  return location
}
const backupOf = async (store: string): Promise<string> => {
  const path = join(newFolder(), 'registry.backup')
  await backUp({ store, to: { path, replace: false }, version: '0.1.0', now: NOW })
  return path
}
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    'NUL \0',
    '\u2028',
    'a\nb',
    '\u0001',
    'ü😀',
    '"',
    "'",
    '[]',
    '{"table":"agents"}',
  ),
)
const VALUES: Record<Column, fc.Arbitrary<unknown>> = {
  text: fc.option(text, { freq: 5 }),
  integer: fc.option(fc.maxSafeInteger(), { freq: 5 }),
  boolean: fc.boolean(),
  json: fc
    .oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constant(JSON.parse('{"__proto__": {"x": 1}, "constructor": "\\u2028"}')),
    )
    .map((value) => JSON.parse(JSON.stringify(value)) as unknown),
}
/** Entries of the log lose their index (test/store/transparency/generations.test.ts), so these have none. */
const valueOf = (table: string, field: string, column: Column): fc.Arbitrary<unknown> =>
  table === 'log_entries' && field === 'leaf_index' ? fc.constant(null) : VALUES[column]

/** Meaningless rows of every table. */
const rows = fc.record(
  Object.fromEntries(
    TABLE_NAMES.map((name) => {
      const { columns, key } = TABLES[name] as {
        columns: Record<string, Column>
        key: readonly string[]
      }
      const row = fc.record(
        Object.fromEntries(
          Object.entries(columns).map(([field, column]) => [
            field,
            key.includes(field)
              ? column === 'integer'
                ? fc.nat()
                : text
              : valueOf(name, field, column),
          ]),
        ),
      )
      return [
        name,
        fc.uniqueArray(row, {
          maxLength: 4,
          selector: (one) => JSON.stringify(key.map((field) => one[field])),
        }),
      ]
    }),
  ),
)

async function filled(
  location: StoreLocation,
  all: Record<string, Record<string, unknown>[]>,
): Promise<Record<string, string[]>> {
  const database = await openDatabase(location.address)
  await database.transact(async (tx) => {
    for (const name of TABLE_NAMES)
      for (const row of all[name]!) await tx[name].insert(row as never)
  })
  return dumpAndClose(database)
}
async function dumpAndClose(database: Database): Promise<Record<string, string[]>> {
  const all = await dump(database)
  await database.close()
  return all
}

/** Returns a dump without what a new log in the other store replaces. */
const withoutLog = (all: Record<string, string[]>): Record<string, string[]> => ({
  ...all,
  log_tiles: [],
  witnesses: [],
  platform_facts: all['platform_facts']!.filter((row) => !row.includes('"name":"log_')),
})

describe.each(TRANSFERS)('a transfer from %s to %s', (from, to) => {
  it('restores a backup, and makes a copy, with every row of every table', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (all) => {
        const [source, restored, copied] = [
          await emptyLocation(from),
          await emptyLocation(to),
          await emptyLocation(to),
        ]
        const before = await filled(source, all)
        await restore({
          from: await backupOf(source.address),
          to: restored.address,
          now: NOW,
          random: randomBytes,
        })
        const { rows: counts } = await copyStore({
          from: source.address,
          to: copied.address,
          now: NOW,
          random: randomBytes,
        })
        for (const { address } of [restored, copied])
          expect(withoutLog(await dumpAndClose(await openDatabase(address)))).toEqual(
            withoutLog(before),
          )
        expect(counts).toEqual(
          Object.fromEntries(TABLE_NAMES.map((name) => [name, before[name]!.length])),
        )
      }),
      { numRuns: ON_ALL || ON_POSTGRES ? 3 : 6 },
    )
  })

  it('restores a sound store whose audit chains verify and whose installations renew their leases with their tokens', async () => {
    const [source, target] = [await emptyLocation(from), await emptyLocation(to)]
    const world = await newWorld(source)
    const installed = await world.install()
    const key_id = await signingKeyOf(world.store, world.clock.now)
    await world.database.close()
    await restore({
      from: await backupOf(source.address),
      to: target.address,
      now: NOW,
      random: randomBytes,
    })
    const snapshot = await openSnapshot(target.address)
    onCleanup(() => snapshot.close())
    const report = await verifyStore(snapshot, {
      now: world.clock.now,
      masterKeys: MASTER_KEYS,
      keyLocation: '',
    })
    expect(report.checks.filter(({ result }) => result !== 'sound')).toEqual([])
    const database = await target.open()
    await verifyChains(database)
    const again = { ...world, store: createStore(database) }
    world.clock.advance(MINUTE)
    const found = await again.store.findRuntimeToken({
      hash: hashOf(installed.runtime_token),
      now: world.clock.now,
    })
    expect(
      await again.store.renewLease(world.context(), {
        installation_id: found!.installation.installation_id,
        token_hash: hashOf(installed.runtime_token),
        heartbeat: {},
        jitter: 0.5,
      }),
    ).toMatchObject({ kind: 'renewed' })
    expect(await signingKeyOf(again.store, world.clock.now)).toBe(key_id)
  })
})

describe('a backup', () => {
  const kind = ON_POSTGRES ? 'postgres' : 'sqlite'

  it('is a consistent snapshot of a store that is being written to, and contains a change only together with its audit record', async () => {
    const at = await emptyLocation(kind)
    const world = await newWorld(at)
    let writing = true
    const writer = (async () => {
      for (const _ of atMost(100_000, 'the backups do not end')) {
        if (!writing) return
        await world.store.createApiKey(world.context(), { organization_id: 'org_a', name: 'k' })
      }
    })()
    const backups = []
    for (let index = 0; index < 5; index += 1) backups.push(await backupOf(at.address))
    writing = false
    await writer
    for (const backup of backups) {
      const target = newLocation('json')
      const { rows: counts } = await restore({
        from: backup,
        to: target.address,
        now: NOW,
        random: randomBytes,
      })
      expect(counts['audit_log']).toBe(counts['api_keys']! + 2)
      await verifyChains(
        await openDatabase(target.address).then((database) => {
          onCleanup(() => database.close())
          return database
        }),
      )
    }
  })

  it('is readable by its owner only, and contains neither the master key nor a secret in plain text', async () => {
    const at = await emptyLocation(kind)
    const world = await newWorld(at)
    const { install_token, runtime_token, refresh_token } = await world.install()
    await world.database.close()
    const path = await backupOf(at.address)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const content = gunzipSync(readFileSync(path)).toString('utf8')
    for (const secret of [
      install_token,
      runtime_token,
      refresh_token,
      MASTER_KEY.toString('hex'),
      MASTER_KEY.toString('base64'),
    ])
      expect(content).not.toContain(secret)
  })

  it('replaces a file only when asked to', async () => {
    const at = await emptyLocation(kind)
    await (await newWorld(at)).database.close()
    const path = await backupOf(at.address)
    const createBackup = (replace: boolean) =>
      backUp({
        store: at.address,
        to: { path, replace },
        version: '0.1.0',
        now: '2026-04-01T00:00:00.000Z',
      })
    const before = readFileSync(path)
    await expect(createBackup(false)).rejects.toMatchObject({ name: 'FileExists' })
    expect(readFileSync(path)).toEqual(before)
    await createBackup(true)
    expect(readFileSync(path)).not.toEqual(before)
  })

  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['is truncated in the middle', (bytes) => bytes.subarray(0, bytes.length >> 1), TRUNCATED],
    ['has no last line', altered((lines) => lines.slice(0, -1)), TRUNCATED],
    [
      'lacks a row',
      altered((lines) => lines.filter((line) => !line.startsWith('["org_a"'))),
      /should have/,
    ],
    [
      'has a row twice',
      altered((lines) =>
        lines.flatMap((line) => (line.startsWith('["ws_a"') ? [line, line] : [line])),
      ),
      /twice/,
    ],
    [
      'has another value in a row',
      altered((lines) => lines.map((line) => line.replace('"main"', '"mine"'))),
      /SHA-256/,
    ],
    ['has data after its end', altered((lines) => [...lines, '["x"]']), /data after its last line/],
    [
      'has a row that is too short',
      altered((lines) => lines.map((line) => (line.startsWith('["ws_a"') ? '["ws_a"]' : line))),
      /does not match its columns/,
    ],
    [
      'has a table of a later version',
      altered((lines) =>
        lines.map((line) => line.replace('{"table":"nonces"', '{"table":"novelties"')),
      ),
      /novelties, which this version does not have/,
    ],
    [
      'has a column of a later version',
      altered((lines) =>
        lines.map((line) =>
          line.replace(
            '"columns":["svc_id","workspace_id","nonce"',
            '"columns":["svc_id","workspace_id","novelty"',
          ),
        ),
      ),
      /novelty, which this version/,
    ],
    [
      'is of a later format',
      altered((lines) =>
        lines.map((line) => line.replace('svc-registry-backup/1', 'svc-registry-backup/2')),
      ),
      /later version/,
    ],
    ['is not JSON', altered(() => ['x', 'y']), /not a JSON object or array/],
    ['is another kind of file', () => Buffer.from('PK nothing'), /not a backup/],
    ['is empty', () => gzipSync(''), TRUNCATED],
  ])(
    'that %s is refused, and if the restore has begun, the store cannot be opened until one succeeds',
    async (fault, damage, reason) => {
      const at = await emptyLocation(kind)
      await (await newWorld(at)).database.close()
      const good = await backupOf(at.address)
      const bad = join(newFolder(), 'bad.backup')
      writeFileSync(bad, damage(readFileSync(good)))
      const target = await emptyLocation(kind)
      await expect(
        restore({ from: bad, to: target.address, now: NOW, random: randomBytes }),
      ).rejects.toThrow(reason)
      const opened = await openDatabase(target.address).then(
        async (database) => (await dumpAndClose(database))['organizations'],
        (cause: Error) => cause.message,
      )
      expect(opened).toEqual(
        WITHOUT_HEADER.includes(fault)
          ? []
          : expect.stringContaining('has begun but not completed'),
      )
      await restore({ from: good, to: target.address, now: NOW, random: randomBytes })
      expect(withoutLog(await dumpAndClose(await openDatabase(target.address)))).toEqual(
        withoutLog(await dumpAndClose(await openDatabase(at.address))),
      )
    },
  )

  it('is restored only into an empty store', async () => {
    const at = await emptyLocation(kind)
    await (await newWorld(at)).database.close()
    const path = await backupOf(at.address)
    await expect(
      restore({ from: path, to: at.address, now: NOW, random: randomBytes }),
    ).rejects.toThrow(/is not empty: it has organizations/)
    await (await openDatabase(at.address)).close()
  })

  it('of a store of an earlier version is complete, and leaves the store unchanged', async () => {
    const at = newLocation('json')
    const world = await newWorld(at)
    world.clock.advance(DAY)
    await world.database.close()
    const older = JSON.parse(readFileSync(at.path, 'utf8')) as Record<
      string,
      Record<string, unknown>[]
    >
    delete older['tickets']
    for (const agent of older['agents']!) delete agent['category']
    writeFileSync(at.path, JSON.stringify(older))
    const before = readFileSync(at.path)
    const target = newLocation('json')
    await restore({
      from: await backupOf(at.address),
      to: target.address,
      now: NOW,
      random: randomBytes,
    })
    expect(readFileSync(at.path)).toEqual(before)
    expect((await dumpAndClose(await openDatabase(target.address)))['agents']![0]).toContain(
      '"category":null',
    )
  })

  it('of a store of a later version is refused like a copy, because data would be left out', async () => {
    const at = newLocation('json')
    await (await newWorld(at)).database.close()
    const later = JSON.parse(readFileSync(at.path, 'utf8')) as Record<
      string,
      Record<string, unknown>[]
    >
    later['agents']![0]!['novelty'] = 1
    writeFileSync(at.path, JSON.stringify(later))
    const message =
      'A later version has added tables or columns to this store that this version would omit: agents.novelty. Use that version or a later one.'
    await expect(backupOf(at.address)).rejects.toThrow(message)
    const target = { to: newLocation('json').address, now: NOW, random: randomBytes }
    await expect(copyStore({ from: at.address, ...target })).rejects.toThrow(message)
  })
})

/** Returns a function that changes the lines of a backup without recomputing the counts and the SHA-256 in its last line. */
function altered(
  change: (lines: readonly string[]) => readonly string[],
): (bytes: Buffer) => Buffer {
  return (bytes) =>
    gzipSync(`${change(gunzipSync(bytes).toString('utf8').trimEnd().split('\n')).join('\n')}\n`)
}
