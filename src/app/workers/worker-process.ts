import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import type { PeerConsumption } from '../../auth/rate-sharing.ts'
import type { FromWorker, ProcessMetrics, ToWorker } from './messages.ts'

/**
 * Milliseconds after which a worker that was asked to stop is killed. It may serve idle connections for two seconds, finish requests for
 * ten, deliveries for five, and hand over the last audit heads for five.
 */
const STOP_MS = 25_000
/** Milliseconds within which a worker has to take a connection. A worker that is blocked for longer serves no requests. */
const TAKE_MS = 10_000
const METRICS_MS = 3000
/** Milliseconds within which a worker has to be ready; the first one may have to migrate the tables of a large store. */
const START_MS = 10 * 60_000

/**
 * Milliseconds for which clients may send another request on a connection that is idle when a worker is replaced. Such a request is
 * processed, and its response tells the client to connect again, so that few requests are sent on a connection that is being closed.
 */
export const IDLE_MS = 2000

/** The reason why a worker was killed. */
export type KillReason = 'does not start' | 'takes no connection' | 'does not stop'

interface WorkerEvents {
  /** Called when the worker has become ready or has taken a connection, so that it can take another one. */
  onFree(): void
  onConsumed(worker: WorkerProcess, consumptions: readonly PeerConsumption[]): void
  onKill(worker: WorkerProcess, reason: KillReason): void
  /**
   * Called when the process has ended or could not be started.
   * @param untaken the connection that was passed to the worker and that it has not taken
   */
  onExit(worker: WorkerProcess, untaken: Socket | undefined): void
}

/** A worker as its supervisor sees it. */
export class WorkerProcess {
  readonly #child: ChildProcess
  readonly #events: WorkerEvents
  readonly #ready = Promise.withResolvers<boolean>()
  #state: 'starting' | 'ready' | 'stopping' = 'starting'
  #untaken: Socket | undefined
  #takeTimer: NodeJS.Timeout | undefined
  #metrics: ProcessMetrics = []
  readonly #awaitsMetrics = new Set<() => void>()
  #error: Error | undefined
  readonly #startTimer: NodeJS.Timeout
  /** Resolves with the exit code; with null after a signal, or if there was no process. */
  readonly exited: Promise<number | null>
  /** Resolves with true once the worker is ready, or with false if it ends before that. */
  readonly started: Promise<boolean> = this.#ready.promise

  constructor(child: ChildProcess, events: WorkerEvents) {
    this.#child = child
    this.#events = events
    this.exited = new Promise((resolve) => {
      child.once('exit', resolve)
      // Sending to a process that has just ended also emits an error, which is followed by its exit.
      child.on('error', (error) => {
        this.#error = error
        if (child.pid === undefined) resolve(null)
      })
    })
    this.#startTimer = setTimeout(() => this.#kill('does not start'), START_MS)
    child.on('message', (received) => this.#receive(received as FromWorker))
    void this.exited.then(() => {
      clearTimeout(this.#takeTimer)
      clearTimeout(this.#startTimer)
      this.#ready.resolve(false)
      this.#onMetrics()
      events.onExit(this, this.#untaken)
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }
  get signal(): NodeJS.Signals | null {
    return this.#child.signalCode
  }
  /** The error that prevented the process from starting. */
  get error(): Error | undefined {
    return this.pid === undefined ? this.#error : undefined
  }
  get state(): 'starting' | 'ready' | 'stopping' {
    return this.#state
  }
  /** Whether a connection can be passed to the worker. Node passes one socket at a time, so further ones would only wait. */
  get isFree(): boolean {
    return this.#state === 'ready' && this.#untaken === undefined
  }
  /** The metrics as they were when the worker was last asked. */
  get lastMetrics(): ProcessMetrics {
    return this.#metrics
  }

  /** Passes a connection on. It stays open here until the worker has taken it. */
  pass(socket: Socket): void {
    this.#untaken = socket
    this.#takeTimer = setTimeout(() => this.#kill('takes no connection'), TAKE_MS)
    this.#send({ kind: 'connection' }, socket)
  }

  /** Reports the consumption of another worker to this one. */
  report(consumptions: readonly PeerConsumption[]): void {
    this.#send({ kind: 'consumed', consumptions })
  }

  /**
   * Asks the worker to finish its requests and to end, and kills it if it does not. Resolves when it has ended.
   * @param idle_ms the time in milliseconds during which clients may send one more request on an idle connection
   */
  async stop(idle_ms: number): Promise<void> {
    if (this.#state !== 'stopping') {
      this.#state = 'stopping'
      // Its last metrics are requested first, so that the totals do not drop when the worker ends.
      this.#send({ kind: 'metrics' })
      this.#send({ kind: 'stop', idle_ms })
    }
    const kill = setTimeout(() => this.#kill('does not stop'), STOP_MS)
    await this.exited
    clearTimeout(kill)
  }

  /** Asks for the metrics. Resolves when they have arrived, or after a timeout. */
  async askForMetrics(): Promise<void> {
    let timeout: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#awaitsMetrics.add(resolve)
      timeout = setTimeout(resolve, METRICS_MS)
      this.#send({ kind: 'metrics' })
    })
    clearTimeout(timeout)
  }

  #onMetrics(): void {
    for (const resolve of this.#awaitsMetrics) resolve()
    this.#awaitsMetrics.clear()
  }

  #kill(reason: KillReason): void {
    this.#events.onKill(this, reason)
    this.#child.kill('SIGKILL')
  }

  #send(message: ToWorker, socket?: Socket): void {
    // A message to a process that has ended is dropped.
    if (this.#child.connected)
      this.#child.send(message, socket, { keepOpen: true }, () => undefined)
  }

  #receive(received: FromWorker): void {
    switch (received.kind) {
      case 'ready':
        clearTimeout(this.#startTimer)
        if (this.#state === 'starting') this.#state = 'ready'
        this.#ready.resolve(true)
        return this.#events.onFree()
      case 'leaving':
        return void this.stop(IDLE_MS)
      case 'taken':
        clearTimeout(this.#takeTimer)
        this.#untaken?.destroy()
        this.#untaken = undefined
        return this.#events.onFree()
      case 'consumed':
        return this.#events.onConsumed(this, received.consumptions)
      case 'metrics':
        this.#metrics = received.metrics
        return this.#onMetrics()
    }
  }
}
