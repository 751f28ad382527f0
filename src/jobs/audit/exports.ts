import { shownAuditRecord, type AuditRecord } from '../../domain/audit/record.ts'
import {
  countFitting,
  endpointOf,
  type DestinationOverride,
  type ConfiguredEndpoints,
} from '../../domain/audit/exports.ts'
import {
  applyResult,
  endWithoutRemaining,
  postpone,
  type JobUpdate,
  type ExportJob,
  type DeliveryResult,
} from '../../domain/audit/export-job.ts'
import { MAX_CONCURRENT_EXPORTS, MAX_PAGE_SIZE } from '../../domain/limits.ts'
import { plus, type Timestamp } from '../../domain/time.ts'
import { DESTINATION_FORMATS, type ExportContext } from '../../ports/exports/destination-format.ts'
import { resultForFailure } from '../../ports/exports/delivery-result.ts'
import { SEND_TIMEOUT_MS, type ExportSender } from '../../ports/exports/sender.ts'
import { sealPurpose } from '../../store/transactions/audit/exports.ts'
import { openSealed, type MasterKeys } from '../../domain/trust/master-keys.ts'
import type { JobContext } from '../job-loop.ts'
import { withTimeLimit } from '../time-limit.ts'

export interface ExportServices extends JobContext {
  readonly sender: ExportSender
  readonly configured: ConfiguredEndpoints
  /** Host name of the platform, which destinations see as the source. */
  readonly origin: string
  readonly master_keys: MasterKeys
  /** Called with every export that this runner has ended, even without a request. Some end when they are created, and are not included. */
  readonly onEnded: (job: ExportJob) => void
}

/** Sends exports in the background, many destinations at a time and one job at a time for each. */
export interface ExportRunner {
  /** Claims and starts as many due jobs as there is capacity for. Resolves with their number once they are started. */
  startDue(): Promise<number>
  /**
   * Starts jobs until none is due, and waits for them, except for destinations that do not respond in time. Resolves with the number of
   * started jobs.
   */
  drain(): Promise<number>
  /** Abandons the running jobs. Other processes, or the next start, continue them. */
  stop(): Promise<void>
}

/** Milliseconds after which a claim without progress expires, because its process is presumed dead. */
const CLAIM_MS = SEND_TIMEOUT_MS + 30_000
/** Maximum milliseconds that `drain` waits for the running jobs. */
const DRAIN_TIMEOUT_MS = 2_000

interface RunningJob {
  readonly organization_id: string
  readonly done: Promise<void>
  slow: boolean
}
/** The state of one run of a job: the maximum number of records in the next batch, and the number of requests sent so far. */
interface BatchBudget {
  max_records: number
  requests: number
}

