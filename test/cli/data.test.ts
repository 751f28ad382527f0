import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openDatabase } from '../../src/store/open.ts'
import { RESTORE } from '../../src/store/snapshot.ts'
import { newDatabase } from '../postgres/database.ts'
import { newAgent, client } from './client.ts'
import { MAIN } from '../kit/programs.ts'
import { runForJson, SLOW_TEST, runRegistry, startServe } from './process.ts'
import { expectOneLine, runInProcess } from '../commands/run-in-process.ts'
import { until } from '../kit/bounds.ts'
import { newFolder } from '../kit/folder.ts'

const GUIDE = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
const SECTION = /## Backup, restore, moving\n([^]*?)\n## What is deleted\n/.exec(GUIDE)![1]!
/** The commands of the manual, in order. */
const [backUp, restore, toSqlite, toPostgres, migrate, ...others] = [
  ...SECTION.matchAll(/```sh\n([^]*?)```/g),
].map(([, commands]) => commands!)

/** Installs an agent in a running registry. */
async function installAgent(base_url: string, key: string, workspace_id: string) {
  const { post } = client(base_url)
  const one = newAgent()
  await post('/agents/register', key, one.registration)
  const {
    body: { token },
  } = await post(`/workspaces/${workspace_id}/install-tokens`, key, { agent_id: one.svc_id })
  const {
    body: { installation_id, runtime_token },
  } = await post('/installations/bootstrap', '', { install_token: token })
  const heartbeat = (at: string) =>
    client(at)
      .post(`/installations/${installation_id}/lease`, runtime_token, { status: 'running' })
      .then(({ status }) => status)
  return { heartbeat }
}

/** Creates a JSON store in which an agent is installed. */
async function storeWithAgent(path: string) {
  const { base_url, output, stop } = await startServe(`json:${path}`)
  const key = readFileSync(`${path}.first-key`, 'utf8').trim()
  const { heartbeat } = await installAgent(
    base_url,
    key,
    /Workspace +(\S+)/.exec(output.stdout)![1]!,
  )
  expect(await heartbeat(base_url)).toBe(200)
  await stop()
  return { heartbeat }
}

