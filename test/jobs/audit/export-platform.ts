import { afterAll } from 'vitest'
import type { ExportJob } from '../../../src/domain/audit/export-job.ts'
import type { DestinationKind } from '../../../src/domain/audit/exports.ts'
import { httpExportSender } from '../../../src/ports/exports/sender.ts'
import { appendAudit } from '../../../src/store/transactions/audit/records.ts'
import {
  START,
  startPlatform,
  type TestOrganization,
  type TestPlatform,
} from '../../http/platform.ts'
import { MINUTE, HOUR } from '../../kit/time.ts'
import { LIVENESS_MS } from '../../kit/bounds.ts'
import { startVendor, type ReceivedEvent, type Vendor } from './vendors.ts'

const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.splice(0)) await close()
})
/** Registers a function that is called after the tests of the file. */
export const afterTests = (close: () => unknown): void => {
  closing.push(close)
}

export const CREDENTIAL_MEMBERS = {
  logs: 'api_key',
  collector: 'hec_token',
  alerts: 'routing_key',
} as const
const ON_LOOPBACK = { http: true, allow: ['127.0.0.1'] }

/** Starts the whole platform with the real export sender, which may connect to 127.0.0.1 unless `settings.outgoing` says otherwise. */
export async function startExportPlatform(
  settings: Parameters<typeof startPlatform>[0] = {},
  overrides: Parameters<typeof startPlatform>[1] = {},
  timeout_ms = LIVENESS_MS,
) {
  const exports = settings.exports ?? { logs: {}, collector: {}, alerts: {} }
  const exportSender = httpExportSender(settings.outgoing ?? ON_LOOPBACK, exports, { timeout_ms })
  const platform = await startPlatform(
    { ...settings, exports },
    { exportSender, export_timeout_ms: 15_000, ...overrides },
  )
  afterTests(async () => {
    await platform.jobs.exports.stop()
    platform.server.close()
  })
  return platform
}

export async function startReceiver(
  kind: DestinationKind,
  options: Parameters<typeof startVendor>[1] = {},
): Promise<Vendor> {
  const started = await startVendor(kind, options)
  afterTests(started.close)
  return started
}
/** Returns the clock of the test, by which vendors determine the age of events. */
export const testNow =
  ({ clock }: Pick<TestPlatform, 'clock'>) =>
  () =>
    clock.now_ms()

/** Adds this many records to the log of an organization. */
export const addRecords = (
  platform: TestPlatform,
  { organization_id, workspace_id }: TestOrganization,
  count: number,
  metadata: (n: number) => object = (n) => ({ n }),
) =>
  platform.database.transact(async (tx) => {
    const target = { type: 'workspace', id: workspace_id }
    for (let n = 0; n < count; n += 1)
      await appendAudit(tx, platform.context(), {
        event_type: 'policy.updated',
        organization_id,
        workspace_id,
        target,
        metadata: metadata(n) as never,
      })
  })

export type Receiver = Pick<Vendor, 'kind' | 'url' | 'credential'>

/** Requests an export to a receiver with its credential. */
export async function requestExport(
  { api }: Pick<TestOrganization, 'api'>,
  to: Receiver,
  more: object = {},
) {
  const got = await api.post(`/audit-logs/siem/${to.kind}/export`, {
    intake_url: to.url,
    [CREDENTIAL_MEMBERS[to.kind]]: to.credential,
    event_type: 'policy.updated',
    limit: 10_000,
    ...more,
  })
  if (got.status !== 202) throw new Error(got.text)
  return got.body as {
    export_id: string
    matched: number
    first_sequence: number
    last_sequence: number
  }
}
export const readExport = async (
  { api }: Pick<TestOrganization, 'api'>,
  { export_id }: { export_id: string },
) => (await api.get(`/audit-logs/siem/exports/${export_id}`)).body
export const jobOf = (
  platform: TestPlatform,
  { export_id }: { export_id: string },
): Promise<ExportJob> =>
  platform.database.read(async (tx) => (await tx.exports.get({ export_id }))!)

/** Advances the clock in steps until an export has ended or twenty hours have passed since `START`. */
export async function runToEnd(
  platform: TestPlatform,
  requested: { export_id: string },
): Promise<ExportJob> {
  for (let step = 0; step < 24 * 60; step += 1) {
    const job = await jobOf(platform, requested)
    if (job.finished_at !== null || platform.clock.now_ms() - START > 20 * HOUR) return job
    await platform.advance((step < 30 ? 0.2 : 5) * MINUTE)
  }
  return jobOf(platform, requested)
}

/** Returns the events without duplicates: the first arrival of each. */
export const distinct = (events: readonly ReceivedEvent[]): readonly ReceivedEvent[] =>
  [...new Map(events.toReversed().map((event) => [event.id, event])).values()].toSorted(
    (a, b) => events.findIndex(({ id }) => id === a.id) - events.findIndex(({ id }) => id === b.id),
  )
export const sequences = (events: readonly ReceivedEvent[]): number[] =>
  events.map(({ sequence }) => sequence)
export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n)
