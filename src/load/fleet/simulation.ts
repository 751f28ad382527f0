import { setTimeout as wait } from 'node:timers/promises'
import { Durations } from '../histogram/histogram.ts'
import type {
  Ending,
  Operation,
  Phase,
  RequestStatistics,
} from '../histogram/request-statistics.ts'
import {
  readCredentials,
  endingOf,
  isSuccess,
  readLease,
  outcomeOf,
  retryAfterMs,
  readRefreshedToken,
  textMember,
  type RefreshedToken,
} from '../http/responses.ts'
import type { RequestResult, ScheduledRequest, Connections } from '../http/connections.ts'
import type { InstallTarget, RequestFactory } from '../http/requests.ts'
import type { Churn, LoadSettings } from '../settings.ts'
import { drive, DueQueue } from './due.ts'
import { Fleet, type SimulatedInstallation } from './fleet.ts'
import { eventGap, firstGap, heartbeatGap } from './pace.ts'

export interface SimulationOptions {
  readonly settings: LoadSettings
  readonly install_target: InstallTarget
  readonly requests: RequestFactory
  readonly connections: Connections
  readonly statistics: RequestStatistics
  /** In [0, 1). */
  readonly random: () => number
  /** When the run began, on the clock of `performance.now()`. */
  readonly began: number
}

/** A pending installation of the ramp, with the number of attempts so far. */
interface PendingInstall {
  readonly attempts: number
}
type Job = SimulatedInstallation | keyof Churn | PendingInstall

const MAX_ATTEMPTS = 10
const FIRST_ATTEMPT: PendingInstall = { attempts: 0 }
/** Outcomes that a retry cannot change: the limits of a plan. */
const PERMANENT = /^402\b/

/** A simulated fleet: it grows and sends heartbeats, and installations are added, revoked, refreshed and recovered. */
export class Simulation {
  readonly fleet = new Fleet()
  /** The delays with which this process sent requests in the steady phase. */
  readonly lateness = new Durations(3)
  installed = 0
  revoked = 0
  recovered = 0
  /** Installations that received a terminate command from elsewhere. */
  terminated = 0
  /** Installations of the ramp that are still pending. */
  growing = 0
  /** Why the ramp ended early. */
  stopped_growing: string | undefined

  readonly #options: SimulationOptions
  readonly #queue = new DueQueue<Job>()
  readonly #recoveries = new Set<Promise<unknown>>()
  readonly #stop: () => void
  #steady_from = Infinity
  #pending = 0

  constructor(options: SimulationOptions) {
    this.#options = options
    this.#stop = drive(this.#queue, (job, due) => this.#start(job, due))
  }

  /** Spreads the installation of the fleet evenly over this many milliseconds. */
  grow(installations: number, over_ms: number): void {
    const now = performance.now()
    this.growing = installations
    for (let index = 0; index < installations; index += 1)
      this.#queue.add(now + (index / installations) * over_ms, FIRST_ATTEMPT)
  }

  /** Starts the steady phase: from now on requests are measured, and installations are added, revoked, refreshed and recovered. */
  startChurn(): void {
    const now = performance.now()
    this.#steady_from = now
    const { churn } = this.#options.settings
    for (const kind of Object.keys(churn) as (keyof Churn)[])
      if (churn[kind] > 0) this.#queue.add(now + this.#gap(kind), kind)
  }

