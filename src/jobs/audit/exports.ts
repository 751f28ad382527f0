import { shownAuditRecord, type AuditRecord } from '../../domain/audit/record.ts'
import { fitting } from '../../domain/audit/export-batch.ts'
import {
  advance,
  exhausted,
  rested,
  type Advance,
  type ExportJob,
  type Verdict,
} from '../../domain/audit/export-job.ts'
import { endpointOf, type Aim, type ConfiguredEndpoints } from '../../domain/audit/exports.ts'
import { EXPORTS_AT_ONCE, PAGE_MOST } from '../../domain/limits.ts'
import { open } from '../../domain/secrets.ts'
import { plus, type Timestamp } from '../../domain/time.ts'
import { ADAPTERS } from '../../ports/exports/adapters.ts'
import type { Shipment } from '../../ports/exports/adapter.ts'
import { judgeAbsence } from '../../ports/exports/judge.ts'
import { SEND_TIMEOUT_MS, type ExportSender } from '../../ports/exports/sender.ts'
import type { CallContext } from '../../store/context.ts'
import { sealPurpose } from '../../store/transactions/audit/exports.ts'
import type { Store } from '../../store/store.ts'

export interface ExportServices {
  readonly store: Store
  readonly sender: ExportSender
  readonly configured: ConfiguredEndpoints
  /** Host name of the platform, as destinations see it. */
  readonly origin: string
  readonly master_key: Uint8Array
  readonly now: () => Timestamp
  /** An act of the platform itself. */
  readonly act: () => CallContext
  readonly onError: (cause: unknown) => void
  /** Told of every export that has ended after it was sent, or could not be. */
  readonly onEnded: (job: ExportJob) => void
}

/** Sends exports, many destinations at a time and one job at a time for each. Nobody waits for it. */
export interface ExportRunner {
  /** Takes up what is due, as far as there is room. Resolves with how many, when they are under way. */
  pump(): Promise<number>
  /** Pumps until nothing is due, and waits for what is under way, but not for destinations that let it wait. Resolves with how many were taken up. */
  settle(): Promise<number>
  /** Abandons what is under way; others, or the next start, go on where it was. */
  stop(): Promise<void>
}

/** Who works on a job and falls silent for this long is taken for dead. */
const HOLD_MS = SEND_TIMEOUT_MS + 30_000
/** How long a clock that is moved waits for a destination. */
const PATIENCE_MS = 2_000

interface UnderWay {
  readonly organization_id: string
  readonly done: Promise<void>
  slow: boolean
}
/** One stretch of work on a job: how much it may send at once, and how much it has sent. */
interface Leg {
  most: number
  requests: number
}

export function createExportRunner(
  services: ExportServices,
  patience_ms = PATIENCE_MS,
): ExportRunner {
  const { store, act, onError } = services
  const underWay = new Map<string, UnderWay>()
  let stopped = false
  let pumping: Promise<number> = Promise.resolve(0)

  const countOf = (organization_id: string) =>
    [...underWay.values()].filter((job) => job.organization_id === organization_id).length

  async function takeUp(): Promise<number> {
    if (stopped) return 0
    const jobs = await store.claimExports(act(), {
      most: EXPORTS_AT_ONCE.process - underWay.size,
      most_of: (id) => EXPORTS_AT_ONCE.organization - countOf(id),
      except: new Set(underWay.keys()),
      hold_ms: HOLD_MS,
    })
    for (const job of jobs)
      underWay.set(job.export_id, {
        organization_id: job.organization_id,
        done: begin(job),
        slow: false,
      })
    return jobs.length
  }
  const pump = (): Promise<number> => {
    const pumped = pumping.then(takeUp)
    pumping = pumped.catch(() => 0)
    return pumped
  }
  /** What follows a job need not wait for the next pass. */
  const begin = (job: ExportJob): Promise<void> =>
    carry(services, job, () => stopped)
      .catch(onError)
      .then(() => {
        underWay.delete(job.export_id)
        if (!stopped) pump().catch(onError)
      })

  return {
    pump,
    async settle() {
      for (let taken = 0; ;) {
        taken += await pump()
        const awaited = [...underWay].filter(([, { slow }]) => !slow)
        if (awaited.length === 0) return taken
        await inTime(Promise.all(awaited.map(([, { done }]) => done)), patience_ms)
        for (const [id, job] of awaited) job.slow = underWay.get(id) === job
      }
    },
    async stop() {
      stopped = true
      await pumping
      services.sender.close()
      await Promise.all([...underWay.values()].map(({ done }) => done))
    },
  }
}

/** Waits for something, but not for ever. */
async function inTime(work: Promise<unknown>, patience_ms: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patience_ms)
  await Promise.race([work, late])
  clearTimeout(timer)
}

