import { Durations } from '../histogram/histogram.ts'
import type { Ending, Operation, Phase, Tally } from '../histogram/tally.ts'
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
} from '../http/answers.ts'
import type { RequestResult, ScheduledRequest, Connections } from '../http/connections.ts'
import type { Place, RequestFactory } from '../http/requests.ts'
import type { Churn, LoadSettings } from '../settings.ts'
import { drive } from './driver.ts'
import { DueQueue } from './due.ts'
import { Fleet, type SimulatedInstallation } from './fleet.ts'
import { eventGap, firstGap, heartbeatGap } from './pace.ts'

export interface SimulationOptions {
  readonly settings: LoadSettings
  readonly place: Place
  readonly ask: RequestFactory
  readonly connections: Connections
  readonly tally: Tally
  /** In [0, 1). */
  readonly random: () => number
  /** When the run began, on the clock of `performance.now()`. */
  readonly began: number
}

/** One installation of the ramp, and how often it was tried. */
interface PendingInstall {
  readonly tries: number
}
type Job = SimulatedInstallation | keyof Churn | PendingInstall

const MOST_TRIES = 10
const FIRST_TRY: PendingInstall = { tries: 0 }
/** A plan's limit is not overcome by trying. */
const NO_MORE = /^402\b/

/** A fleet that lives: it grows, sends heartbeats, and installations come, go and lose their credentials. */
export class Simulation {
  readonly fleet = new Fleet()
  /** How late this process was to send what was due in the steady phase. */
  readonly lateness = new Durations(3)
  installed = 0
  revoked = 0
  recovered = 0
  /** Told to terminate by somebody else. */
  terminated = 0
  /** Installations of the ramp that are still to come. */
  growing = 0
  /** Why the ramp ended early. */
  stopped_growing: string | undefined

  readonly #world: SimulationOptions
  readonly #queue = new DueQueue<Job>()
  readonly #recoveries = new Set<Promise<unknown>>()
  readonly #stop: () => void
  #steady_from = Infinity
  #pending = 0

  constructor(world: SimulationOptions) {
    this.#world = world
    this.#stop = drive(this.#queue, (job, due) => this.#fire(job, due))
  }

  /** Lets the fleet grow evenly over so many milliseconds. */
  grow(installations: number, over_ms: number): void {
    const now = performance.now()
    this.growing = installations
    for (let index = 0; index < installations; index += 1)
      this.#queue.add(now + (index / installations) * over_ms, FIRST_TRY)
  }

  /** From here on it counts, and installations come and go. */
  settle(): void {
    const now = performance.now()
    this.#steady_from = now
    const { churn } = this.#world.settings
    for (const kind of Object.keys(churn) as (keyof Churn)[])
      if (churn[kind] > 0) this.#queue.add(now + this.#gap(kind), kind)
  }

