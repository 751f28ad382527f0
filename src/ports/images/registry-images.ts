import { Worker } from 'node:worker_threads'
import { ScanFailed, type ScanFailure } from '../../domain/images/failures.ts'
import type { Finding } from '../../domain/images/findings.ts'
import type { InspectionRequest, InspectionResult } from '../../domain/images/report.ts'
import { SCAN_TIMEOUT_MS } from '../../domain/images/limits.ts'
import { canonical, type ImageReference } from '../../domain/images/reference.ts'
import { createGuard, type OutgoingRules } from '../outgoing/guard.ts'
import { runScanner } from './external-scanner.ts'
import {
  guardRules,
  defaultHost,
  hasNamespace,
  mayScan,
  registryOf,
  type ImageSettings,
  type RegistrySettings,
} from './registries.ts'
import { resolveDigest } from './manifests.ts'
import { openSession } from './session.ts'
import type { WorkerTask } from './worker.ts'

type ResolveResult =
  | { readonly kind: 'resolved'; readonly digest: string }
  | { readonly kind: 'failed'; readonly failure: ScanFailure }
/** The findings of the operator's own scanner, and its name. */
export type ScannerResult =
  | {
      readonly kind: 'scanned'
      readonly name: string
      readonly findings: readonly Finding[]
      readonly covers: readonly string[]
    }
  | { readonly kind: 'failed'; readonly failure: ScanFailure; readonly log: string }

/** Reads container images from registries. */
export interface Images {
  /** Returns the canonical form of a reference. */
  canonical(reference: ImageReference): ImageReference
  /** Returns whether the operator assigned a namespace of any registry to this organization. */
  hasNamespace(organization_id: string): boolean
  /** Returns whether this organization may have the image scanned. */
  mayScan(reference: ImageReference, organization_id: string): boolean
  /** Queries the registry for the current digest of a reference. Never rejects. */
  resolve(reference: ImageReference, timeout_ms: number): Promise<ResolveResult>
  /** Reads an image and makes its bill of materials. Rejects only because of defects in this program, or when `close` is called. */
  inspect(request: InspectionRequest): Promise<InspectionResult>
  /** Runs the operator's own scanner; undefined if there is none. */
  scan(reference: ImageReference, digest: string): Promise<ScannerResult | undefined>
  /** Ends all running operations. */
  close(): void
}

/** Memory limit of a scan, far above the needs of a legitimate image. */
const WORKER_HEAP_MB = 1024

const CHECK_TIMEOUT_MS = 10_000

export function registryImages(settings: ImageSettings, outgoing: OutgoingRules): Images {
  const closing = new AbortController()
  const sessionOf = (
    registry: RegistrySettings,
    { repository }: ImageReference,
    signal: AbortSignal,
  ) => openSession(registry, repository, createGuard(guardRules(registry, outgoing)), signal)

  return {
    canonical: (reference) => canonical(reference, defaultHost(settings)),
    hasNamespace: (organization_id) => hasNamespace(settings, organization_id),
    mayScan: (reference, organization_id) =>
      mayScan(registryOf(settings, reference), reference, organization_id),

    async resolve(reference, timeout_ms) {
      const registry = registryOf(settings, reference)
      if (!registry) return NOT_CONFIGURED
      try {
        const signal = AbortSignal.any([AbortSignal.timeout(timeout_ms), closing.signal])
        return {
          kind: 'resolved',
          digest: await resolveDigest(sessionOf(registry, reference, signal), reference),
        }
      } catch (cause) {
        if (cause instanceof ScanFailed) return { kind: 'failed', failure: cause.failure }
        throw cause
      }
    },

    async inspect(request) {
      const registry = registryOf(settings, request.reference)
      return registry ? inWorker({ registry, request, outgoing }, closing.signal) : NOT_CONFIGURED
    },

    async scan(reference, digest) {
      const registry = registryOf(settings, reference)
      return settings.scanner === null || !registry
        ? undefined
        : runScanner(
            settings.scanner,
            registry,
            `${registry.host}/${reference.repository}@${digest}`,
            closing.signal,
          )
    },

    close: () => closing.abort(),
  }
}

/** Checks that a registry responds and accepts its configured credentials. Returns the failure if it does not. */
export async function checkRegistry(
  registry: RegistrySettings,
  outgoing: OutgoingRules,
): Promise<ScanFailure | undefined> {
  try {
    const session = openSession(
      registry,
      null,
      createGuard(guardRules(registry, outgoing)),
      AbortSignal.timeout(CHECK_TIMEOUT_MS),
    )
    const { body } = await session.request('', {})
    body.resume()
    return undefined
  } catch (cause) {
    if (cause instanceof ScanFailed) return cause.failure
    throw cause
  }
}

const NOT_CONFIGURED = { kind: 'failed', failure: { code: 'REGISTRY_NOT_CONFIGURED' } } as const

function inWorker(task: WorkerTask, closing: AbortSignal): Promise<InspectionResult> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: task,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<InspectionResult>()
  const deadline = setTimeout(
    () => resolve({ kind: 'failed', failure: { code: 'SCAN_TIMEOUT' } }),
    SCAN_TIMEOUT_MS,
  )
  const stop = () => reject(new Error('the platform is stopping'))
  if (closing.aborted) stop()
  closing.addEventListener('abort', stop, { once: true })
  worker.once('message', resolve)
  worker.once('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ERR_WORKER_OUT_OF_MEMORY')
      resolve({
        kind: 'failed',
        failure: { code: 'IMAGE_TOO_LARGE', detail: 'it needs more memory than a scan may use' },
      })
    else reject(cause)
  })
  worker.once('exit', () => reject(new Error('the thread of a scan ended without a result')))
  return promise.finally(() => {
    clearTimeout(deadline)
    closing.removeEventListener('abort', stop)
    void worker.terminate()
  })
}
