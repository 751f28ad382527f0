import { setImmediate } from 'node:timers/promises'
import { halfOf } from '../../domain/fair-share.ts'
import { assess, subjectOf } from '../../domain/images/assess.ts'
import type { Finding } from '../../domain/images/findings.ts'
import type { InstalledPackage } from '../../domain/images/inventory/package.ts'
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
  readonly act: () => CallContext
  readonly onError: (cause: unknown) => void
}

const LOOK_MS = 1000
/** Each reads its image in a thread of its own. Of one organization half as many at most, so that its stalled scans stop nobody else's. */
const AT_ONCE = 4
const RESOLVE_MS = 30_000
/** Packages compared in one go, before requests and sweeps get their turn. */
const BATCH = 100

/** Does the next scan that waits, or the one named, to its end. Returns whether there was one. */
export async function scanNext(
  services: ImageServices,
  { scan_id, except = [] }: { scan_id?: string; except?: readonly string[] } = {},
): Promise<boolean> {
  const { store, act } = services
  const scan = await store.claimImageScan(act(), {
    except,
    ...(scan_id !== undefined && { scan_id }),
  })
  if (!scan) return false
  await carryOut(services, scan)
  return true
}

/** A scan whose failure is this program's own stays claimed, and is tried again when the claim has run out. */
async function carryOut(
  services: ImageServices,
  scan: ImageScan,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const { store, act, onError } = services
  const renewal = setInterval(() => {
    store.renewImageScan(act(), scan).catch(onError)
  }, SCAN_CLAIM_MS / 4).unref()
  try {
    const outcome = await scanned(services, scan)
    await store.finishImageScan(act(), { scan, outcome })
  } catch (cause) {
    if (isStopping()) await store.releaseImageScan(act(), { scan }).catch(onError)
    else onError(cause)
  } finally {
    clearInterval(renewal)
  }
}

async function scanned(
  services: ImageServices,
  { scan_id, ref, digest: known }: ImageScan,
): Promise<ScanOutcome> {
  const { images, now, onError } = services
  const reference = parseReference(ref)!
  const resolved =
    known === null
      ? await images.resolve(reference, RESOLVE_MS)
      : { kind: 'resolved' as const, digest: known }
  if (resolved.kind === 'failed') return resolved
  const { digest } = resolved
  const inspected = await images.inspect(reference, digest, now())
  if (inspected.kind === 'failed') return { ...inspected, digest }
  const own = await assessAll(services, inspected.inspection.packages)
  const found = await images.scan(reference, digest)
  if (found?.kind === 'failed') {
    onError(new Error(`the scanner of images failed: ${found.log || found.failure.detail}`))
    return { kind: 'failed', failure: found.failure, digest }
  }
  const assessment = found ? withScanner(own, found) : own
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

/** Compares everything installed with the advisories for it, in steps. */
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
    for (let start = 0; counts[ecosystem] !== undefined && start < members.length; start += BATCH) {
      const some = members.slice(start, start + BATCH)
      const names = [...new Set(some.map((each) => subjectOf(each).name))]
      const result = assess(some, await store.findAdvisories({ ecosystem, names }))
      findings.push(...result.findings)
      assessed += some.length - result.unclear
      await setImmediate()
    }
    coverage.push({ ecosystem, packages: members.length, assessed })
  }
  return { database: Object.keys(counts).length === 0 ? null : database, coverage, findings }
}

export interface ImageScans {
  /** Resolves when what is under way right now has ended. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** Looks for scans every second and does a few at a time, beside everything else, until stopped; what is under way then goes back to the queue. */
export function startImageScans(services: ImageServices): ImageScans {
  const { store, act, images, onError } = services
  const underWay = new Map<
    string,
    { readonly organization_id: string; readonly done: Promise<void> }
  >()
  let stopped = false
  let looking: Promise<void> = Promise.resolve()
  const room = (id: string) =>
    halfOf(AT_ONCE) -
    [...underWay.values()].filter(({ organization_id }) => organization_id === id).length

  async function look(): Promise<void> {
    while (!stopped && underWay.size < AT_ONCE) {
      const scan = await store.claimImageScan(act(), { except: [...underWay.keys()], room })
      if (!scan) return
      const done = carryOut(services, scan, () => stopped).finally(() =>
        underWay.delete(scan.scan_id),
      )
      underWay.set(scan.scan_id, { organization_id: scan.organization_id, done })
    }
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch(onError)
  }, LOOK_MS)
  const idle = async () => {
    await looking
    await Promise.all([...underWay.values()].map(({ done }) => done))
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
