import { appendFileSync, copyFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { masterKey, seal } from '../../src/domain/secrets.ts'
import { sealSigningKey } from '../../src/domain/trust/sealed-keys.ts'
import { newKeyContent } from '../../src/domain/trust/signing-keys.ts'
import { sealPurpose } from '../../src/store/transactions/audit/exports.ts'
import { openDatabase } from '../../src/store/open.ts'
import { createStore } from '../../src/store/store.ts'
import { keyFileOf, readKeys } from '../../src/store/master-keys/source.ts'
import { until } from '../kit/bounds.ts'
import { newFolder } from '../kit/folder.ts'
import { samples } from '../kit/samples.ts'
import { callContext } from '../kit/context.ts'
import { client } from './client.ts'
import { runForJson, runRegistry, SLOW_TEST, startProcess, startServe } from './process.ts'
import { expectOneLine } from '../commands/run-in-process.ts'

interface MasterKey {
  readonly id: string
  readonly state: string
  readonly present: boolean
}
interface Rotation {
  readonly key_id: string
  readonly continued: boolean
  readonly resealed: number
  readonly unopened: number
  readonly keys: readonly MasterKey[]
}

const lines = (path: string) => readFileSync(path, 'utf8').trim().split('\n')
const idOf = (digits: string) => masterKey(Buffer.from(digits, 'hex')).id
const statesOf = (keys: readonly MasterKey[]) => keys.map(({ id, state }) => [id, state])

/** Returns functions that run the commands for keys on a store, with these settings. */
function commands(env: Record<string, string>) {
  const $ = <T>(...args: string[]) => runForJson<T>(['key', ...args], { env })
  return {
    rotate: () => $<Rotation>('rotate', '--master'),
    retire: (id: string) => $<{ moved_to: string | null; keys: MasterKey[] }>('retire', id),
    list: async () => (await $<{ master_keys: MasterKey[] }>('list')).master_keys,
    async refusal(...args: string[]) {
      const { code, stderr } = await runRegistry(['key', ...args], { env })
      expect([args, code]).toEqual([args, 1])
      expectOneLine(stderr)
      return stderr
    },
  }
}

describe.each(samples(['sqlite'], ['sqlite', 'json']))(
  'the master key of a %s store that is being served',
  SLOW_TEST,
  (kind) => {
    it('is rotated and retired without a restart, with its key file', async () => {
      const path = join(newFolder(), 'store')
      const env = { SVC_STORE: `${kind}:${path}` }
      const { base_url, stop } = await startServe(env.SVC_STORE)
      const jwks = async () => (await client(base_url).get('/trust/jwks')).body
      const published = await jwks()
      const { rotate, retire, list, refusal } = commands(env)
      const [old] = lines(`${path}.key`).map(idOf)
      expect(statesOf(await list())).toEqual([[old, 'in_force']])
      expect(await refusal('retire', old!)).toContain(`Master key ${old} is in force; replace it`)

      const rotated = await rotate()
      expect(rotated).toMatchObject({ continued: false, resealed: 2, unopened: 0 })
      expect(lines(`${path}.key`).map(idOf)).toEqual([rotated.key_id, old])
      expect(statesOf(rotated.keys)).toEqual([
        [rotated.key_id, 'in_force'],
        [old, 'previous'],
      ])
      expect(await jwks()).toEqual(published)

      const { moved_to } = await retire(old!)
      expect(moved_to).toBe(`${path}.key.${old}`)
      for (const [file, id] of [
        [`${path}.key`, rotated.key_id],
        [moved_to!, old],
      ] as const) {
        expect(lines(file).map(idOf)).toEqual([id])
        expect(statSync(file).mode & 0o777).toBe(0o600)
      }
      expect(await jwks()).toEqual(published)
      expect(await refusal('retire', rotated.key_id)).toContain('is in force')
      expect(await refusal('retire', '00000000')).toContain('There is no key 00000000')
      await stop()

      const again = await startServe(env.SVC_STORE)
      expect((await client(again.base_url).get('/trust/jwks')).body).toEqual(published)
      const shown = await runRegistry(['key', 'list'], { env })
      expect(shown.stdout).toMatch(new RegExp(`${rotated.key_id} +in_force .* present`))
      expect(shown.stdout).toMatch(new RegExp(`${old} +retired .* missing`))
      await again.stop()
    })
  },
)

const EXPORTS = 5_000

/**
 * Creates a store whose secrets take many transactions to seal again. Returns the id of its master key, and a function that counts the
 * secrets sealed under a key.
 */
async function storeWithManySeals(path: string) {
  await (await startServe(`sqlite:${path}`)).stop()
  const [key] = await readKeys(keyFileOf(path))
  const database = await openDatabase(`sqlite:${path}`)
  const store = createStore(database)
  const [{ organization_id } = { organization_id: '' }] = await store.listOrganizations({})
  const created = await store.createExport(callContext(), {
    reach: { organizations: [organization_id], workspace_id: null },
    organization_id,
    limit: 10,
    destination: 'logs',
    options: {},
    master_keys: [key!],
    resolved_destination: { kind: 'override', override: { url: 'https://a/', credential: 'c' } },
  })
  if (created.kind !== 'accepted') throw new Error(created.kind)
  await database.transact(async (tx) => {
    const first = (await tx.exports.first({}))!
    const job = { ...first, next_attempt_at: '2999-01-01T00:00:00.000Z' }
    await tx.exports.put(job)
    for (let index = 0; index < EXPORTS; index += 1) {
      const export_id = `export-${index}`
      const sealed = seal(key!, sealPurpose(export_id), '{}', callContext().random(12))
      await tx.exports.insert({ ...job, export_id, sealed })
    }
  })
  await store.close()
  const sealedUnder = (id: string): number => {
    const file = new DatabaseSync(path, { readOnly: true })
    try {
      const rows = ['exports', 'signing_keys'].map((table) =>
        file.prepare(`select count(*) as n from ${table} where sealed like ?`).get(`v2.${id}.%`),
      )
      return rows.reduce((sum, row) => sum + Number(row!['n']), 0)
    } finally {
      file.close()
    }
  }
  return { old: key!.id, sealedUnder }
}

it('a rotation that was killed half-way continues', SLOW_TEST, async () => {
  const path = join(newFolder(), 'registry.db')
  const { old, sealedUnder } = await storeWithManySeals(path)
  const env = { SVC_STORE: `sqlite:${path}` }
  const all = sealedUnder(old)
  const { child, finished } = startProcess(['key', 'rotate', '--master'], { env })
  await until(() => sealedUnder(old) < all - 200, 'nothing is sealed again')
  child.kill('SIGKILL')
  expect((await finished).code).toBeNull()
  const remaining = sealedUnder(old)
  expect(remaining).toBeGreaterThan(0)

  const { rotate, retire, list, refusal } = commands(env)
  expect(await refusal('retire', old)).toContain(`${remaining} secrets are still encrypted under`)
  const [{ id: current }] = (await list()) as [MasterKey]
  expect(lines(`${path}.key`).map(idOf)).toEqual([current, old])
  const manifest = await runForJson(['backup', '--to', `${path}.backup`], { env })
  expect(manifest).toMatchObject({ master_keys: [old, current] })
  const { base_url, stop } = await startServe(env.SVC_STORE)
  expect((await client(base_url).get('/trust/jwks')).status).toBe(200)
  const continued = await rotate()
  expect(continued).toMatchObject({ key_id: current, continued: true, unopened: 0 })
  expect([sealedUnder(old), sealedUnder(current)]).toEqual([0, all])
  await retire(old)
  await stop()
  expect(await runForJson(['verify'], { env })).toMatchObject({ sound: true })
})

it('a rotation of SVC_MASTER_KEY requires the new key in it', SLOW_TEST, async () => {
  const SVC_STORE = `sqlite:${join(newFolder(), 'registry.db')}`
  const generate = async () => (await runRegistry(['key', 'generate'])).stdout.trim()
  const [old, fresh] = [await generate(), await generate()]
  expect([old, fresh].every((key) => /^[0-9a-f]{64}$/.test(key)) && old !== fresh).toBe(true)
  const before = { SVC_STORE, SVC_MASTER_KEY: old }
  await (await startServe(SVC_STORE, { env: before })).stop()
  expect(await commands(before).refusal('rotate', '--master')).toMatch(
    /There is no master key in SVC_MASTER_KEY that is newer than [0-9a-f]{8}, the one in force. .* `svc-registry key generate`/,
  )
  const both = commands({ SVC_STORE, SVC_MASTER_KEY: `${fresh},${old}` })
  expect(statesOf(await both.list())).toEqual([
    [idOf(fresh), 'unused'],
    [idOf(old), 'in_force'],
  ])
  expect(await both.rotate()).toMatchObject({ key_id: idOf(fresh), resealed: 2 })
  expect(await both.retire(idOf(old))).toMatchObject({ moved_to: null })
  expect(await commands(before).refusal('rotate', '--signing')).toContain(
    `it needs the master key ${idOf(fresh)}, which is not in SVC_MASTER_KEY`,
  )
})

it('a backup from before a rotation names the key that it needs', SLOW_TEST, async () => {
  const home = newFolder()
  const [path, backup, target] = ['a.db', 'backup', 'b.db'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ]
  const env = { SVC_STORE: `sqlite:${path}` }
  const restored = { SVC_STORE: `sqlite:${target}` }
  const first = await startServe(env.SVC_STORE)
  const published = (await client(first.base_url).get('/trust/jwks')).body
  const [old] = lines(`${path}.key`)
  const manifest = await runForJson(['backup', '--to', backup], { env })
  expect(manifest).toMatchObject({ master_keys: [idOf(old!)] })
  const { rotate, retire } = commands(env)
  await rotate()
  const { moved_to } = await retire(idOf(old!))
  await first.stop()

  copyFileSync(`${path}.key`, `${target}.key`)
  const missing = `${idOf(old!)}, which is in force, is not in the key file ${target}.key`
  const restoring = await runRegistry(['restore', '--from', backup], { env: restored })
  expect([restoring.code, restoring.stderr]).toEqual([1, ''])
  expect(restoring.stdout).toMatch(new RegExp(`Master keys +${idOf(old!)}`))
  expect(restoring.stdout).toContain(missing)
  expect((await runRegistry(['verify'], { env: restored })).stdout).toContain(missing)
  const refused = await runRegistry(['serve', '--port', '0'], { env: restored })
  expectOneLine(refused.stderr)
  expect(refused.stderr).toContain(
    `it needs the master key ${idOf(old!)}, which is not in the key file ${target}.key`,
  )

  appendFileSync(`${target}.key`, readFileSync(moved_to!))
  expect(await runForJson(['verify'], { env: restored })).toMatchObject({ sound: true })
  const second = await startServe(restored.SVC_STORE)
  expect((await client(second.base_url).get('/trust/jwks')).body).toEqual(published)
  await second.stop()
})

const SECURITY = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8')
/** The commands of the drill for a master key that may have been stolen. */
const DRILL = /rotate it first[^]*?```sh\n([^]*?)```/.exec(SECURITY)![1]!.trim().split('\n')

it(
  'T-12: after the drill, a stolen master key adds no signing key that is accepted',
  SLOW_TEST,
  async () => {
    const path = join(newFolder(), 'registry.db')
    const env = { SVC_STORE: `sqlite:${path}` }
    const { base_url, stop } = await startServe(env.SVC_STORE)
    const published = async () =>
      ((await client(base_url).get('/trust/jwks')).body['keys'] as { kid: string }[]).map(
        ({ kid }) => kid,
      )
    const [stolen] = await readKeys(keyFileOf(path))
    const forge = (random: number): string => {
      const content = newKeyContent('statements', new Date().toISOString())
      const nonce = Buffer.alloc(12, random)
      const { key_id, sealed } = sealSigningKey(stolen!, Buffer.alloc(32, random), content, nonce)
      // The platform may be writing.
      const file = new DatabaseSync(path, { timeout: 30_000 })
      file.prepare('insert into signing_keys (key_id, sealed) values (?, ?)').run(key_id, sealed)
      file.close()
      return key_id
    }
    const forged = forge(1)
    expect(await published()).toContain(forged)

    const idsOf = async (use: string) => {
      const { items } = await runForJson<{ items: { key_id: string; use: string }[] }>(
        ['key', 'list'],
        { env },
      )
      return items.filter((key) => key.use === use).map(({ key_id }) => key_id)
    }
    const before = await idsOf('statements')
    const names: Readonly<Record<string, () => Promise<readonly string[]>>> = {
      STATEMENT_KEY: () => idsOf('statements'),
      LOG_KEY: () => idsOf('log'),
      OLD_MASTER_KEY: async () => [stolen!.id],
    }
    for (const line of DRILL) {
      const [program, ...words] = line.split(' ')
      expect(program).toBe('svc-registry')
      const last = words.at(-1)!.replace(/^"\$(\w+)"$/, '$1')
      for (const id of (await names[last]?.()) ?? [last])
        await runForJson([...words.slice(0, -1), id], { env })
    }
    const after = await published()
    expect(after.filter((kid) => before.includes(kid))).toEqual([])
    expect(after).toHaveLength(1)
    forge(2)
    expect(await published()).toEqual(after)
    await stop()
  },
)
