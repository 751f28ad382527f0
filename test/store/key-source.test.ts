import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { readStore } from '../../src/config/server.ts'
import { masterKey, MasterKeyMissing, type KeyRing } from '../../src/domain/secrets.ts'
import {
  distinct,
  ensureKeyFile,
  keyFileBeside,
  keyFileOf,
  parseKeys,
  readKeys,
  sourceName,
} from '../../src/store/master-keys/source.ts'
import { openMasterKeys } from '../../src/store/master-keys/open.ts'
import { newFolder } from '../kit/folder.ts'
import { newLocationInMemory } from './stores.ts'
import { newWorld } from './world.ts'

const [OLD, NEW] = ['0a'.repeat(32), '0B'.repeat(32)]
const idOf = (digits: string) => masterKey(Buffer.from(digits, 'hex')).id
const ids = (keys: KeyRing) => keys.map(({ id }) => id)

/** Writes a program that a setting can name, because a command is run without a shell. */
function program(text: string): string {
  const path = join(newFolder('keys'), 'keys')
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o700)
  return path
}
const source = (env: Record<string, string>) => readStore({}, env).key_source!
const read = (env: Record<string, string>) => readKeys(source(env))

describe('the sources of master keys', () => {
  it('are a setting with one key or several, a file, and a command', async () => {
    const file = join(newFolder('keys'), 'keys')
    writeFileSync(file, `${NEW}\r\n\n  ${OLD}  \n${OLD}\n`)
    const both = [idOf(NEW), idOf(OLD)]
    expect(ids(await read({ SVC_MASTER_KEY: OLD }))).toEqual([idOf(OLD)])
    expect(ids(await read({ SVC_MASTER_KEY: `${NEW}, ${OLD},${NEW}` }))).toEqual(both)
    // The content of a key file with two keys.
    expect(ids(await read({ SVC_MASTER_KEY: `${NEW}\r\n\n${OLD}\n` }))).toEqual(both)
    expect(ids(await read({ SVC_MASTER_KEY: Buffer.from(OLD, 'hex').toString('base64') }))).toEqual(
      [idOf(OLD)],
    )
    expect(ids(await read({ SVC_MASTER_KEY_FILE: file }))).toEqual(both)
    expect(ids(await read({ SVC_MASTER_KEY_COMMAND: `/bin/cat ${file}` }))).toEqual(both)
  })

  it('that are commands are run without a shell', async () => {
    const file = join(newFolder('keys'), 'made')
    await expect(
      read({ SVC_MASTER_KEY_COMMAND: `/bin/echo ${OLD};touch ${file}` }),
    ).rejects.toThrow('Line 1 of the output of SVC_MASTER_KEY_COMMAND')
    expect(existsSync(file)).toBe(false)
  })

  it('that are commands may leave other processes running, for which nothing waits', async () => {
    const keys = program(`sleep 1000 &\necho ${OLD}`)
    expect(ids(await read({ SVC_MASTER_KEY_COMMAND: keys }))).toEqual([idOf(OLD)])
  })

  it('that are commands have a time limit, even if they have started other processes', async () => {
    const keys = source({ SVC_MASTER_KEY_COMMAND: program('sleep 1000 & sleep 1000') })
    await expect(readKeys(keys, 100)).rejects.toThrow(
      /^SVC_MASTER_KEY_COMMAND \(\S+\) did not finish within 0.1 seconds\.$/,
    )
  })

  it('I-13: that are commands receive no registry settings and no input', async () => {
    const seen = join(newFolder('keys'), 'seen')
    const keys = program(`{ cat; env; } > ${seen}; echo ${OLD}`)
    vi.stubEnv('SVC_SMTP_URL', 'smtp://user:canary@mail.example')
    vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'authorization=canary')
    vi.stubEnv('SECRETS_TOKEN_FILE', '/run/token')
    try {
      expect(ids(await read({ SVC_MASTER_KEY_COMMAND: keys }))).toEqual([idOf(OLD)])
    } finally {
      vi.unstubAllEnvs()
    }
    const environment = readFileSync(seen, 'utf8')
    expect(environment).toContain('SECRETS_TOKEN_FILE=/run/token')
    expect(environment).not.toMatch(/^(SVC|OTEL)_/m)
  })

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'a key and a file that are both set',
      { SVC_MASTER_KEY: OLD, SVC_MASTER_KEY_FILE: '/f' },
      /SVC_MASTER_KEY_FILE and SVC_MASTER_KEY are both set; set only one/,
    ],
    [
      'a command and a file that are both set',
      { SVC_MASTER_KEY_COMMAND: '/c', SVC_MASTER_KEY_FILE: '/f' },
      /SVC_MASTER_KEY_COMMAND and SVC_MASTER_KEY_FILE are both set/,
    ],
    ['a short key among others', { SVC_MASTER_KEY: `${OLD},0a` }, /^SVC_MASTER_KEY must be 32/],
    ['an empty path', { SVC_MASTER_KEY_FILE: ' ' }, /must be the path of a file/],
    ['an empty command', { SVC_MASTER_KEY_COMMAND: ' ' }, /must be a program and its arguments/],
  ])('refuse %s', (_, env, message) => {
    expect(() => source(env)).toThrow(message)
  })

  it.each<[string, () => Record<string, string>, RegExp]>([
    ['a file that is missing', () => ({ SVC_MASTER_KEY_FILE: '/none/keys' }), /ENOENT/],
    [
      'a program that is missing',
      () => ({ SVC_MASTER_KEY_COMMAND: '/none/keys --all' }),
      /^SVC_MASTER_KEY_COMMAND \(\/none\/keys\) cannot be run: ENOENT\.$/,
    ],
    [
      'a program that fails, and do not repeat what it printed',
      () => ({ SVC_MASTER_KEY_COMMAND: program(`echo ${OLD}; echo ${OLD} >&2; exit 3`) }),
      /^SVC_MASTER_KEY_COMMAND \(\S+\) ended with exit code 3\.$/,
    ],
    [
      'a program that prints too much',
      () => ({ SVC_MASTER_KEY_COMMAND: program('yes 0 | head -c 100000') }),
      /^SVC_MASTER_KEY_COMMAND \(\S+\) printed more than 64 KiB; it must print one key per line/,
    ],
    [
      'a program that prints nothing',
      () => ({ SVC_MASTER_KEY_COMMAND: '/bin/true' }),
      /^There is no master key in the output of SVC_MASTER_KEY_COMMAND/,
    ],
  ])('refuse %s', async (_, env, message) => {
    const cause = (await read(env()).catch((error: unknown) => error)) as Error
    expect(cause).toMatchObject({ name: 'StoreRefused' })
    expect(cause.message).toMatch(message)
    expect(cause.message).not.toContain(OLD)
  })

  it('I-13: are refused with a message that names the line that is not a key, and does not show it', () => {
    const cut = OLD.slice(1)
    const parse = () => parseKeys(`${OLD}\n${cut}\n`, 'the file F')
    expect(parse).toThrow('Line 2 of the file F is not a master key of 64 hex digits')
    expect(parse).not.toThrow(cut)
  })

  it('are named in messages', () => {
    expect([
      sourceName({ kind: 'setting', keys: [] }),
      sourceName({ kind: 'file', path: '/f' }),
      sourceName({ kind: 'command', words: ['/c', 'secret'] }),
      sourceName(keyFileOf('/s')),
    ]).toEqual([
      'SVC_MASTER_KEY',
      'the file /f (SVC_MASTER_KEY_FILE)',
      'the output of SVC_MASTER_KEY_COMMAND',
      'the key file /s.key',
    ])
  })

  it('include a key file for a new store, which has mode 0600 and is never overwritten', async () => {
    const { path, ...file } = keyFileOf(join(newFolder('keys'), 'deep', 'registry.db'))
    ensureKeyFile(path, () => Buffer.from(OLD, 'hex'))
    ensureKeyFile(path, () => Buffer.from(NEW, 'hex'))
    expect(readFileSync(path, 'utf8')).toBe(`${OLD}\n`)
    chmodSync(path, 0o644)
    ensureKeyFile(path, () => Buffer.from(NEW, 'hex'))
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(ids(await readKeys({ path, ...file }))).toEqual([idOf(OLD)])
  })

  it('do not include a new key file for an existing store whose key file is missing', async () => {
    const file = join(newFolder('keys'), 'registry.db')
    const world = await newWorld(newLocationInMemory())
    await expect(keyFileBeside(world.store, file, () => Buffer.from(NEW, 'hex'))).rejects.toThrow(
      `The key file ${file}.key is missing; restore it from a backup`,
    )
    expect(existsSync(`${file}.key`)).toBe(false)
    const empty = { findAnySigningKey: async () => undefined }
    const created = await keyFileBeside(empty, file, () => Buffer.from(NEW, 'hex'))
    expect(ids(await readKeys(created))).toEqual([idOf(NEW)])
  })

  it('contain each key once', () => {
    const [a, b] = [masterKey(Buffer.from(OLD, 'hex')), masterKey(Buffer.from(NEW, 'hex'))]
    expect(distinct([a, b, a])).toEqual([a, b])
  })
})