/** Works on a job until it ends, has to wait, or somebody else has taken it up. What was sent is on record before the next is sent. */
async function carry(
  services: ExportServices,
  claimed: ExportJob,
  isStopped: () => boolean,
): Promise<void> {
  const { store, act, onEnded } = services
  const { count } = ADAPTERS[claimed.destination].limits
  const leg: Leg = { most: count, requests: 0 }
  for (let job: ExportJob | undefined = claimed; job;) {
    const moved: Advance = isStopped()
      ? advanced(services, job, [], { kind: 'abandoned' })
      : await step(services, job, leg)
    const kept = await store.advanceExport(act(), {
      export_id: job.export_id,
      claim: job.claim,
      advance: moved,
      hold_ms: HOLD_MS,
    })
    // One large record makes the batches around it small, not all that follow.
    leg.most = moved.most ?? Math.min(2 * leg.most, count)
    if (kept && moved.next === 'ended') onEnded(kept)
    job = moved.next === 'at_once' ? kept : undefined
  }
}

/** Sends one request and says what has become of the job. No transaction is open meanwhile. */
async function step(services: ExportServices, job: ExportJob, leg: Leg): Promise<Advance> {
  const { configured, master_key, origin, now } = services
  const aim = aimOf(job, master_key)
  const endpoint = aim && endpointOf(aim, configured[job.destination])
  if (!endpoint) return advanced(services, job, [], { kind: 'fail', code: 'CREDENTIAL_UNREADABLE' })
  const shipment: Shipment = {
    export_id: job.export_id,
    endpoint,
    options: job.options,
    origin,
    now: now(),
  }
  const own = aim.url === null
  if (job.pending)
    return advanced(services, job, [], await acknowledged(services, job, shipment, own))
  const records = await nextRecords(services, job, leg.most)
  if (records.length === 0) return exhausted(job, now())
  const { sequences, verdict } = await sent(services, job, {
    records,
    shipment,
    own,
    most: leg.most,
  })
  leg.requests += 1
  return paced(job, advanced(services, job, sequences, verdict), leg, now())
}

interface Consignment {
  readonly records: readonly AuditRecord[]
  readonly shipment: Shipment
  readonly own: boolean
  readonly most: number
}

async function sent(
  { sender, now }: ExportServices,
  { destination }: ExportJob,
  { records, shipment, own, most }: Consignment,
) {
  const adapter = ADAPTERS[destination]
  const items = records.map((record) => adapter.item(shownAuditRecord(record), shipment))
  const count = fitting(items, { ...adapter.limits, count: most })
  const posted = await sender.send(adapter.parcel(items.slice(0, count), shipment), own)
  const verdict =
    posted.kind === 'answered' ? adapter.judge(posted, count, now()) : judgeAbsence(posted)
  return { sequences: records.slice(0, count).map(({ sequence }) => sequence), verdict }
}

async function acknowledged(
  { sender, now }: ExportServices,
  { destination, pending }: ExportJob,
  shipment: Shipment,
  own: boolean,
): Promise<Verdict> {
  const { acknowledgement } = ADAPTERS[destination]
  const { ack_id } = pending!
  const posted = await sender.send(acknowledgement!.parcel(ack_id, shipment), own)
  return posted.kind === 'answered'
    ? acknowledgement!.judge(posted, ack_id, now())
    : judgeAbsence(posted)
}

/** Reads in small steps, so that nobody else waits long for the store. */
async function nextRecords(
  { store }: ExportServices,
  job: ExportJob,
  most: number,
): Promise<readonly AuditRecord[]> {
  const records: AuditRecord[] = []
  for (let full = true; full && records.length < most;) {
    const limit = Math.min(PAGE_MOST, most - records.length)
    const page = await store.readExportRecords({
      job,
      above: records.at(-1)?.sequence ?? job.cursor,
      limit,
    })
    records.push(...page)
    full = page.length === limit
  }
  return records
}

function aimOf({ export_id, sealed }: ExportJob, master_key: Uint8Array): Aim | undefined {
  if (sealed === null) return { url: null, credential: null }
  const aim = open(master_key, sealPurpose(export_id), sealed)
  return aim && (JSON.parse(aim.toString()) as Aim)
}

const advanced = (
  { now, act }: ExportServices,
  job: ExportJob,
  sequences: readonly number[],
  verdict: Verdict,
): Advance => advance(job, sequences, verdict, { now: now(), jitter: act().random(1)[0]! / 255 })

function paced(
  { destination }: ExportJob,
  moved: Advance,
  { requests }: Leg,
  now: Timestamp,
): Advance {
  const { pace } = ADAPTERS[destination]
  return pace && moved.next === 'at_once' && requests >= pace.requests
    ? rested(moved, plus(now, pace.pause_ms))
    : moved
}
