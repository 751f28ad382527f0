import type { ChildProcess } from 'node:child_process'
import type { Server, Socket } from 'node:net'
import type { Logger } from 'pino'
import type { ProcessMetrics } from './messages.ts'
import { IDLE_MS, WorkerProcess } from './worker-process.ts'

/** Milliseconds before a crashed worker is replaced. They double with every N crashes within a minute, where N is the number of workers. */
const [RESTART_MS, MAX_RESTART_MS, CRASH_WINDOW_MS] = [100, 30_000, 60_000]
/** Connections that wait until a worker takes them. Further ones are closed. */
const MAX_WAITING = 1024

export interface SupervisorOptions {
  readonly workers: number
  /** Accepts connections, which it has to leave paused (`pauseOnConnect`). */
  readonly listener: Server
  /** Starts a process that serves connections. The first process that is started prints the banner. */
  fork(first: boolean): ChildProcess
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Receives the last metrics of a worker that has ended. */
  onMetrics?(last: ProcessMetrics): void
}

/** The metrics of one worker. */
export interface WorkerReport {
  readonly serves: boolean
  readonly values: ProcessMetrics
}

/** Thrown if the first worker ends before it is ready. The worker has printed the reason, or the supervisor has logged it. */
export class WorkerFailed extends Error {
  readonly code: number
  constructor(code: number | null) {
    super('the first worker could not start')
    this.code = code ?? 1
  }
}

/**
 * Serves one port with several processes (docs/operating.md#workers). The supervisor accepts every connection and passes the connections on
 * to the workers in turn, so that the port stays open whatever happens to a worker.
 */