describe('a process that lacks a master key', () => {
  const [old, fresh] = [masterKey(Buffer.from(OLD, 'hex')), masterKey(Buffer.from(NEW, 'hex'))]
  async function process(...readings: readonly (KeyRing | Error | Promise<KeyRing>)[]) {
    let reads = 0
    let time = 0
    const keys = await openMasterKeys(
      { kind: 'file', path: '/f' },
      () => time,
      async () => {
        const reading = readings[Math.min(reads, readings.length - 1)]!
        reads += 1
        if (reading instanceof Error) throw reading
        return reading
      },
    )
    const needsFresh = () =>
      keys.use(async (ring) => {
        if (!ring.includes(fresh)) throw new MasterKeyMissing(fresh.id)
        return 'done'
      })
    return { keys, needsFresh, reads: () => reads, wait: (ms: number) => (time += ms) }
  }

  it('reads its source again and continues', async () => {
    const { keys, needsFresh, reads } = await process([old], [fresh, old])
    expect(await needsFresh()).toBe('done')
    expect(await needsFresh()).toBe('done')
    expect([reads(), ids(keys.ring())]).toEqual([2, [fresh.id, old.id]])
  })

  it('names the key and the source that lacks it', async () => {
    const { needsFresh } = await process([old])
    await expect(needsFresh()).rejects.toThrow(
      `it needs the master key ${fresh.id}, which is not in the file /f (SVC_MASTER_KEY_FILE)`,
    )
  })

  it('reads its source once for all requests within a second', async () => {
    const { needsFresh, reads, wait } = await process([old], [old], [fresh, old])
    const first = await Promise.allSettled([needsFresh(), needsFresh(), needsFresh()])
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    wait(999)
    await expect(needsFresh()).rejects.toThrow(MasterKeyMissing)
    expect(reads()).toBe(2)
    wait(1)
    expect([await needsFresh(), reads()]).toEqual(['done', 3])
  })

  it('waits for a slow source instead of reading it a second time', async () => {
    const reading = Promise.withResolvers<KeyRing>()
    const { keys, needsFresh, reads, wait } = await process([old], reading.promise, [old])
    const first = needsFresh()
    wait(5_000)
    const second = needsFresh()
    reading.resolve([fresh, old])
    expect([await first, await second, reads()]).toEqual(['done', 'done', 2])
    expect(ids(keys.ring())).toEqual([fresh.id, old.id])
  })

  it('keeps its keys while the source cannot be read, and passes on other errors', async () => {
    const { keys, needsFresh } = await process([old], new Error('unavailable'))
    await expect(needsFresh()).rejects.toThrow(MasterKeyMissing)
    expect(ids(keys.ring())).toEqual([old.id])
    await expect(keys.use(() => Promise.reject(new Error('other')))).rejects.toThrow('other')
  })
})
