import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../kit/folder.ts'
import { expectOneLine, runInProcess } from './run-in-process.ts'

/** Creates a store with one organization, whose signing keys its master key opens. */
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
    [['backup', '--to', 'x', '--keep', '1'], 'name one'],
    [['backup', '--store', `sqlite:${store}`, '--directory', `${folder}/none`], 'Create it'],
  ] as const) {
    const refused = await runInProcess(args)
    expect(refused.err, args.join(' ')).toContain(says)
    expect(refused.code).not.toBe(0)
  }
  expect(readdirSync(folder)).toHaveLength(3)
})

it('restore --check proves the newest backup of a folder without touching the store', async () => {
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
