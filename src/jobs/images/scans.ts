import { setImmediate } from 'node:timers/promises'
import { fairShare } from '../../domain/limits.ts'
import { assess, advisorySubject } from '../../domain/images/assess.ts'
import type { Finding } from '../../domain/images/findings.ts'
import type { InstalledPackage } from '../../domain/images/inventory.ts'
import { SCAN_CLAIM_MS } from '../../domain/images/limits.ts'
import { parseReference } from '../../domain/images/reference.ts'
import type { ImageScan } from '../../domain/images/records.ts'
import {
  SCANNER,
  withScanner,
  writeReport,
  type Assessment,
  type Coverage,
} from '../../domain/images/report.ts'
import type { Timestamp } from '../../domain/time.ts'
import type { Images } from '../../ports/registry/images.ts'
import type { CallContext } from '../../store/context.ts'
import type { ScanOutcome } from '../../store/transactions/images/scans.ts'
import type { Store } from '../../store/store.ts'

export interface ImageServices {
  readonly store: Store
  readonly images: Images
  readonly now: () => Timestamp
  readonly platformContext: () => CallContext
  readonly onError: (cause: unknown) => void
}

const POLL_MS = 1000
/**
 * Maximum number of concurrent scans, each of which reads its image in a separate thread. One organization gets at most half of them, so
 * that its stalled scans do not block those of others.
 */
const MAX_CONCURRENT = 4
const RESOLVE_MS = 30_000
/** The number of packages that are assessed before the event loop can handle requests and sweeps. */
const BATCH_SIZE = 100

/** Runs the next queued scan, or the scan with the given id, to completion. Returns whether there was one. */
export async function scanNext(
  services: ImageServices,
  { scan_id, except = [] }: { scan_id?: string; except?: readonly string[] } = {},
): Promise<boolean> {
  const { store, platformContext } = services
  const scan = await store.claimImageScan(platformContext(), {
    except,
    ...(scan_id !== undefined && { scan_id }),
  })
  if (!scan) return false
  await runScan(services, scan)
  return true
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
  { scan_id, ref, digest: known_digest }: ImageScan,
): Promise<ScanOutcome> {
  const { images, now, onError } = services
  const reference = parseReference(ref)!
  const resolved =
    known_digest === null
      ? await images.resolve(reference, RESOLVE_MS)
      : { kind: 'resolved' as const, digest: known_digest }
  if (resolved.kind === 'failed') return resolved
  const { digest } = resolved
  const inspected = await images.inspect(reference, digest, now())
  if (inspected.kind === 'failed') return { ...inspected, digest }
  const assessed_packages = await assessAll(services, inspected.inspection.packages)
  const found = await images.scan(reference, digest)
  if (found?.kind === 'failed') {
    onError(new Error(`the image scanner failed: ${found.log || found.failure.detail}`))
    return { kind: 'failed', failure: found.failure, digest }
  }
  const assessment = found ? withScanner(assessed_packages, found) : assessed_packages
  return {
    kind: 'finished',
    digest,
    finished: writeReport({
      scan_id,
      reference,
      now: now(),
      scanner: SCANNER,
      inspection: inspected.inspection,
      assessment,
    }),
  }
}

/** Assesses all installed packages against their advisories, in steps. */
async function assessAll(
  { store }: ImageServices,
  packages: readonly InstalledPackage[],
): Promise<Assessment> {
  const groups = Map.groupBy(packages, ({ ecosystem }) => ecosystem)
  const { counts, database } = await store.summarizeAdvisories({ ecosystems: [...groups.keys()] })
  const coverage: Coverage[] = []
  const findings: Finding[] = []
  for (const [ecosystem, members] of groups) {
    let assessed = 0
    for (
      let start = 0;
      counts[ecosystem] !== undefined && start < members.length;
      start += BATCH_SIZE
    ) {
      const batch = members.slice(start, start + BATCH_SIZE)
      const names = [...new Set(batch.map((installed) => advisorySubject(installed).name))]
      const result = assess(batch, await store.findAdvisories({ ecosystem, names }))
      findings.push(...result.findings)
      assessed += batch.length - result.unclear
      await setImmediate()
    }
    coverage.push({ ecosystem, packages: members.length, assessed })
  }
  return { database: Object.keys(counts).length === 0 ? null : database, coverage, findings }
}

export interface ImageScans {
  /** Resolves when the scans that are running now have ended. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** Polls for queued scans every second and runs a few at a time until stopped. Scans that are running then go back to the queue. */
export function startImageScans(services: ImageServices): ImageScans {
  const { store, platformContext, images, onError } = services
  const running = new Map<
    string,
    { readonly organization_id: string; readonly done: Promise<void> }
  >()
  let stopped = false
  let polling: Promise<void> = Promise.resolve()
  const capacity = (id: string) =>
    fairShare(MAX_CONCURRENT) -
    [...running.values()].filter(({ organization_id }) => organization_id === id).length

  async function startDue(): Promise<void> {
    while (!stopped && running.size < MAX_CONCURRENT) {
      const scan = await store.claimImageScan(platformContext(), {
        except: [...running.keys()],
        capacity,
      })
      if (!scan) return
      const done = runScan(services, scan, () => stopped).finally(() =>
        running.delete(scan.scan_id),
      )
      running.set(scan.scan_id, { organization_id: scan.organization_id, done })
    }
  }
  const timer = setInterval(() => {
    polling = polling.then(startDue).catch(onError)
  }, POLL_MS)
  const idle = async () => {
    await polling
    await Promise.all([...running.values()].map(({ done }) => done))
  }
  return {
    idle,
    async stop() {
      stopped = true
      clearInterval(timer)
      images.close()
      await idle()
    },
  }
}
