import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyChain } from '../../src/domain/audit/chain.ts'
import { shownAuditRecord, type ShownAuditRecord } from '../../src/domain/audit/record.ts'
import {
  addRecords,
  startExportPlatform,
  requestExport,
  runToEnd,
  type Receiver,
} from '../jobs/audit/export-platform.ts'
import { eventually } from '../kit/bounds.ts'
import { isToolMissing } from '../kit/tools.ts'
import { newFolder } from '../kit/folder.ts'
import { freePort } from '../kit/port.ts'

const started: ChildProcess[] = []
afterAll(() => {
  for (const child of started) child.kill('SIGINT')
})

/** Builds a receiver outside the repository. The Go module cache and the build cache make it quick the second time. */
async function built(folder: string): Promise<string | undefined> {
  const binary = join(newFolder('receiver'), 'receiver')
  try {
    await promisify(execFile)('go', ['build', '-o', binary, '.'], {
      cwd: folder,
      env: { ...process.env, GOFLAGS: '-mod=readonly' },
    })
    return binary
  } catch (cause) {
    console.log(
      `Skipped: the receiver in ${folder} cannot be built here.\n${(cause as { stderr?: string }).stderr ?? ''}`,
    )
    return undefined
  }
}

interface Any {
  stringValue?: string
  doubleValue?: number
  intValue?: string
  boolValue?: boolean
  arrayValue?: { values?: Any[] }
  kvlistValue?: { values?: Field[] }
}
interface Field {
  key: string
  value: Any
}
interface DecodedRecord {
  resourceLogs: {
    resource: { attributes: Field[] }
    scopeLogs: { logRecords: { timeUnixNano: string; body: Any; attributes: Field[] }[] }[]
  }[]
}

/** Converts JSON from the OpenTelemetry representation. */
function plain({
  stringValue,
  doubleValue,
  intValue,
  boolValue,
  arrayValue,
  kvlistValue,
}: Any): unknown {
  if (kvlistValue)
    return Object.fromEntries(
      (kvlistValue.values ?? []).map(({ key, value }) => [key, plain(value)]),
    )
  if (arrayValue) return (arrayValue.values ?? []).map(plain)
  return (
    stringValue ?? doubleValue ?? boolValue ?? (intValue === undefined ? null : Number(intValue))
  )
}

describe.skipIf(isToolMissing('receivers') || isToolMissing('go'))(
  'the event collector of the OpenTelemetry project',
  () => {
    let binary: string | undefined
    beforeAll(async () => {
      binary = await built('test/receivers/collector')
    }, 600_000)

    it('accepts a complete export with every record in order, its time, its labels and a chain that verifies', async ({
      skip,
    }) => {
      if (binary === undefined) return skip()
      const port = await freePort()
      const child = spawn(binary, [`127.0.0.1:${port}`], { stdio: ['ignore', 'pipe', 'pipe'] })
      started.push(child)
      const records: DecodedRecord[] = []
      createInterface(child.stdout).on('line', (line) =>
        records.push(JSON.parse(line) as DecodedRecord),
      )
      await once(child.stderr, 'data')

      const platform = await startExportPlatform({}, {}, 5_000)
      const org = await platform.organization('professional')
      await addRecords(platform, org, 1200, (n) => ({
        n,
        text: 'ü"\\\n😀',
        nested: { list: [1, null, true, { deep: 'x' }], empty: [] },
      }))
      const to: Receiver = {
        kind: 'collector',
        url: `http://127.0.0.1:${port}`,
        credential: 'any-token',
      }
      const requested = await requestExport(org, to, {
        source: 'registry',
        sourcetype: 'audit',
        host: 'h1',
        index: 'main',
        tags: ['env:prod', 'team:b'],
      })
      const job = await runToEnd(platform, requested)
      expect([job.status, job.delivered, job.error]).toEqual(['completed', 1200, null])

      await eventually(() => expect(records.flatMap(logs)).toHaveLength(1200))
      const stored = await platform.store.readChain({
        chain: org.organization_id,
        above: requested.first_sequence - 1,
        limit: 1200,
      })
      const arrived = records.flatMap(logs).map(({ body }) => plain(body) as ShownAuditRecord)
      expect(arrived).toEqual(stored.map(shownAuditRecord))
      const chain = verifyChain({
        start: { sequence: requested.first_sequence - 1, hash: stored[0]!.prev_hash },
      })
      for (const record of arrived) chain.feed(record)
      expect(chain.report()).toMatchObject({ intact: true, checked: 1200 })

      const [first] = records.flatMap(logs)
      expect(Number(first!.timeUnixNano) / 1e6).toBe(Date.parse(stored[0]!.occurred_at))
      expect(plain({ kvlistValue: { values: first!.attributes } })).toEqual({
        event_id: stored[0]!.id,
        tags: ['env:prod', 'team:b'],
      })
      expect(
        plain({ kvlistValue: { values: records[0]!.resourceLogs[0]!.resource.attributes } }),
      ).toEqual({
        'host.name': 'h1',
        'com.splunk.source': 'registry',
        'com.splunk.sourcetype': 'audit',
        'com.splunk.index': 'main',
      })
    })
  },
)

const logs = ({ resourceLogs }: DecodedRecord) =>
  resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords))
