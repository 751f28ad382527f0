import { parentPort, workerData } from 'node:worker_threads'
import type { InspectionRequest } from '../../domain/images/report.ts'
import { createGuard, type OutgoingRules } from '../outgoing/guard.ts'
import { inspectImage } from './inspect.ts'
import { guardRules, type RegistrySettings } from './registries.ts'
import { openSession } from './session.ts'

/** The input of the thread. It is plain data, because nothing else can be passed to a thread. */
export interface WorkerTask {
  readonly registry: RegistrySettings
  readonly request: InspectionRequest
  readonly outgoing: OutgoingRules
}

// The image is read in its own thread, so that it cannot take time or memory from anything else.
const { registry, request, outgoing } = workerData as WorkerTask
const session = openSession(
  registry,
  request.reference.repository,
  createGuard(guardRules(registry, outgoing)),
  new AbortController().signal,
)
parentPort!.postMessage(await inspectImage(session, request))
