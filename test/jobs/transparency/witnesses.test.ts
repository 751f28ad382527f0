import { readFileSync, writeFileSync, appendFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { parseCheckpoint } from '../../../src/domain/transparency/checkpoint.ts'
import {
  formatVerifierKey,
  parseVerifierKey,
  verifyNote,
} from '../../../src/domain/transparency/note.ts'
import { parseHeadsLines } from '../../../src/domain/transparency/heads-file.ts'
import { submitToWitnesses } from '../../../src/jobs/transparency/witnesses.ts'
import { verifyAgainstHeads } from '../../../src/store/long-reads/verify-heads.ts'
import { createWitness, witnessKey } from '../../../src/witness/server.ts'
import { openWitnessState } from '../../../src/witness/state.ts'
import { verifyAuditHead } from '../../../src/agent/index.ts'
import { newFolder } from '../../kit/folder.ts'
import { MINUTE } from '../../kit/time.ts'
import { startPlatform, type TestPlatform } from '../../http/platform.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Starts a real witness for the log of these tests, whose key becomes known later. */
async function startWitness(folder = newFolder()) {
  const logs: ReturnType<typeof logKey>[] = []
  const options = {
    name: 'witness.example/w1',
    state: openWitnessState(folder, (bytes) => new Uint8Array(bytes).fill(9)),
    logs,
    now_ms: Date.now,
    onDecision: () => {},
    onError: () => {},
  }
  const server = createWitness(options)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const key = witnessKey(options)
  return { logs, key, setting: `${formatVerifierKey(key)}@http://127.0.0.1:${port}` }
}
const logKeyText = ({ services, clock }: TestPlatform) => services.log.keys(clock.now())[0]!
const logKey = (platform: TestPlatform) => parseVerifierKey(logKeyText(platform))!

const transparencyOf = (...witnesses: string[]) => ({
  transparency: readConfig({}, { SVC_WITNESSES: witnesses.join(' ') }).transparency,
})

const stateOf = async ({ store }: TestPlatform, name: string) =>
  (await store.listWitnesses({})).find((witness) => witness.name.endsWith(name))

describe('the delivery of audit heads', () => {
  it('reaches a file, an e-mail address and an HTTP witness, whose cosignature is kept', async () => {
    const path = join(newFolder(), 'heads.jsonl')
    const witness = await startWitness()
    const platform = await startPlatform(
      transparencyOf(`file:${path}`, 'mailto:witness@example.org', witness.setting),
    )
    witness.logs.push(logKey(platform))
    const { api } = await platform.organization()
    await platform.advance(10 * MINUTE)
    const log = logKey(platform)
    const { text } = await platform.http().get('/log/checkpoint')
    const note = verifyNote(text, [log, witness.key])!
    expect(note.verified.map(({ key }) => key.name)).toEqual([log.name, 'witness.example/w1'])
    const { lines, damaged } = parseHeadsLines(readFileSync(path, 'utf8'))
    expect(damaged).toEqual([])
    expect(await verifyAgainstHeads(platform.store, lines, [log])).toEqual([])
    const mail = platform.mailer.items.find(({ to }) => to === 'witness@example.org')!
    expect(mail.text).toContain(lines[0]!.entry)
    const head = (await api.get('/audit-logs/head')).body.published
    expect(
      verifyAuditHead(head, {
        log: logKeyText(platform),
        witnesses: [formatVerifierKey(witness.key)],
        quorum: 1,
      }),
    ).toMatchObject({ kind: 'proved', witnesses: ['witness.example/w1'] })
  })

  it('states why a witness could not be reached', async () => {
    const { setting } = await startWitness()
    const platform = await startPlatform(
      transparencyOf(setting.replace(/@.*/, '@http://127.0.0.1:1')),
    )
    await platform.organization()
    await platform.advance(MINUTE)
    expect(await stateOf(platform, '127.0.0.1:1')).toMatchObject({
      failures: 1,
      last_error: 'the witness could not be reached',
    })
  })

  it('continues without a witness that fails, and retries it with exponential backoff', async () => {
    const path = join(newFolder(), 'heads.jsonl')
    const witness = await startWitness()
    const platform = await startPlatform(
      transparencyOf('file:/nowhere/heads.jsonl', witness.setting, `file:${path}`),
    )
    await platform.organization()
    await platform.advance(MINUTE)
    expect(parseHeadsLines(readFileSync(path, 'utf8')).lines).toHaveLength(1)
    expect(await stateOf(platform, '/nowhere/heads.jsonl')).toMatchObject({ publication: null })
    const delays_s = []
    for (const failures of [1, 2, 3]) {
      const lost = (await stateOf(platform, witness.setting.split('@')[1]!))!
      expect(lost).toMatchObject({ failures, last_error: 'the witness does not watch this log' })
      delays_s.push((Date.parse(lost.next_attempt_at) - Date.parse(platform.clock.now())) / 1000)
      await platform.advance(60 * MINUTE)
    }
    expect(delays_s).toEqual([10, 20, 40])
    witness.logs.push(logKey(platform))
    await platform.advance(60 * MINUTE)
    expect(await stateOf(platform, witness.setting.split('@')[1]!)).toMatchObject({
      failures: 0,
      last_error: null,
    })
  })

  it('reads no heads and claims nothing while no witness lacks the latest publication', async () => {
    const path = join(newFolder(), 'heads.jsonl')
    const platform = await startPlatform(transparencyOf(`file:${path}`))
    await platform.organization()
    await platform.advance(10 * MINUTE)
    const readEvidence = vi.spyOn(platform.services.store, 'readEvidence')
    const claimWitnesses = vi.spyOn(platform.services.store, 'claimWitnesses')
    await platform.advance(MINUTE)
    expect([readEvidence.mock.calls, claimWitnesses.mock.calls]).toEqual([[], []])
    await platform.organization()
    await platform.advance(10 * MINUTE)
    expect(readEvidence).toHaveBeenCalledTimes(1)
    expect(parseHeadsLines(readFileSync(path, 'utf8')).lines).toHaveLength(2)
  })

  it('T-12: does not stop for longer than one retry delay, whatever times the database contains', async () => {
    const path = join(newFolder(), 'heads.jsonl')
    const platform = await startPlatform(transparencyOf(`file:${path}`))
    await platform.organization()
    await platform.advance(10 * MINUTE)
    const [state] = await platform.store.listWitnesses({})
    const never = '9999-12-31T23:59:59.999Z'
    await platform.database.transact((tx) =>
      tx.witnesses.put({ ...state!, next_attempt_at: never, last_success_at: never }),
    )
    await platform.advance(MINUTE)
    expect((await platform.store.listWitnesses({}))[0]!.last_success_at).not.toBe(never)
    await platform.database.transact((tx) =>
      tx.witnesses.put({ ...state!, next_attempt_at: never }),
    )
    await platform.organization()
    await platform.advance(10 * MINUTE)
    expect(parseHeadsLines(readFileSync(path, 'utf8')).lines).toHaveLength(2)
  })

  it('asks again with the size that the witness knows', async () => {
    const folder = newFolder()
    const witness = await startWitness(folder)
    const platform = await startPlatform(transparencyOf(witness.setting))
    witness.logs.push(logKey(platform))
    await platform.organization()
    await platform.advance(10 * MINUTE)
    const [state] = await platform.store.listWitnesses({})
    await platform.database.transact((tx) => tx.witnesses.delete({ name: state!.name }))
    await platform.organization()
    await platform.advance(10 * MINUTE)
    const [again] = await platform.store.listWitnesses({})
    expect(again!.failures).toBe(0)
    expect(again!.size).toBeGreaterThan(state!.size)
  })

  it('T-12: an HTTP witness refuses a log that was forked', async () => {
    const witness = await startWitness()
    const platform = await startPlatform(transparencyOf(witness.setting))
    witness.logs.push(logKey(platform))
    await platform.organization()
    await platform.advance(10 * MINUTE)
    const { store, database, services } = platform
    const head = (await store.readLogHead({}))!
    const forge = async (size: number) => {
      const root = Buffer.alloc(32, 1)
      const { origin } = head
      const text = `${origin}\n${size}\n${root.toString('base64')}\n`
      await database.transact(async (tx) => {
        const value = { origin, size, checkpoint: services.log.sign(text, platform.clock.now()) }
        await tx.platform_facts.put({ name: 'log_head', value })
      })
      expect(parseCheckpoint(text)?.size).toBe(size)
      platform.clock.advance(61 * MINUTE)
      // The witnesses are called directly, because `advance` also runs the job that reads the signing keys, which fails on a forged log.
      await submitToWitnesses(platform.jobs)
      return (await store.listWitnesses({}))[0]!.last_error
    }
    expect(await forge(head.size)).toBe(
      `the witness has cosigned another tree of ${head.size} entries, so this log was forked or restored from a backup`,
    )
  })
})

describe('the file of a witness', () => {
  it('is continued after a crash in the middle of a line', async () => {
    const path = join(newFolder(), 'heads.jsonl')
    const platform = await startPlatform(transparencyOf(`file:${path}`))
    await platform.organization()
    await platform.advance(10 * MINUTE)
    appendFileSync(path, '{"entry":')
    await platform.organization()
    await platform.advance(10 * MINUTE)
    const { lines, damaged } = parseHeadsLines(readFileSync(path, 'utf8'))
    expect(damaged).toEqual([2])
    expect(lines).toHaveLength(2)
    expect(await verifyAgainstHeads(platform.store, lines, [logKey(platform)])).toEqual([])
  })

  it('begins with all heads after a rotation', async () => {
    const path = join(newFolder(), 'heads.jsonl')
    writeFileSync(path, ' '.repeat(16 * 1024 * 1024 + 1))
    const platform = await startPlatform(transparencyOf(`file:${path}`))
    await platform.organization()
    await platform.advance(10 * MINUTE)
    const { lines } = parseHeadsLines(readFileSync(path, 'utf8'))
    expect(lines).toHaveLength(1)
    expect(await verifyAgainstHeads(platform.store, lines, [logKey(platform)])).toEqual([])
  })
})

describe('SVC_WITNESSES', () => {
  it.each(['nonsense', 'file:', 'mailto:nobody', 'http://witness.example', 'file:a file:a'])(
    'rejects %j',
    (text) => {
      expect(() => readConfig({}, { SVC_WITNESSES: text })).toThrow(/SVC_WITNESSES must/)
    },
  )
})