  /** Sends nothing more; resolves when everything is answered or given up. */
  async stop(): Promise<void> {
    this.#stop()
    while (this.#pending > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, 10)
      })
  }

  #fire(job: Job, due: number): void {
    if (due >= this.#steady_from) this.lateness.record(performance.now() - due)
    this.#pending += 1
    void this.#work(job, due).finally(() => {
      this.#pending -= 1
    })
  }

  async #work(job: Job, due: number): Promise<void> {
    if (typeof job === 'object')
      return 'tries' in job ? this.#grow(job, due) : this.#heartbeat(job, due)
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
    eventGap(this.#world.settings.churn[kind], this.#world.random())

  async #heartbeat(member: SimulatedInstallation, due: number): Promise<void> {
    const { random, settings, ask } = this.#world
    if (!this.fleet.has(member)) return
    this.#queue.add(due + heartbeatGap(settings.interval_s, random(), random()), member)
    if (member.leaving) return
    const { generation } = member
    const answer = await this.#send(
      'renewLease',
      ask.heartbeat(member, due),
      () => member.leaving || member.generation !== generation,
    )
    if (!isSuccess(answer)) return
    const { successor, terminated } = readLease(answer)
    if (successor) adopt(member, successor)
    if (terminated && !member.leaving) {
      this.terminated += 1
      this.fleet.remove(member)
    }
  }

  async #grow({ tries }: PendingInstall, due: number): Promise<void> {
    const answer = this.stopped_growing === undefined ? await this.#install(due) : undefined
    const wait = answer && retryAfterMs(answer)
    if (wait !== undefined && tries + 1 < MOST_TRIES) {
      return this.#queue.add(performance.now() + wait * (1 + 0.1 * this.#world.random()), {
        tries: tries + 1,
      })
    }
    if (answer && NO_MORE.test(outcomeOf(answer))) this.stopped_growing ??= outcomeOf(answer)
    this.growing -= 1
  }

  /** Lets one more in. @returns the answer that stood in the way, if one did */
  async #install(due: number): Promise<RequestResult | undefined> {
    const { ask, place, settings, random } = this.#world
    const asked = await this.#send('createInstallToken', ask.installToken(place, due))
    const token = textMember(asked, 'token')
    if (!isSuccess(asked) || token === undefined) return asked
    const bootstrap = () =>
      this.#send('bootstrapInstallation', ask.bootstrap(token, performance.now()))
    const first = await bootstrap()
    // Within a minute the token is answered again: whoever lost the first answer still gets in, as real agents do.
    const answer = first.kind === 'lost' ? await bootstrap() : first
    const credentials = isSuccess(answer) ? readCredentials(answer) : undefined
    if (!credentials) return answer
    this.installed += 1
    this.#queue.add(
      performance.now() + firstGap(settings.interval_s, random()),
      this.fleet.add(credentials),
    )
    return undefined
  }

  async #refresh(due: number): Promise<void> {
    const member = this.fleet.pick(this.#world.random())
    if (!member || member.refresh_token === null) return
    const { generation } = member
    const answer = await this.#send(
      'refreshRuntimeToken',
      this.#world.ask.refresh(member, due),
      () => member.leaving || member.generation !== generation,
    )
    const successor =
      answer.kind === 'answered' && isSuccess(answer) ? readRefreshedToken(answer.body) : undefined
    if (successor) adopt(member, successor)
  }

  async #recover(due: number): Promise<void> {
    const { ask, place } = this.#world
    const recovery = this.#send('recoverInstallation', ask.recover(place, due)).then((answer) => {
      const credentials = isSuccess(answer) ? readCredentials(answer) : undefined
      if (credentials && this.fleet.recover(credentials)) this.recovered += 1
    })
    this.#recoveries.add(recovery)
    await recovery.finally(() => this.#recoveries.delete(recovery))
  }

  async #revoke(due: number): Promise<void> {
    const member = this.fleet.pick(this.#world.random())
    if (!member) return
    member.leaving = true
    const answer = await this.#send('revokeInstallation', this.#world.ask.revoke(member, due))
    member.leaving = isSuccess(answer)
    if (!member.leaving) return
    this.revoked += 1
    this.fleet.remove(member)
  }

  /** Sends and counts. Which installation a recovery takes over is only known when it is answered, so a refusal waits for those under way. */
  async #send(
    operation: Operation,
    ask: ScheduledRequest,
    isExplained: () => boolean = () => false,
  ): Promise<RequestResult> {
    const { connections, tally, began } = this.#world
    const answer = await connections.send(ask)
    const milliseconds = performance.now() - ask.due
    if (!isSuccess(answer) && this.#recoveries.size > 0 && operation !== 'recoverInstallation')
      await Promise.allSettled(this.#recoveries)
    const ending: Ending = endingOf(answer, isExplained())
    tally.record(
      { phase: this.#phase(ask.due), operation, ...ending },
      { due: ask.due - began, milliseconds, live: this.fleet.size },
    )
    return answer
  }

  readonly #phase = (due: number): Phase => (due < this.#steady_from ? 'ramp' : 'steady')
}

/** Answers can overtake one another; the newest token is kept. */
function adopt(
  member: SimulatedInstallation,
  { runtime_token, token_version }: RefreshedToken,
): void {
  if (token_version <= member.token_version) return
  member.runtime_token = runtime_token
  member.token_version = token_version
}