export function createExportRunner(
  services: ExportServices,
  drain_timeout_ms = DRAIN_TIMEOUT_MS,
): ExportRunner {
  const { store, platformContext, onError } = services
  const running = new Map<string, RunningJob>()
  let stopped = false
  let claiming: Promise<number> = Promise.resolve(0)

  const countOf = (organization_id: string) =>
    [...running.values()].filter((job) => job.organization_id === organization_id).length

  async function claimDue(): Promise<number> {
    if (stopped) return 0
    const jobs = await store.claimExports(platformContext(), {
      limit: MAX_CONCURRENT_EXPORTS.process - running.size,
      capacity: (id) => MAX_CONCURRENT_EXPORTS.organization - countOf(id),
      except: new Set(running.keys()),
      hold_ms: CLAIM_MS,
    })
    for (const job of jobs)
      running.set(job.export_id, {
        organization_id: job.organization_id,
        done: begin(job),
        slow: false,
      })
    return jobs.length
  }
  const claimNext = (): Promise<number> => {
    const claimed = claiming.then(claimDue)
    claiming = claimed.catch(() => 0)
    return claimed
  }
  /** Runs a job, then starts the next ones at once instead of at the next interval. */
  const begin = (job: ExportJob): Promise<void> =>
    runJob(services, job, () => stopped)
      .catch(onError)
      .then(() => {
        running.delete(job.export_id)
        if (!stopped) claimNext().catch(onError)
      })

  return {
    startDue: claimNext,
    async drain() {
      for (let started = 0; ;) {
        started += await claimNext()
        const pending_jobs = [...running].filter(([, { slow }]) => !slow)
        if (pending_jobs.length === 0) return started
        await withTimeLimit(drain_timeout_ms, Promise.all(pending_jobs.map(([, { done }]) => done)))
        for (const [id, job] of pending_jobs) job.slow = running.get(id) === job
      }
    },
    async stop() {
      stopped = true
      await claiming
      services.sender.close()
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

/** Runs a job until it ends, has to wait, or another process has claimed it. Each batch is recorded before the next one is sent. */
async function runJob(
  services: ExportServices,
  claimed: ExportJob,
  isStopped: () => boolean,
): Promise<void> {
  const { store, platformContext, onEnded } = services
  const { count } = DESTINATION_FORMATS[claimed.destination].limits
  const budget: BatchBudget = { max_records: count, requests: 0 }
  for (let job: ExportJob | undefined = claimed; job;) {
    const progress: JobUpdate = isStopped()
      ? advanceJob(services, job, [], { kind: 'abandoned' })
      : await advanceOnce(services, job, budget)
    const updated = await store.advanceExport(platformContext(), {
      export_id: job.export_id,
      claim: job.claim,
      advance: progress,
      hold_ms: CLAIM_MS,
    })
    // A large record reduces the size of the batches around it, so the size grows again with each batch.
    budget.max_records = progress.max_events ?? Math.min(2 * budget.max_records, count)
    if (updated && progress.next === 'ended') onEnded(updated)
    job = progress.next === 'at_once' ? updated : undefined
  }
}

/** Sends one request and returns the progress of the job. No transaction is open during the request. */
async function advanceOnce(
  services: ExportServices,
  job: ExportJob,
  budget: BatchBudget,
): Promise<JobUpdate> {
  const { configured, origin, now } = services
  const override = await overrideOf(services, job)
  const endpoint = override && endpointOf(override, configured[job.destination])
  if (!endpoint)
    return advanceJob(services, job, [], { kind: 'fail', code: 'CREDENTIAL_UNREADABLE' })
  const context: ExportContext = {
    export_id: job.export_id,
    endpoint,
    options: job.options,
    origin,
    now: now(),
  }
  const operatorOwned = override.url === null
  if (job.pending)
    return advanceJob(
      services,
      job,
      [],
      await pollAcknowledgement(services, job, context, operatorOwned),
    )
  const records = await nextRecords(services, job, budget.max_records)
  if (records.length === 0) return endWithoutRemaining(job, now())
  const { sequences, result } = await sendBatch(services, job, {
    records,
    context,
    operatorOwned,
    max_records: budget.max_records,
  })
  budget.requests += 1
  return applyPace(job, advanceJob(services, job, sequences, result), budget, now())
}

interface Batch {
  readonly records: readonly AuditRecord[]
  readonly context: ExportContext
  readonly operatorOwned: boolean
  readonly max_records: number
}

async function sendBatch(
  { sender, now }: ExportServices,
  { destination }: ExportJob,
  { records, context, operatorOwned, max_records }: Batch,
) {
  const format = DESTINATION_FORMATS[destination]
  const items = records.map((record) => format.item(shownAuditRecord(record), context))
  const count = countFitting(items, { ...format.limits, count: max_records })
  const sent = await sender.send(format.request(items.slice(0, count), context), operatorOwned)
  const result =
    sent.kind === 'responded' ? format.interpret(sent, count, now()) : resultForFailure(sent)
  return { sequences: records.slice(0, count).map(({ sequence }) => sequence), result }
}

async function pollAcknowledgement(
  { sender, now }: ExportServices,
  { destination, pending }: ExportJob,
  context: ExportContext,
  operatorOwned: boolean,
): Promise<DeliveryResult> {
  const { acknowledgement } = DESTINATION_FORMATS[destination]
  const { ack_id } = pending!
  const result = await sender.send(acknowledgement!.request(ack_id, context), operatorOwned)
  return result.kind === 'responded'
    ? acknowledgement!.interpret(result, ack_id, now())
    : resultForFailure(result)
}

/** Reads the next records in pages, so that other operations do not wait long for the store. */
async function nextRecords(
  { store }: ExportServices,
  job: ExportJob,
  max_records: number,
): Promise<readonly AuditRecord[]> {
  const records: AuditRecord[] = []
  for (let full = true; full && records.length < max_records;) {
    const limit = Math.min(MAX_PAGE_SIZE, max_records - records.length)
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

/**
 * Returns the address and the credential from the request of a job, each null if the operator's is used; undefined if they cannot be
 * decrypted.
 * @throws MasterKeyMissing, so that the job waits for the key instead of failing
 */
async function overrideOf({ store, master_keys }: ExportServices, job: ExportJob) {
  const { export_id } = job
  if (job.sealed === null) return { url: null, credential: null }
  // A rotation may have sealed the destination again since the job was claimed.
  const { sealed, history } = await store.readExportSeal({ export_id })
  if (sealed === null) return undefined
  const seal = { purpose: sealPurpose(export_id), sealed }
  const opened = await master_keys.use(async (keys) => openSealed(keys, history, seal))
  return opened && (JSON.parse(opened.toString()) as DestinationOverride)
}

const advanceJob = (
  { now, platformContext }: ExportServices,
  job: ExportJob,
  sequences: readonly number[],
  result: DeliveryResult,
): JobUpdate =>
  applyResult(job, sequences, result, { now: now(), jitter: platformContext().random(1)[0]! / 255 })

function applyPace(
  { destination }: ExportJob,
  progress: JobUpdate,
  { requests }: BatchBudget,
  now: Timestamp,
): JobUpdate {
  const { pace } = DESTINATION_FORMATS[destination]
  return pace && progress.next === 'at_once' && requests >= pace.requests
    ? postpone(progress, plus(now, pace.pause_ms))
    : progress
}
