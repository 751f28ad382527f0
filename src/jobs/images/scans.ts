import { setImmediate } from 'node:timers/promises'
import { fairShare } from '../../domain/limits.ts'
import { assess, advisorySubject, type PackageAssessment } from '../../domain/images/assess.ts'
import { ScanFailed, type ScanFailure } from '../../domain/images/failures.ts'
import { collectFindings, type Findings } from '../../domain/images/findings.ts'
import type { InstalledPackage } from '../../domain/images/inventory.ts'
import { MAX_COMPARISONS, SCAN_CLAIM_MS } from '../../domain/images/limits.ts'
import { parseReference } from '../../domain/images/reference.ts'
import type { ImageScan } from '../../domain/images/records.ts'
import {
  withScanner,
  writeReport,
  type Assessment,
  type Coverage,
} from '../../domain/images/report.ts'
import type { Images } from '../../ports/images/registry-images.ts'
import type { ScanOutcome } from '../../store/transactions/images/scans.ts'
import type { JobContext } from '../job-loop.ts'
import { withTimeLimit } from '../time-limit.ts'

export interface ImageServices extends JobContext {
  readonly images: Images
}

/**
 * Maximum number of concurrent scans, each of which reads its image in a separate thread. One organization gets at most half of them, so
 * that its stalled scans do not block those of others.
 */
const MAX_CONCURRENT = 4
const RESOLVE_MS = 30_000
/** Milliseconds after which `advance` no longer waits for a scan, so that others can start beside one that has stalled. */
const MAX_WAIT_MS = 1000
/** The number of packages that are assessed before the event loop can handle requests and sweeps. */
const BATCH_SIZE = 100
/** The number of comparisons before the event loop can handle other work. One package can be named in thousands of advisories. */
const COMPARISONS_AT_ONCE = 1000

function asFailure(cause: unknown): { readonly kind: 'failed'; readonly failure: ScanFailure } {
  if (cause instanceof ScanFailed) return { kind: 'failed', failure: cause.failure }
  throw cause
}

/** Runs one scan to completion, unless it has ended or another process runs it. */
export async function scanNow(services: ImageServices, scan_id: string): Promise<void> {
  const { store, platformContext } = services
  const scan = await store.claimImageScan(platformContext(), { scan_id, except: [] })
  if (scan) await runScan(services, scan)
}

/** Runs a claimed scan. If the scan fails because of a defect in this program, it stays claimed and is retried when the claim expires. */
async function runScan(
  services: ImageServices,
  scan: ImageScan,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const { store, platformContext, onError } = services
  const renewal = setInterval(() => {
    store.renewImageScan(platformContext(), { scan }).catch(onError)
  }, SCAN_CLAIM_MS / 4).unref()
  try {
    const outcome = await scanImage(services, scan)
    if (outcome.kind === 'failed' && isStopping()) throw new Error('the platform is stopping')
    await store.finishImageScan(platformContext(), { scan, outcome })
  } catch (cause) {
    if (isStopping()) await store.releaseImageScan(platformContext(), { scan }).catch(onError)
    else onError(cause)
  } finally {
    clearInterval(renewal)
  }
}

async function scanImage(
  services: ImageServices,
  { scan_id, organization_id, ref, digest: known_digest }: ImageScan,
): Promise<ScanOutcome> {
  const { images, now, onError } = services
  const reference = parseReference(ref)
  // The settings may have changed since the request, and with them what a reference without a host names and who may scan it.
  if (!reference || !images.mayScan(reference, organization_id))
    return { kind: 'failed', failure: { code: 'REGISTRY_NOT_CONFIGURED' } }
  const resolved =
    known_digest === null
      ? await images.resolve(reference, RESOLVE_MS)
      : { kind: 'resolved' as const, digest: known_digest }
  if (resolved.kind === 'failed') return resolved
  const { digest } = resolved
  const inspected = await images.inspect({ scan_id, reference, digest, now: now() })
  if (inspected.kind === 'failed') return { ...inspected, digest }
  const assessed_packages = await assessAll(services, inspected.inspection.packages).catch(
    asFailure,
  )
  if ('failure' in assessed_packages) return { ...assessed_packages, digest }
  const found = await images.scan(reference, digest)
  if (found?.kind === 'failed') {
    onError(new Error(`the image scanner failed: ${found.log || found.failure.detail}`))
    return { kind: 'failed', failure: found.failure, digest }
  }
  const assessment = found ? withScanner(assessed_packages, found) : assessed_packages
  return {
    kind: 'finished',
    digest,
    finished: writeReport(inspected.inspection, assessment),
  }
}

