import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openBucket } from '../../src/ports/bucket.ts'
import { runInProcess } from '../commands/run-in-process.ts'
import { eventually } from '../kit/bounds.ts'
import { newFolder } from '../kit/folder.ts'
import { isToolMissing } from '../kit/tools.ts'
import { freePort } from '../kit/port.ts'

/** Versity's gateway, which serves a folder as a bucket and checks signatures. */
const GATEWAY = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0'
const [KEY_ID, SECRET] = ['backups', 'a secret that no message shows']
const PART_BYTES = 5 * 1024 * 1024

describe.skipIf(isToolMissing('receivers'))('backups in S3-compatible object storage', () => {
  const root = newFolder('buckets', 'disk')
  const bucket = join(root, 'backups')
  let gateway: ChildProcess
  let endpoint = ''

  beforeAll(async () => {
    const GOBIN = newFolder('gateway')
    await promisify(execFile)('go', ['install', GATEWAY], { env: { ...process.env, GOBIN } })
    const port = await freePort()
    endpoint = `http://127.0.0.1:${port}`
    gateway = spawn(
      join(GOBIN, 'versitygw'),
      [
        '--quiet',
        '--access',
        KEY_ID,
        '--secret',
        SECRET,
        '--port',
        `127.0.0.1:${port}`,
        'posix',
        root,
      ],
      { stdio: 'ignore' },
    )
    mkdirSync(bucket)
    await eventually(() => fetch(endpoint))
  }, 600_000)
  afterAll(async () => {
    gateway.kill()
    await once(gateway, 'exit')
  })
  const signIn = (secret = SECRET) => {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', endpoint)
    vi.stubEnv('AWS_ACCESS_KEY_ID', KEY_ID)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret)
    vi.stubEnv('AWS_MAX_ATTEMPTS', '1')
  }
  afterEach(() => vi.unstubAllEnvs())

  /** Creates a store with one organization, and with signing keys that its master key can open. */
  async function newStore(): Promise<string> {
    const store = `sqlite:${join(newFolder(), 'store.db')}`
    await runInProcess(['org', 'create', '--name', 'Acme', '--store', store])
    await runInProcess(['key', 'rotate', '--signing', '--store', store])
    return store
  }

  it('are named after the time, deleted by --keep except for the newest ones, checked and restored', async () => {
    signIn()
    const store = await newStore()
    mkdirSync(join(bucket, 'fleet'))
    const older = ['20250101T000000Z', '20250102T000000Z'].map((time) => `registry-${time}.backup`)
    for (const name of [...older, 'notes.txt']) writeFileSync(join(bucket, 'fleet', name), 'x')
    const into = ['backup', '--store', store, '--directory', 's3://backups/fleet', '--keep', '2']
    const { code, err, out } = await runInProcess([...into, '--json'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const { file, deleted } = JSON.parse(out) as { file: string; deleted: string[] }
    expect(file).toMatch(/^s3:\/\/backups\/fleet\/registry-\d{8}T\d{6}Z\.backup$/)
    expect(deleted).toEqual([`s3://backups/fleet/${older[0]}`])
    expect(readdirSync(join(bucket, 'fleet')).toSorted()).toEqual(
      ['notes.txt', older[1], file.split('/').at(-1)].toSorted(),
    )

    const check = ['restore', '--check', '--from', 's3://backups/fleet/', '--store', store]
    const checked = await runInProcess(check)
    expect(checked).toMatchObject({ code: 0, err: '' })
    expect(checked.out).toContain(`Restored ${file} into a temporary copy`)
    const path = join(newFolder(), 'copy.db')
    await runInProcess(['restore', '--from', file, '--store', `sqlite:${path}`])
    expect((await runInProcess(['org', 'list', '--store', `sqlite:${path}`])).out).toContain('Acme')
  })

  it('are not replaced without --replace', async () => {
    signIn()
    const to = ['backup', '--store', await newStore(), '--to', 's3://backups/one']
    expect(await runInProcess(to)).toMatchObject({ code: 0 })
    expect(await runInProcess(to)).toMatchObject({
      code: 1,
      err: expect.stringContaining('s3://backups/one already exists; --replace overwrites it.'),
    })
    expect(await runInProcess([...to, '--replace'])).toMatchObject({ code: 0 })
  })

  it.each([
    [
      'a wrong secret',
      's3://backups/x',
      'wrong',
      /The bucket backups cannot be used: SignatureDoesNotMatch: /,
    ],
    [
      'a missing bucket',
      's3://others/x',
      SECRET,
      /The bucket others cannot be used: NoSuchBucket: /,
    ],
  ])('report %s, and do not show the secret', async (_, to, secret, says) => {
    signIn(secret)
    const { code, err } = await runInProcess(['backup', '--store', await newStore(), '--to', to])
    expect({ code, shown: err.includes(secret) }).toEqual({ code: 1, shown: false })
    expect(err).toMatch(says)
  })

  it('are uploaded in parts, and a failed upload leaves nothing behind', async () => {
    signIn()
    const { write, read, list, close } = await openBucket('backups', 'parts/')
    const part = Buffer.alloc(PART_BYTES, 'x')
    await write('parts/whole', Readable.from([part, part, 'end']))
    expect((await buffer(await read('parts/whole'))).length).toBe(2 * PART_BYTES + 3)
    const broken = Readable.from(
      (async function* () {
        yield part
        yield part
        throw new Error('the store broke')
      })(),
    )
    await expect(write('parts/broken', broken)).rejects.toThrow('the store broke')
    expect([await list(), existsSync(join(bucket, 'parts/broken'))]).toEqual([
      ['parts/whole'],
      false,
    ])
    close()
  })
})
