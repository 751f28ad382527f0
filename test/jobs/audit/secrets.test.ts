import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { masterKey, open } from '../../../src/domain/secrets.ts'
import type { SealCursor } from '../../../src/store/transactions/trust/reseal.ts'
import { DESTINATIONS } from '../../../src/domain/audit/exports.ts'
import { SECOND, MINUTE } from '../../kit/time.ts'
import {
  addRecords,
  jobOf,
  afterTests,
  CREDENTIAL_MEMBERS,
  startExportPlatform,
  requestExport,
  readExport,
  testNow,
  runToEnd,
  startReceiver,
} from './export-platform.ts'
import { newFolder } from '../../kit/folder.ts'

const CANARIES = {
  logs: 'canary_of_logs_00000000000000000',
  collector: 'canary_of_collector_000000000000',
  alerts: 'canary_of_alerts_000000000000000',
  own: 'canary_of_the_operator_000000000',
  query: 'canary_in_the_address',
} as const
const encodings = (secret: string) => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
  encodeURIComponent(secret),
]

/** Starts a destination that repeats its request in every part of the response. */
async function echo(status: number): Promise<string> {
  const server = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    req.on('end', () => {
      const request = [req.url, ...Object.values(req.headers), body].join(' ')
      const secret = /canary_\w+/.exec(request)?.[0] ?? 'none'
      res.writeHead(status, {
        'Content-Type': 'application/json',
        'Retry-After': secret,
        Location: `http://${secret}.example/`,
      })
      res.end(
        JSON.stringify({
          text: request,
          code: 6,
          message: request,
          status: request,
          errors: [{ title: request, detail: request }],
        }),
      )
    })
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  afterTests(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/?token=${CANARIES.query}`
}

describe('I-13: the credentials of exports', () => {
  it('are in no file, log, response or audit record, in any state of an export, although the destination repeats them wherever it can', async () => {
    const home = newFolder('export-secrets')
    const hanging = await startReceiver('logs')
    hanging.state.default = 'hangs'
    const own = {
      logs: { url: hanging.url, credential: CANARIES.own },
      collector: { url: hanging.url, credential: CANARIES.own },
      alerts: { url: hanging.url, credential: CANARIES.own },
    }
    const platform = await startExportPlatform(
      { store: `sqlite:${join(home, 'registry.db')}`, exports: own },
      { export_timeout_ms: 200 },
      60_000,
    )
    const org = await platform.organization('professional')
    await addRecords(platform, org, 3)
    const texts: string[] = []
    const requestExportOf = async (kind: (typeof DESTINATIONS)[number], body: object) => {
      const got = await org.api.post(`/audit-logs/siem/${kind}/export`, body)
      texts.push(got.text)
      return got.body as { export_id: string }
    }
    const urls = await Promise.all([200, 302, 400, 401, 403, 413, 429, 500, 503].map(echo))
    for (const kind of DESTINATIONS) {
      const secret = { [CREDENTIAL_MEMBERS[kind]]: CANARIES[kind] }
      for (const url of urls)
        texts.push(
          JSON.stringify(
            await readExport(org, await requestExportOf(kind, { intake_url: url, ...secret })),
          ),
        )
      await requestExportOf(kind, { intake_url: `https://10.0.0.1/${CANARIES.query}`, ...secret })
      await requestExportOf(kind, {
        intake_url: `http://x:${CANARIES.query}@127.0.0.1/`,
        ...secret,
      })
      await requestExportOf(kind, {})
      await requestExportOf(kind, { ...secret, limit: 'x' })
      await requestExportOf(kind, { ...secret, intake_url: 'nowhere' })
      await requestExportOf(kind, { ...secret, workspace_id: 'ws_nowhere' })
      await requestExportOf(kind, {
        ...secret,
        [CREDENTIAL_MEMBERS[kind]]: `${secret[CREDENTIAL_MEMBERS[kind]]} with blanks`,
      })
      await requestExportOf(kind, { [CREDENTIAL_MEMBERS[kind]]: { secret } })
    }
    await platform.runUntilIdle()
    for (let index = 0; index < 3; index += 1) await platform.advance(31 * SECOND)
    const ids = (await platform.database.read((tx) => tx.exports.find({}))).map(
      ({ export_id }) => export_id,
    )
    const states = await Promise.all(ids.map(async (export_id) => readExport(org, { export_id })))
    texts.push(JSON.stringify(states), (await org.api.get('/audit-logs?limit=200')).text)
    expect(new Set(states.map(({ status }) => status))).toEqual(
      new Set(['running', 'completed', 'failed']),
    )

    const files = () =>
      readdirSync(home)
        .filter((name) => !name.endsWith('.key'))
        .map((name) => [name, readFileSync(join(home, name))] as const)
    const whileOpen = files()
    expect(whileOpen.map(([name]) => name)).toContain('registry.db-wal')
    const rows = JSON.stringify(await platform.rows())
    await platform.jobs.exports.stop()
    const contents: (readonly [string, Buffer])[] = [
      ...whileOpen,
      ...files(),
      ['responses', Buffer.from(texts.join('\n'))],
      ['log', Buffer.from(platform.log.join('\n'))],
      ['rows', Buffer.from(rows)],
    ]
    const found = contents.flatMap(([place, bytes]) =>
      Object.entries(CANARIES)
        .filter(([, secret]) => encodings(secret).some((text) => bytes.includes(text)))
        .map(([name]) => `${name} in ${place}`),
    )
    expect(found).toEqual([])
    expect(hanging.requests.length).toBeGreaterThan(0)
  }, 60_000)

  it('are sealed for their export only, and removed when it has ended', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 1)
    const keys = platform.services.master_keys.ring()
    for (const kind of DESTINATIONS) {
      const to = await startReceiver(kind, { now: testNow(platform) })
      to.behaviours.push({ status: 503 })
      const [one, other] = [await requestExport(org, to), await requestExport(org, to)]
      const [{ sealed }, second] = [await jobOf(platform, one), await jobOf(platform, other)]
      expect(JSON.parse(open(keys, `export:${one.export_id}`, sealed!)!.toString())).toEqual({
        url: to.url,
        credential: to.credential,
      })
      expect(open(keys, `export:${other.export_id}`, sealed!)).toBeUndefined()
      expect(sealed).not.toBe(second.sealed)
      for (const requested of [one, other]) {
        expect((await runToEnd(platform, requested)).sealed).toBeNull()
      }
      expect((await jobOf(platform, one)).status).toBe('completed')
    }
  })

  it('do not make their export fail if this process lacks the master key; the export waits for it', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 1)
    const to = await startReceiver('logs', { now: testNow(platform) })
    to.behaviours.push({ status: 503 })
    const requested = await requestExport(org, to)
    await platform.runUntilIdle()
    const both = [masterKey(Buffer.alloc(32, 33)), ...platform.services.master_keys.ring()]
    await platform.store.beginMasterRotation(platform.context(), { master_keys: both })
    let from: SealCursor | undefined
    do
      ({ next: from } = await platform.store.resealStep(platform.context(), {
        master_keys: both,
        from,
      }))
    while (from)
    platform.clock.advance(5 * MINUTE)
    await platform.jobs.exports.drain()
    expect(await jobOf(platform, requested)).toMatchObject({
      finished_at: null,
      error: { code: 'DESTINATION_FAILED' },
    })
    expect(to.requests).toHaveLength(1)
    expect(platform.log.join('\n')).toContain(
      `it needs the master key ${both[0]!.id}, which is not in SVC_MASTER_KEY`,
    )
  })

  it('are sealed together with the address of the request, which may contain a secret as well', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 1)
    const { export_id } = await requestExport(org, await startReceiver('logs'), {
      intake_url: 'http://127.0.0.1:1/hidden_in_a_path',
    })
    expect(JSON.stringify(await jobOf(platform, { export_id }))).not.toContain('hidden_in_a_path')
  })
})