/**
 * Assesses all installed packages against their advisories, in steps.
 * @throws ScanFailed if this needs too many comparisons
 */
async function assessAll(
  { store }: ImageServices,
  packages: readonly InstalledPackage[],
): Promise<Assessment> {
  const groups = Map.groupBy(packages, ({ ecosystem }) => ecosystem)
  const { counts, database } = await store.summarizeAdvisories({ ecosystems: [...groups.keys()] })
  const coverage: Coverage[] = []
  const found = collectFindings()
  const pace = createPace()
  for (const [ecosystem, members] of groups) {
    let assessed = 0
    for (const batch of counts[ecosystem] === undefined ? [] : batchesOf(members)) {
      const names = [...new Set(batch.map((installed) => advisorySubject(installed).name))]
      const assessments = assess(batch, await store.findAdvisories({ ecosystem, names }))
      assessed += await collect(assessments, found, pace)
      await setImmediate()
    }
    coverage.push({ ecosystem, packages: members.length, assessed })
  }
  return {
    database: Object.keys(counts).length === 0 ? null : database,
    coverage,
    findings: found.items,
    uncollected: found.uncollected,
  }
}

/** Collects the findings of a batch, and returns the number of packages that could be compared with every advisory. */
async function collect(
  assessments: Iterable<PackageAssessment>,
  found: Findings,
  pace: (comparisons: number) => Promise<void>,
): Promise<number> {
  let conclusive = 0
  for (const { findings, isConclusive, comparisons } of assessments) {
    for (const finding of findings) found.add(finding)
    conclusive += Number(isConclusive)
    await pace(comparisons)
  }
  return conclusive
}

function* batchesOf(packages: readonly InstalledPackage[]) {
  for (let start = 0; start < packages.length; start += BATCH_SIZE)
    yield packages.slice(start, start + BATCH_SIZE)
}

/** Returns a function that counts comparisons, and pauses after every thousand. It throws ScanFailed when there are too many. */
function createPace(): (comparisons: number) => Promise<void> {
  let [total, paused_at] = [0, 0]
  return async (comparisons) => {
    total += comparisons
    if (total > MAX_COMPARISONS)
      throw new ScanFailed(
        'IMAGE_TOO_LARGE',
        `more than ${MAX_COMPARISONS} comparisons of versions with advisories`,
      )
    if (total - paused_at < COMPARISONS_AT_ONCE) return
    paused_at = total
    await setImmediate()
  }
}

/** Runs image scans in the background, a few at a time. */
export interface ImageScanRunner {
  /** Claims and starts as many queued scans as there is capacity for. Resolves with their number once they are started. */
  startDue(): Promise<number>
  /**
   * Starts what is due, and waits until a scan ends, at most a second. Resolves with the number of scans that were started or still run.
   */
  advance(): Promise<number>
  /** Abandons the running scans, which return to the queue. */
  stop(): Promise<void>
}

/** @param max_wait_ms milliseconds for which `advance` waits at most */
export function createImageScanRunner(
  services: ImageServices,
  max_wait_ms = MAX_WAIT_MS,
): ImageScanRunner {
  const { store, platformContext, images } = services
  const running = new Map<
    string,
    { readonly organization_id: string; readonly done: Promise<unknown> }
  >()
  let stopped = false
  let claiming: Promise<number> = Promise.resolve(0)
  const capacity = (id: string) =>
    fairShare(MAX_CONCURRENT) -
    [...running.values()].filter(({ organization_id }) => organization_id === id).length

  async function claimDue(): Promise<number> {
    let started = 0
    for (; !stopped && running.size < MAX_CONCURRENT; started += 1) {
      const except = [...running.keys()]
      const scan = await store.claimImageScan(platformContext(), { except, capacity })
      if (!scan) break
      if (stopped) {
        await store.releaseImageScan(platformContext(), { scan })
        break
      }
      const { scan_id, organization_id } = scan
      const done = runScan(services, scan, () => stopped).finally(() => running.delete(scan_id))
      running.set(scan_id, { organization_id, done })
    }
    return started
  }
  const startDue = (): Promise<number> => {
    const claimed = claiming.then(claimDue)
    claiming = claimed.catch(() => 0)
    return claimed
  }
  return {
    startDue,
    async advance() {
      const started = await startDue()
      const scans = [...running.values()].map(({ done }) => done)
      if (scans.length > 0) await withTimeLimit(max_wait_ms, Promise.race(scans))
      return started + running.size
    },
    async stop() {
      stopped = true
      images.close()
      await Promise.all([claiming, ...[...running.values()].map(({ done }) => done)])
    },
  }
}