export class Supervisor {
  readonly #options: SupervisorOptions
  /** The workers, in the order in which connections are passed to them. */
  readonly #workers = new Set<WorkerProcess>()
  readonly #waiting: Socket[] = []
  #crashes: readonly number[] = []
  #failure_count = 0
  #stopping = false
  #reload: Promise<void> | undefined
  #isReloadWanted = false

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  /** Starts one worker and, once it is ready, the others. @throws WorkerFailed */
  async start(): Promise<void> {
    const first = this.#fork(true)
    if (!(await first.started)) {
      // A process that ended by itself has printed the reason.
      if (first.error !== undefined || first.signal !== null) this.#logFailedStart(first, {})
      throw new WorkerFailed(await first.exited)
    }
    if (this.#stopping) return
    this.#options.listener
      .removeAllListeners('connection')
      .on('connection', (socket: Socket) => this.#accept(socket))
      .ref()
    const others = Array.from({ length: this.#options.workers - 1 }, () => this.#start(RESTART_MS))
    await Promise.all(others)
    this.#options.logger.info(this.counts(), 'the workers have started')
  }

  /**
   * Replaces the workers one by one, each once its successor is ready, so that they read the settings again. If a successor cannot start,
   * the remaining ones are kept. However many reloads are requested during a reload, one more follows.
   */
  reload(): Promise<void> {
    this.#isReloadWanted = true
    this.#reload ??= this.#reloadWhileWanted().finally(() => {
      this.#reload = undefined
    })
    return this.#reload
  }

  /** Stops accepting connections. Resolves when all workers have finished their requests. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#options.logger.info('stopping: no new connections')
    this.#options.listener.close()
    for (const socket of this.#waiting.splice(0)) socket.destroy()
    await Promise.all([...this.#workers].map((worker) => worker.stop(0)))
  }

  /**
   * Returns the metrics of each worker and whether it serves. A worker that does not respond in time is represented by its previous
   * metrics.
   */
  async metrics(): Promise<readonly WorkerReport[]> {
    const ready = [...this.#workers].filter(({ state }) => state === 'ready')
    await Promise.all(ready.map((worker) => worker.askForMetrics()))
    return [...this.#workers].map(({ state, lastMetrics }) => ({
      serves: state === 'ready',
      values: lastMetrics,
    }))
  }

  /** Returns how many workers serve now, and how many ended unexpectedly or could not start. */
  counts(): { readonly ready: number; readonly failures: number } {
    const ready = [...this.#workers].filter(({ state }) => state === 'ready').length
    return { ready, failures: this.#failure_count }
  }

  #accept(socket: Socket): void {
    if (this.#stopping || this.#waiting.length >= MAX_WAITING) return void socket.destroy()
    this.#waiting.push(socket)
    this.#passOn()
  }

  /** Passes connections to free workers, starting with the one that has waited longest. */
  #passOn(): void {
    for (const worker of [...this.#workers]) {
      if (!worker.isFree) continue
      const socket = this.#waiting.shift()
      if (!socket) return
      this.#workers.delete(worker)
      this.#workers.add(worker)
      worker.pass(socket)
    }
  }

  #fork(first: boolean): WorkerProcess {
    const worker = new WorkerProcess(this.#options.fork(first), {
      onFree: () => this.#passOn(),
      onConsumed: (from, consumptions) => {
        for (const other of this.#workers) if (other !== from) other.report(consumptions)
      },
      onKill: ({ pid }, reason) =>
        this.#options.logger.warn({ worker: pid, reason }, 'a worker was killed; see `reason`'),
      onExit: (ended, untaken) => this.#onExit(ended, untaken),
    })
    this.#workers.add(worker)
    return worker
  }

  #onExit(worker: WorkerProcess, untaken: Socket | undefined): void {
    this.#workers.delete(worker)
    this.#options.onMetrics?.(worker.lastMetrics)
    if (untaken) this.#accept(untaken)
    if (worker.state === 'ready') this.#onCrash(worker)
    // A worker that asked to be stopped is replaced; one that a reload stopped already has a successor.
    else if (worker.state === 'stopping') this.#replaceAfter(0)
  }

  #onCrash({ pid, signal }: WorkerProcess): void {
    const now = performance.now()
    this.#failure_count += 1
    this.#crashes = [...this.#crashes.filter((at) => now - at < CRASH_WINDOW_MS), now]
    const times = Math.floor((this.#crashes.length - 1) / this.#options.workers)
    const wait_ms = Math.min(MAX_RESTART_MS, RESTART_MS * 2 ** times)
    this.#options.logger.error(
      { worker: pid, signal, wait_ms },
      'a worker exited unexpectedly and will be replaced; earlier log lines may show why',
    )
    this.#replaceAfter(wait_ms)
  }

  /** Starts another worker after a delay, if fewer than the configured number are running by then. */
  #replaceAfter(wait_ms: number): void {
    setTimeout(() => {
      if (this.#stopping || this.#workers.size >= this.#options.workers) return
      void this.#start(Math.max(RESTART_MS, wait_ms))
    }, wait_ms)
  }

  /** Starts a worker. Resolves with whether it is ready; if not, another start is scheduled. */
  async #start(wait_ms: number): Promise<boolean> {
    const next_ms = Math.min(MAX_RESTART_MS, wait_ms * 2)
    try {
      const worker = this.#fork(false)
      if (await worker.started) return true
      if (!this.#stopping) this.#logFailedStart(worker, { wait_ms: next_ms })
    } catch (cause) {
      this.#logFailedStart({ error: cause, signal: null }, { wait_ms: next_ms })
    }
    if (this.#stopping) return false
    this.#failure_count += 1
    this.#replaceAfter(next_ms)
    return false
  }

  #logFailedStart(
    { error, signal }: { error: unknown; signal: string | null },
    fields: object,
  ): void {
    this.#options.logger.error(
      { ...fields, ...(error !== undefined && { err: error }), ...(signal !== null && { signal }) },
      'a worker could not start; its own log lines, if there are any, show why',
    )
  }

  async #reloadWhileWanted(): Promise<void> {
    while (this.#isReloadWanted && !this.#stopping) {
      this.#isReloadWanted = false
      await this.#replaceAll()
    }
  }

  async #replaceAll(): Promise<void> {
    const { logger } = this.#options
    logger.info('reloading: each worker is replaced once its successor is ready')
    await Promise.all([...this.#workers].map(({ started }) => started))
    for (const old of [...this.#workers]) {
      if (this.#stopping) return
      if (old.state !== 'ready') continue
      const isReplaced = await this.#start(RESTART_MS)
      if (this.#stopping) return
      if (!isReplaced)
        return logger.error(
          'the reload was aborted, so the remaining workers keep running; fix the cause and send SIGHUP again',
        )
      await old.stop(IDLE_MS)
    }
    logger.info('reloaded')
  }
}
