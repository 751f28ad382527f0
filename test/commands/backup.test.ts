import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { acquireFileLock } from '../../src/disk/file-lock.ts'
import { newFolder } from '../kit/folder.ts'
import { expectOneLine, runInProcess } from './run-in-process.ts'

/** Creates a store with one organization, and with signing keys that its master key decrypts. */
async function newStore(): Promise<string> {
  const path = join(newFolder(), 'store.db')
  await runInProcess(['org', 'create', '--name', 'Acme', '--store', `sqlite:${path}`])
  await runInProcess(['key', 'rotate', '--signing', '--store', `sqlite:${path}`])
  return path
}

it('backup --directory names the file after the time, and --keep deletes only older backups', async () => {
  const [store, folder] = [await newStore(), newFolder()]
  const earlier = ['20250101T000000Z', '20250102T000000Z', '20250103T000000Z']
  for (const time of earlier) writeFileSync(join(folder, `registry-${time}.backup`), '')
  writeFileSync(join(folder, 'registry-of-others.backup'), '')
  const into = ['backup', '--store', `sqlite:${store}`, '--directory', folder]
  const { code, out } = await runInProcess([...into, '--keep', '2', '--json'])
  expect(code).toBe(0)
  const { file, deleted } = JSON.parse(out) as { file: string; deleted: string[] }
  expect(file).toMatch(/\/registry-\d{8}T\d{6}Z\.backup$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(deleted).toEqual(
    [earlier[1], earlier[0]].map((time) => join(folder, `registry-${time}.backup`)),
  )
  expect(readdirSync(folder)).toHaveLength(3)

  for (const [args, says] of [
    [['backup', '--store', `sqlite:${store}`], 'Name either the file'],
    [[...into, '--to', 'x'], 'Name either the file'],
    [[...into, '--keep', '0'], '--keep must be a whole number from 1'],
    [['backup', '--to', 'x', '--keep', '1'], '--keep requires --directory'],
    [['backup', '--store', `sqlite:${store}`, '--directory', `${folder}/none`], 'Create it'],
  ] as const) {
    const refused = await runInProcess(args)
    expect(refused.err, args.join(' ')).toContain(says)
    expect(refused.code).not.toBe(0)
  }
  expect(readdirSync(folder)).toHaveLength(3)
})

it.each([
  [['--to', 's3://B/x'], 2, 's3://B/x is not an address of the form s3://BUCKET/KEY.'],
  [['--to', 's3://backups/'], 2, 's3://backups/ does not name an object: add a name to it.'],
  [['--directory', 's3://'], 2, 's3:// is not an address of the form s3://BUCKET/KEY.'],
  [['--directory', 's3://backups/x'], 1, 'The bucket backups cannot be used: '],
  [['--to', 's3://backups/x'], 1, 'The bucket backups cannot be used: '],
])(
  'backup %j says what is wrong with the address or the bucket, without the secret',
  async (flags, code, says) => {
    const env = {
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'hunter2',
      AWS_MAX_ATTEMPTS: '1',
    }
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    const failed = await runInProcess(['backup', '--store', `sqlite:${await newStore()}`, ...flags])
    vi.unstubAllEnvs()
    expectOneLine(failed.err)
    expect(failed).toMatchObject({ code, err: expect.stringContaining(says), out: '' })
    expect(failed.err).not.toContain('hunter2')
  },
)

it('restore --check validates the newest backup in a folder without touching the store', async () => {
  const [store, folder, scratch] = [await newStore(), newFolder(), newFolder()]
  await runInProcess(['backup', '--store', `sqlite:${store}`, '--directory', folder])
  const before = readFileSync(store)
  const check = (from: string, of: string) =>
    runInProcess([
      'restore',
      '--check',
      '--scratch',
      scratch,
      '--from',
      from,
      '--store',
      `sqlite:${of}`,
    ])
  const proved = await check(folder, store)
  expect(proved).toMatchObject({ code: 0, err: '' })
  expect(proved.out).toContain(`sqlite:${store} was not opened`)
  expect(proved.out).toContain('The store is sound.')
  expect(readFileSync(store).equals(before)).toBe(true)
  expect(readdirSync(scratch)).toEqual([])

  const withoutKey = join(newFolder(), 'lost.db')
  const lost = await check(folder, withoutKey)
  expect(lost.code).toBe(1)
  expect(lost.out).toMatch(/master key +DAMAGED/)
  expect(existsSync(withoutKey)).toBe(false)

  const [name] = readdirSync(folder)
  const bytes = readFileSync(join(folder, name!))
  writeFileSync(join(folder, 'registry-99991231T000000Z.backup'), bytes.subarray(0, -20))
  const damaged = await check(folder, store)
  expect(damaged).toMatchObject({ code: 1, out: '' })
  expectOneLine(damaged.err)
  expect(damaged.err).toContain('This backup is truncated')
  expect(readdirSync(scratch)).toEqual([])

  const empty = await check(newFolder(), store)
  expect(empty.err).toContain('There is no backup in')
  const alone = ['restore', '--scratch', scratch, '--from', folder, '--store', `sqlite:${store}`]
  expect((await runInProcess(alone)).err).toContain('add --check')
})

it('backup --keep never deletes the backup that it has just written', async () => {
  const [store, folder] = [await newStore(), newFolder()]
  const later = join(folder, 'registry-99991231T000000Z.backup')
  const earlier = join(folder, 'registry-20250101T000000Z.backup')
  for (const path of [earlier, later]) writeFileSync(path, '')
  const { code, err } = await runInProcess([
    'backup',
    '--store',
    `sqlite:${store}`,
    '--directory',
    folder,
    '--keep',
    '1',
  ])
  expect(code).toBe(1)
  expect(err).toContain(`no older backup was deleted, because ${later} is named after a later time`)
  const written = readdirSync(folder).filter((name) => !/^registry-(9999|2025)/.test(name))
  expect(written).toHaveLength(1)
  expect(existsSync(earlier)).toBe(true)
})

describe('a command that is interrupted', () => {
  /** Runs a command, and interrupts it with a signal as soon as a folder contains a name. Returns what the folder contains then. */
  async function interrupt(argv: readonly string[], folder: string, name: RegExp) {
    const found = (): boolean => readdirSync(folder).some((entry) => name.test(entry))
    let left: readonly string[] = []
    const exit = vi.spyOn(process, 'exit').mockImplementation((() => {
      left = readdirSync(folder)
    }) as () => never)
    let hasEnded = false
    const running = runInProcess(argv).finally(() => {
      hasEnded = true
    })
    while (!hasEnded && !found()) await setImmediate()
    expect(found()).toBe(true)
    process.emit('SIGTERM', 'SIGTERM')
    await running
    expect(exit.mock.calls).toEqual([[143]])
    exit.mockRestore()
    return left
  }

  it('leaves neither an incomplete backup nor the copy of a drill', async () => {
    const [store, folder, scratch] = [await newStore(), newFolder(), newFolder()]
    const before = process.listenerCount('SIGTERM')
    const backup = ['backup', '--store', `sqlite:${store}`, '--directory', folder]
    expect(await interrupt(backup, folder, /\.tmp$/)).toEqual([])
    const to = join(newFolder(), 'backup')
    await runInProcess(['backup', '--store', `sqlite:${store}`, '--to', to])
    const drill = ['restore', '--check', '--from', to, '--scratch', scratch]
    expect(await interrupt([...drill, '--store', `sqlite:${store}`], scratch, /drill/)).toEqual([])
    expect(process.listenerCount('SIGTERM')).toBe(before)
  })

  it('by SIGKILL leaves files, which the next command removes', async () => {
    const [store, folder, outside] = [await newStore(), newFolder(), newFolder()]
    const [recent, foreign] = ['.registry-20250101T000000Z.backup.7.tmp', '.others.7.tmp']
    const killed = '.registry-20250102T000000Z.backup.8.tmp'
    for (const name of [recent, foreign, killed]) writeFileSync(join(folder, name), '')
    const hours = (count: number) => Date.now() / 1000 - count * 3600
    for (const name of [foreign, killed]) utimesSync(join(folder, name), hours(2), hours(2))
    await runInProcess(['backup', '--store', `sqlite:${store}`, '--directory', folder])
    const hidden = () => readdirSync(folder).filter((name) => name.startsWith('.'))
    expect(hidden().toSorted()).toEqual([foreign, recent])

    const [kept, lost] = ['kept', 'lost'].map((name) => `svc-registry-drill-${name}`) as [
      string,
      string,
    ]
    for (const path of [join(folder, kept), join(folder, lost), outside]) {
      mkdirSync(path, { recursive: true })
      acquireFileLock(join(path, 'drill')).release()
    }
    symlinkSync(outside, join(folder, 'svc-registry-drill-link'))
    const lock = acquireFileLock(join(folder, kept, 'drill'))
    const flags = ['--scratch', folder, '--from', folder, '--store', `sqlite:${store}`]
    expect((await runInProcess(['restore', '--check', ...flags])).code).toBe(0)
    lock.release()
    const drills = readdirSync(folder).filter((name) => name.startsWith('svc-registry-drill-'))
    expect(drills.toSorted()).toEqual([kept, 'svc-registry-drill-link'])
    expect(readdirSync(outside)).toEqual(['drill.lock'])
  })
})
