import type { OutboxKind } from '../domain/outbox.ts'
import type { Timestamp } from '../domain/time.ts'
import type { CallContext } from '../store/context.ts'
import type { Store } from '../store/store.ts'

/** The name of a scheduled job in metrics. */
export type JobName =
  | 'liveness'
  | 'signing_keys'
  | 'sweep'
  | 'announcements'
  | 'trends'
  | 'audit_heads'
  | 'log'
  | 'witnesses'
  | `outbox_${OutboxKind}`
  | 'exports'
  | 'image_scans'

/** A job that runs in a separate loop. */
export interface JobLoop {
  readonly job: JobName
  readonly run: () => Promise<number>
}

/** What every job needs. */
export interface JobContext {
  readonly store: Store
  readonly now: () => Timestamp
  /** Returns the context of a call by the platform itself. */
  readonly platformContext: () => CallContext
  /** Called with an error and, if it ended the run of a job, with the name of that job. */
  readonly onError: (cause: unknown, job?: JobName) => void
}

/** Callbacks that report the jobs of a process and each of their runs. */
export interface JobReports extends Pick<JobContext, 'onError'> {
  /** Called with the jobs of this process, before their first runs. */
  readonly onJobsStarted: (jobs: readonly JobName[]) => void
  /** Called when a run has ended, with its duration and whether it succeeded. */
  readonly onJob: (job: JobName, milliseconds: number, succeeded: boolean) => void
}

/** Runs a job once, and reports its duration and its error. Never rejects. */
export async function runJob({ onJob, onError }: JobReports, { job, run }: JobLoop): Promise<void> {
  const began = performance.now()
  const succeeded = await run().then(
    () => true,
    (cause: unknown) => {
      onError(cause, job)
      return false
    },
  )
  onJob(job, performance.now() - began, succeeded)
}
