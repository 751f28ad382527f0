import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runInProcess } from './run-in-process.ts'
import { newFolder } from '../kit/folder.ts'

const advisory = (id: string, ecosystem = 'npm', more: object = {}) =>
  JSON.stringify({
    id,
    modified: '2026-03-01T00:00:00Z',
    affected: [{ package: { ecosystem, name: 'a' }, versions: ['1.0.0'] }],
    ...more,
  })

async function storeAndFolder() {
  const folder = newFolder()
  const env = { SVC_STORE: `sqlite:${join(folder, 'store.db')}` }
  await runInProcess(['org', 'create', '--name', 'Acme'], env)
  const osv = join(folder, 'osv')
  mkdirSync(join(osv, 'deeper'), { recursive: true })
  return {
    env,
    osv,
    put: (name: string, text: string) => writeFileSync(join(osv, name), text),
    imported: () => runInProcess(['advisories', 'import', osv, '--json'], env),
  }
}

describe('advisories import', () => {
  it('imports a folder with its subfolders, and counts the outcome of each file', async () => {
    const { put, imported } = await storeAndFolder()
    put('a.json', advisory('GHSA-1'))
    put('deeper/b.json', advisory('DEBIAN-1', 'Debian:12'))
    put('go.json', advisory('GO-1', 'Go'))
    put('broken.json', '{')
    put('list.json', '[]')
    put('README.md', 'not an advisory')
    const { code, out } = await imported()
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      {
        files: 5,
        kept: 2,
        removed: 0,
        skipped: 1,
        unreadable: 2,
        first_unreadable: expect.stringMatching(/broken\.json: it is not JSON$/),
      },
    ])
    put('a.json', advisory('GHSA-1', 'npm', { withdrawn: '2026-03-02T00:00:00Z' }))
    expect(JSON.parse((await imported()).out)).toMatchObject({ kept: 1, removed: 1 })
  })

  it('fails when no file can be read', async () => {
    const { env, put, imported } = await storeAndFolder()
    put('readme.txt', 'x')
    expect(await imported()).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^svc-registry: There is no JSON file in \S+\.\n$/),
    })
    put('broken.json', '{')
    expect((await imported()).code).toBe(1)
    expect(await runInProcess(['advisories', 'import', '/nowhere'], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no file or folder'),
    })
  })
})

describe('image commands', () => {
  it.each<[readonly string[], number, string]>([
    [['image', 'scan', 'Acme/Agent'], 2, 'is not a valid image reference'],
    [
      ['image', 'scan', 'acme/agent:1', '--fail-on', 'bad'],
      2,
      '--fail-on must be one of critical, high, medium, low',
    ],
    [['image', 'report', 'acme/agent:1'], 1, 'has no scan of acme/agent:1'],
    [
      ['image', 'scan', 'acme/agent:1', '--org', 'org_nowhere'],
      1,
      'There is no organization org_nowhere',
    ],
  ])('report the error: %j', async (argv, code, line) => {
    const { env } = await storeAndFolder()
    const got = await runInProcess(argv, env)
    expect([got.code, got.err.trim().split('\n').length]).toEqual([code, 1])
    expect(got.err).toContain(line)
  })
  it('require --org where there are several organizations', async () => {
    const { env } = await storeAndFolder()
    await runInProcess(['org', 'create', '--name', 'Globex'], env)
    expect((await runInProcess(['image', 'list'], env)).err).toContain('name one with --org')
  })
  it('refuse a scan if no registry namespace is assigned to the organization, and name the setting', async () => {
    const { env } = await storeAndFolder()
    expect(await runInProcess(['image', 'scan', 'acme/agent:1'], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('SVC_IMAGES_NAMESPACES'),
    })
    expect((await runInProcess(['image', 'list', '--json'], env)).out).not.toContain('acme/agent:1')
  })
})