it(
  'the commands of the manual move a registry from JSON to SQLite to PostgreSQL, back it up and restore it, and its agents keep sending heartbeats',
  { timeout: 240_000 },
  async () => {
    expect(others).toEqual([])
    const home = newFolder()
    for (const name of ['lib', 'backups', 'keys', 'bin']) mkdirSync(join(home, name))
    const program = join(home, 'bin/svc-registry')
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`)
    chmodSync(program, 0o755)
    const postgres = newDatabase()
    await postgres.create()
    const { heartbeat } = await storeWithAgent(join(home, 'lib/registry.json'))
    const type = (commands: string) => {
      const here = commands
        .replaceAll('/var/lib/svc-registry', join(home, 'lib'))
        .replaceAll('/backups', join(home, 'backups'))
        .replaceAll('/keys', join(home, 'keys'))
        .replaceAll('postgres://registry@db.internal/registry', postgres.address)
      const { status, stdout, stderr } = spawnSync(
        'bash',
        ['--norc', '--noprofile', '-euo', 'pipefail', '-c', here],
        {
          encoding: 'utf8',
          env: { PATH: `${join(home, 'bin')}:${process.env['PATH']}`, HOME: home },
        },
      )
      expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' })
      return stdout
    }
    expect(type(toSqlite!)).toContain('The store is sound.')
    expect(type(backUp!)).toContain('The backup does not contain the master key.')
    expect(type(restore!).match(/The store is sound\./g)).toHaveLength(2)
    expect(type(migrate!)).toContain('has the tables of version')
    expect(type(toPostgres!)).toContain('The store is sound.')
    const SVC_MASTER_KEY = readFileSync(join(home, 'keys/registry.db.key'), 'utf8')
    for (const [address, env] of [
      [`sqlite:${join(home, 'lib/registry.db')}`, {}],
      [`sqlite:${join(home, 'lib/restored.db')}`, {}],
      [postgres.address, { SVC_MASTER_KEY }],
    ] as const) {
      const { base_url, stop } = await startServe(address, { env })
      expect(await heartbeat(base_url)).toBe(200)
      await stop()
    }
  },
)

it('backs up a store while it is being served, including a JSON store', SLOW_TEST, async () => {
  for (const kind of ['json', 'sqlite']) {
    const path = join(newFolder(), 'store')
    const { stop } = await startServe(`${kind}:${path}`)
    const manifest = await runForJson<{ rows: Record<string, number> }>([
      'backup',
      '--store',
      `${kind}:${path}`,
      '--to',
      `${path}.backup`,
    ])
    expect(manifest.rows['organizations']).toBe(1)
    expect(await runForJson(['verify', '--store', `${kind}:${path}`])).toMatchObject({
      sound: true,
    })
    const { code, stderr } = await runRegistry([
      'restore',
      '--from',
      `${path}.backup`,
      '--store',
      `${kind}:${path}`,
    ])
    expect(code).toBe(1)
    expectOneLine(stderr)
    expect(stderr).toMatch(/is not empty|is in use/)
    expect((await stop()).code).toBe(0)
  }
})

/**
 * Returns whether a store is marked as being restored, which happens before its rows are written. It reads a copy, because a restore
 * fails if any other process has opened its store.
 */
function isBeingRestored(path: string): boolean {
  const copy = `${path}-copy`
  try {
    copyFileSync(path, copy)
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`)
    using store = new DatabaseSync(copy)
    return store.prepare('select 1 from platform_facts where name = ?').get(RESTORE) !== undefined
  } catch {
    return false
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${copy}${suffix}`, { force: true })
  }
}

it(
  'a store whose restore was killed is not served until the restore is run again',
  SLOW_TEST,
  async () => {
    const at = newFolder()
    const [source, backup, target] = [join(at, 'a.db'), join(at, 'backup'), join(at, 'b.db')]
    await runRegistry(['org', 'create', '--name', 'Acme', '--store', `sqlite:${source}`])
    const database = await openDatabase(`sqlite:${source}`)
    await database.transact(async (tx) => {
      for (let number = 0; number < 5000; number += 1)
        await tx.nonces.insert({
          svc_id: 'a',
          workspace_id: 'w',
          nonce: Math.random().toString(36),
          expires_at: '2999-01-01T00:00:00.000Z',
        })
    })
    await database.close()
    await runForJson(['backup', '--store', `sqlite:${source}`, '--to', backup])
    const bytes = readFileSync(backup)
    const restoring = spawn(
      process.execPath,
      [MAIN, 'restore', '--from', '-', '--store', `sqlite:${target}`],
      { stdio: ['pipe', 'ignore', 'inherit'], env: { PATH: process.env['PATH'] } },
    )
    restoring.stdin.write(bytes.subarray(0, bytes.length >> 1))
    await until(() => isBeingRestored(target), 'the restore writes nothing')
    restoring.kill('SIGKILL')
    await once(restoring, 'exit')
    for (const command of [
      ['serve', '--port', '0'],
      ['org', 'list'],
      ['verify'],
      ['backup', '--to', join(at, 'c')],
    ]) {
      const { code, stderr } = await runRegistry([...command, '--store', `sqlite:${target}`])
      expect({ command, code }).toEqual({ command, code: 1 })
      expect(stderr).toMatch(/has begun but not completed/)
    }
    const again = await runRegistry(['restore', '--from', backup, '--store', `sqlite:${target}`])
    expect(again).toMatchObject({ stderr: '', code: 0 })
    expect(
      (await runForJson<{ items: unknown[] }>(['org', 'list', '--store', `sqlite:${target}`]))
        .items,
    ).toHaveLength(1)
  },
)

it('reports in one line why a command cannot run', async () => {
  const at = newFolder()
  await runInProcess(['org', 'create', '--name', 'Acme', '--store', `sqlite:${at}/a.db`])
  writeFileSync(join(at, 'nonsense'), 'nonsense')
  for (const [argv, says] of [
    [['backup', '--to', `${at}/x`, '--store', `sqlite:${at}/none.db`], /There is no store at/],
    [['backup', '--to', `${at}/none/x`, '--store', `sqlite:${at}/a.db`], /ENOENT/],
    [
      ['backup', '--to', `${at}/nonsense`, '--store', `sqlite:${at}/a.db`],
      /already exists; --replace overwrites it/,
    ],
    [['backup', '--to', `${at}/x`, '--store', 'memory:'], /exists only inside one process/],
    [
      ['restore', '--from', `${at}/none`, '--store', `sqlite:${at}/b.db`],
      /The backup does not exist/,
    ],
    [
      ['restore', '--from', `${at}/nonsense`, '--store', `sqlite:${at}/b.db`],
      /not a backup of a registry/,
    ],
    [['copy', '--from', `sqlite:${at}/a.db`, '--to', `sqlite:${at}/a.db`], /is not empty/],
    [['verify', '--store', `sqlite:${at}/nonsense`], /not a database/],
    [['migrate', '--store', `json:${at}/nonsense`], /is not JSON/],
  ] as const) {
    const { code, err } = await runInProcess(argv)
    expect({ argv, code }).toEqual({ argv, code: 1 })
    expectOneLine(err)
    expect(err).toMatch(says)
  }
  expect(existsSync(join(at, 'b.db'))).toBe(false)
})

it('migrate refuses a store whose column types differ from those of this version', async () => {
  const store = `sqlite:${newFolder()}/a.db`
  await runInProcess(['org', 'create', '--name', 'Acme', '--store', store])
  const database = new DatabaseSync(store.slice(7))
  database.exec(
    'alter table tickets drop column message; alter table tickets add column message real',
  )
  database.close()
  expect(await runInProcess(['migrate', '--store', store])).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^svc-registry: sqlite:\S+ has columns whose types are not those of version \S+: tickets\.message.+; restore a backup\.\n?$/,
    ),
  })
})

it('migrate shows what it would add, rename and drop, does so, and then has nothing to change', async () => {
  const store = `sqlite:${newFolder()}/a.db`
  const { out } = await runInProcess([
    'org',
    'create',
    '--name',
    'Acme',
    '--json',
    '--store',
    store,
  ])
  const { organization_id } = JSON.parse(out) as { organization_id: string }
  await runInProcess(['api-key', 'create', '--org', organization_id, '--store', store])
  const database = new DatabaseSync(store.slice(7))
  database.exec(
    'create index policies_by_announced_to on policies (workspace_id); drop table tickets; drop index agents_by_organization_id_svc_id; drop index api_keys_by_hash; alter table policies rename announcement_cursor to announced_to',
  )
  database.close()
  const dry = JSON.parse(
    (await runInProcess(['migrate', '--store', store, '--dry-run', '--json'])).out,
  ) as unknown
  expect(dry).toMatchObject({
    dry_run: true,
    added: {
      tables: ['tickets'],
      columns: [],
      indexes: ['api_keys_by_hash', 'agents_by_organization_id_svc_id'],
    },
    renamed: [{ table: 'policies', from: 'announced_to', to: 'announcement_cursor' }],
    dropped: { indexes: ['policies_by_announced_to'] },
    unknown: [],
    builds: [
      { index: 'api_keys_by_hash', rows: 1, estimated_seconds: 1 },
      { index: 'agents_by_organization_id_svc_id', rows: 0, estimated_seconds: 0 },
    ],
  })
  const shown = (await runInProcess(['migrate', '--store', store, '--dry-run'])).out
  expect(shown).toContain('  column policies.announced_to is renamed to announcement_cursor\n')
  expect(shown).toContain('  index policies_by_announced_to, which is no longer used, is dropped')
  expect(shown).toContain('  index agents_by_organization_id_svc_id is added\n')
  expect(shown).toContain('  index api_keys_by_hash is added over 1 row, which takes about 1 s')
  expect((await runInProcess(['migrate', '--store', store])).out).toMatch(
    /made to sqlite:\S+:\n {2}table tickets is added\n/,
  )
  expect((await runInProcess(['migrate', '--store', store])).out).toMatch(/already/)
  expect(await runInProcess(['verify', '--store', store])).toMatchObject({ code: 0 })
})