  /** Stops sending; resolves when all requests have ended. */
  async stop(): Promise<void> {
    this.#stop()
    while (this.#pending > 0) await wait(10)
  }

  #start(job: Job, due: number): void {
    if (due >= this.#steady_from) this.lateness.record(performance.now() - due)
    this.#pending += 1
    void this.#run(job, due).finally(() => {
      this.#pending -= 1
    })
  }

  async #run(job: Job, due: number): Promise<void> {
    if (typeof job === 'object')
      return 'attempts' in job ? this.#grow(job, due) : this.#heartbeat(job, due)
    this.#queue.add(due + this.#gap(job), job)
    switch (job) {
      case 'bootstraps':
        return void (await this.#install(due))
      case 'refreshes':
        return this.#refresh(due)
      case 'recoveries':
        return this.#recover(due)
      case 'revokes':
        return this.#revoke(due)
    }
  }

  readonly #gap = (kind: keyof Churn): number =>
    eventGap(this.#options.settings.churn[kind], this.#options.random())

  async #heartbeat(member: SimulatedInstallation, due: number): Promise<void> {
    const { random, settings, requests } = this.#options
    if (!this.fleet.has(member)) return
    this.#queue.add(due + heartbeatGap(settings.interval_s, random(), random()), member)
    if (member.revoking) return
    const { generation } = member
    const result = await this.#send(
      'renewLease',
      requests.heartbeat(member, due),
      () => member.revoking || member.generation !== generation,
    )
    if (!isSuccess(result)) return
    const { refreshed, terminated } = readLease(result)
    if (refreshed) storeToken(member, refreshed)
    if (terminated && !member.revoking) {
      this.terminated += 1
      this.fleet.remove(member)
    }
  }

  async #grow({ attempts }: PendingInstall, due: number): Promise<void> {
    const result = this.stopped_growing === undefined ? await this.#install(due) : undefined
    const wait = result && retryAfterMs(result)
    if (wait !== undefined && attempts + 1 < MAX_ATTEMPTS) {
      return this.#queue.add(performance.now() + wait * (1 + 0.1 * this.#options.random()), {
        attempts: attempts + 1,
      })
    }
    if (result && PERMANENT.test(outcomeOf(result))) this.stopped_growing ??= outcomeOf(result)
    this.growing -= 1
  }

  /** Installs one agent. Resolves with the result of the request that failed, or with undefined. */
  async #install(due: number): Promise<RequestResult | undefined> {
    const { requests, install_target, settings, random } = this.#options
    const issued = await this.#send(
      'createInstallToken',
      requests.installToken(install_target, due),
    )
    const token = textMember(issued, 'token')
    if (!isSuccess(issued) || token === undefined) return issued
    const bootstrap = () =>
      this.#send('bootstrapInstallation', requests.bootstrap(token, performance.now()))
    const first = await bootstrap()
    // A bootstrap that is repeated within a minute succeeds, so an installation that lost the first response tries again, like real agents.
    const result = first.kind === 'lost' ? await bootstrap() : first
    const credentials = isSuccess(result) ? readCredentials(result) : undefined
    if (!credentials) return result
    this.installed += 1
    this.#queue.add(
      performance.now() + firstGap(settings.interval_s, random()),
      this.fleet.add(credentials),
    )
    return undefined
  }

  async #refresh(due: number): Promise<void> {
    const member = this.fleet.pick(this.#options.random())
    if (!member || member.refresh_token === null) return
    const { generation } = member
    const result = await this.#send(
      'refreshRuntimeToken',
      this.#options.requests.refresh(member, due),
      () => member.revoking || member.generation !== generation,
    )
    const refreshed =
      result.kind === 'responded' && isSuccess(result) ? readRefreshedToken(result.body) : undefined
    if (refreshed) storeToken(member, refreshed)
  }

  async #recover(due: number): Promise<void> {
    const { requests, install_target } = this.#options
    const recovery = this.#send('recoverInstallation', requests.recover(install_target, due)).then(
      (result) => {
        const credentials = isSuccess(result) ? readCredentials(result) : undefined
        if (credentials && this.fleet.recover(credentials)) this.recovered += 1
      },
    )
    this.#recoveries.add(recovery)
    await recovery.finally(() => this.#recoveries.delete(recovery))
  }

  async #revoke(due: number): Promise<void> {
    const member = this.fleet.pick(this.#options.random())
    if (!member) return
    member.revoking = true
    const result = await this.#send(
      'revokeInstallation',
      this.#options.requests.revoke(member, due),
    )
    member.revoking = isSuccess(result)
    if (!member.revoking) return
    this.revoked += 1
    this.fleet.remove(member)
  }

  /**
   * Sends a request and counts its result. A failure is classified only after the recoveries in progress, because their responses show
   * which installation they took over, and that can explain the failure.
   */
  async #send(
    operation: Operation,
    request: ScheduledRequest,
    isExplained: () => boolean = () => false,
  ): Promise<RequestResult> {
    const { connections, statistics, began } = this.#options
    const result = await connections.send(request)
    const milliseconds = performance.now() - request.due
    if (!isSuccess(result) && this.#recoveries.size > 0 && operation !== 'recoverInstallation')
      await Promise.allSettled(this.#recoveries)
    const ending: Ending = endingOf(result, isExplained())
    statistics.record(
      { phase: this.#phase(request.due), operation, ...ending },
      { due: request.due - began, milliseconds, live: this.fleet.size },
    )
    return result
  }

  readonly #phase = (due: number): Phase => (due < this.#steady_from ? 'ramp' : 'steady')
}

/** Stores a refreshed token, unless a newer one is stored already because responses arrived out of order. */
function storeToken(
  member: SimulatedInstallation,
  { runtime_token, token_version }: RefreshedToken,
): void {
  if (token_version <= member.token_version) return
  member.runtime_token = runtime_token
  member.token_version = token_version
}
