import { createClock } from '../../../src/system.ts'
import { createStore } from '../../../src/store/store.ts'
import { verifyStoredChain } from '../../../src/store/long-reads/verify-chain.ts'
import { DAY } from '../../kit/time.ts'
import type { Call } from '../history.ts'
import type { Span } from '../model/span.ts'
import { resultOf, requestOf, type Response, type Tenant } from '../recorder/protocol.ts'
import { newRecorder, type Pending } from '../recorder/recorder.ts'
import type { Connection, ControlledDatabase, PendingTransaction } from './database.ts'
import { momentsAhead } from './moments.ts'
import { bytesOf, choices, type Choices } from './random.ts'
import type { Replica } from './replica.ts'
import {
  ORGANIZATION,
  subjectOf,
  type Action,
  type Scenario,
  type Disturbances,
} from './scenario.ts'
import { createTenant, createPeople } from './tenant.ts'
import { newCredentialPool } from './credential-pool.ts'

const START = Date.parse('2026-03-01T12:00:00.000Z')
/** While a process executes requests, time advances by minutes at most; only the network may delay a request for months. */
const MAX_REQUEST_MS = 5 * 60_000
/** Milliseconds by which time advances if it does not advance to one of the moments that `momentsAhead` returns. */
const SHORT_JUMPS = [1, 1000, 20_000, 300_000]
const LONG_JUMPS = [1, 300_000, 10 * DAY, 30 * DAY, 40 * DAY, 84 * DAY]

/** One delivery of a request to a process; the network may deliver a request twice. */
interface Delivery {
  readonly message: Message
  readonly pending: Pending
  readonly from: number
  to?: number
  response?: Response
  process?: Process | undefined
}
interface Message {
  readonly client: Client
  readonly call: Exclude<Call, { do: 'restart' }>
  readonly subject: string
  readonly pending: Pending
  copies: number
  sent: number
}
interface Client {
  readonly name: string
  readonly actions: Action[]
  waiting?: Message | undefined
}
interface Process {
  readonly replica: Replica
  connection: Connection
  state: 'down' | 'starting' | 'up'
  restart: readonly Pending[]
  offset: number
  sweeping: boolean
}
interface Event {
  readonly weight: number
  readonly execute: () => unknown
}

/** The state of clients, network, processes and time, and the events that are possible next. */
export class Scheduler {
  readonly recorder = newRecorder()
  private readonly choose: Choices
  private readonly database: ControlledDatabase
  private readonly random: (bytes: number) => Uint8Array
  private readonly processes: Process[]
  private readonly clients: Client[]
  private readonly agents: readonly string[]
  private readonly pools: ReadonlyMap<string, ReturnType<typeof newCredentialPool>>
  private readonly left: { -readonly [Kind in keyof Disturbances]: number }
  private readonly disturbances: Disturbances
  private readonly messages: Message[] = []
  private readonly deliveries: Delivery[] = []
  private tenant: Tenant | undefined
  private now = START

  constructor(
    scenario: Scenario,
    schedule: number,
    database: ControlledDatabase,
    replicas: readonly Replica[],
  ) {
    ;[this.choose, this.database, this.random, this.disturbances] = [
      choices(schedule),
      database,
      bytesOf(`${schedule}`),
      scenario.disturbances,
    ]
    this.left = { ...scenario.disturbances }
    this.clients = scenario.clients.map((actions, at) => ({
      name: `c${at + 1}`,
      actions: [...actions],
    }))
    const subjects = [...new Set(scenario.clients.flat().map(subjectOf))]
    this.agents = subjects.filter((subject) => subject !== ORGANIZATION)
    this.pools = new Map(subjects.map((subject) => [subject, newCredentialPool()]))
    this.processes = replicas.map((replica) => ({
      replica,
      connection: database.connect(),
      state: 'up',
      restart: [],
      offset: this.offset(),
      sweeping: false,
    }))
  }

  async begin(): Promise<void> {
    for (const process of this.processes) this.resetReplica(process)
    const {
      replica: { app },
      connection,
    } = this.processes[0]!
    const {
      services: { store, signer },
      jobs: { platformContext },
    } = app
    const tenant = await this.runImmediately(
      createTenant(store, platformContext, signer, this.agents),
      connection,
    )
    this.tenant = this.pools.has(ORGANIZATION)
      ? {
          ...tenant,
          people: await this.runImmediately(
            createPeople(connection, store, platformContext, ORGANIZATION),
            connection,
          ),
        }
      : tenant
  }

  /** Executes one of the possible events. Returns false if there is none. */
  async next(): Promise<boolean> {
    const events = [
      ...this.ofClients(),
      ...this.ofNetwork(),
      ...this.ofDatabase(),
      ...this.ofDisturbances(),
    ]
    const pointless =
      events.every(({ weight }) => weight < 1) && !this.clients.some(({ waiting }) => waiting)
    if (pointless || events.length === 0) return this.skipWaitingClient()
    await this.choose.weighted(events).execute()
    await settled()
    return true
  }

  /** Skips the action of a client that waits for a credential that will never exist. */
  private skipWaitingClient(): boolean {
    const stuck = this.clients.find(({ actions, waiting }) => actions.length > 0 && !waiting)
    stuck?.actions.shift()
    return stuck !== undefined
  }

  private *ofClients(): Iterable<Event> {
    for (const client of this.clients) {
      const [action] = client.actions
      if (client.waiting) {
        if (this.disturbances.lost > 0)
          yield {
            weight: this.disturbances.lost * 0.8,
            execute: () => {
              client.waiting = undefined
            },
          }
        continue
      }
      const subject = action && subjectOf(action)
      const call = action && this.pools.get(subject!)!.callOf(action)
      if (!call || !subject) continue
      yield {
        weight: 2,
        execute: () => {
          client.actions.shift()
          const copies = this.choose.chance(this.disturbances.twice) ? 2 : 1
          client.waiting = {
            client,
            call,
            subject,
            pending: this.recorder.begin(client.name, subject, call),
            copies,
            sent: 0,
          }
          this.messages.push(client.waiting)
        },
      }
    }
  }

  private *ofNetwork(): Iterable<Event> {
    for (const message of this.messages.filter(({ copies }) => copies > 0)) {
      for (const process of this.processes.filter(({ state }) => state === 'up'))
        yield { weight: 1, execute: () => this.deliver(message, process) }
    }
    for (const delivery of this.deliveries)
      if (delivery.response) yield { weight: 2, execute: () => this.respond(delivery) }
  }

  private *ofDatabase(): Iterable<Event> {
    for (const { connection } of this.processes) {
      for (const job of connection.jobs) {
        yield {
          weight: 2,
          execute: job.state === 'done' ? () => job.settle() : () => this.run(job),
        }
        if (this.left.outages > 0 && job.state === 'waiting')
          yield {
            weight: 0.1,
            execute: () => {
              this.left.outages -= 1
              job.fail()
            },
          }
      }
    }
  }

  private *ofDisturbances(): Iterable<Event> {
    const { left } = this
    // A jump of several days would be cut short while a transaction runs, so it waits until none is running.
    if (left.jumps > 0 && (this.disturbances.long_jump_chance === 0 || !this.isBusy))
      yield {
        weight: 0.3,
        execute: () => {
          left.jumps -= 1
          return this.jump()
        },
      }
    for (const process of this.processes) {
      if (process.state === 'down') yield { weight: 1, execute: () => this.start(process) }
      else if (left.crashes > 0)
        yield {
          weight: 0.2,
          execute: () => {
            left.crashes -= 1
            this.crash(process)
          },
        }
      if (process.state === 'up' && left.sweeps > 0 && !process.sweeping)
        yield {
          weight: 0.15,
          execute: () => {
            left.sweeps -= 1
            this.sweep(process)
          },
        }
      if (left.steps > 0)
        yield {
          weight: 0.1,
          execute: () => {
            left.steps -= 1
            process.offset = this.offset()
          },
        }
    }
  }

  private deliver(message: Message, process: Process): void {
    message.copies -= 1
    const pending = message.sent === 0 ? message.pending : message.pending.repeat()
    message.sent += 1
    const delivery: Delivery = { message, pending, from: this.now, process }
    this.deliveries.push(delivery)
    const request = requestOf(message.call, message.subject, this.tenant!, this.recorder)
    const { connection } = process
    void process.replica.handle(request, '192.0.2.1').then(
      (response) => {
        if (process.connection === connection) Object.assign(delivery, { response, to: this.now })
      },
      (cause: unknown) =>
        Object.assign(delivery, {
          response: { status: 599, body: { code: String(cause) } },
          to: this.now,
        }),
    )
  }

  /** Delivers a response. Only the first one to a waiting client counts; others are lost. */
  private respond(delivery: Delivery): void {
    const { message, response } = delivery
    this.deliveries.splice(this.deliveries.indexOf(delivery), 1)
    if (message.client.waiting !== message) return delivery.pending.lost(this.spanOf(delivery))
    message.client.waiting = undefined
    const result = resultOf(message.call, response!, this.recorder)
    this.pools.get(message.subject)!.add(message.call, result)
    delivery.pending.responded(result, this.spanOf(delivery))
  }

  private async run(job: PendingTransaction): Promise<void> {
    await job.run()
    // Reads are settled at once, because no client can tell when they were executed.
    if (!job.writes) job.settle()
  }

  private get isBusy(): boolean {
    return this.processes.some(({ connection }) => connection.jobs.length > 0)
  }

  private async jump(): Promise<void> {
    const ahead = await momentsAhead(this.database.rows, this.now)
    const nearest = ahead[Math.floor(this.choose.fraction() ** 3 * ahead.length)]
    const moment =
      nearest === undefined || this.choose.chance(0.3 + this.disturbances.long_jump_chance)
        ? this.now +
          this.choose.of(this.disturbances.long_jump_chance > 0 ? LONG_JUMPS : SHORT_JUMPS)
        : nearest + this.choose.of([-1, -1, 0, 0, 1])
    this.now = Math.max(
      this.now,
      this.isBusy ? Math.min(moment, this.now + MAX_REQUEST_MS) : moment,
    )
  }

  /** Crashes a process. Committed transactions stay; the responses to its pending requests are lost. */
  private crash(process: Process): void {
    process.state = 'down'
    process.connection.cut()
    for (const restart of process.restart) restart.lost({ from: this.now, to: this.now })
    for (const delivery of this.deliveries.filter(
      (one) => one.process === process && !one.response,
    )) {
      this.deliveries.splice(this.deliveries.indexOf(delivery), 1)
      delivery.pending.lost(this.spanOf(delivery))
      // The client sees a broken connection.
      if (delivery.message.client.waiting === delivery.message && delivery.message.copies === 0)
        delivery.message.client.waiting = undefined
    }
  }

  /** Starts a process. It credits leases before it serves requests; a failed start is repeated. */
  private start(process: Process): void {
    process.connection = this.database.connect()
    ;[process.state, process.sweeping] = ['starting', false]
    this.resetReplica(process)
    const {
      connection,
      replica: { app },
    } = process
    const [from, restart] = [
      this.now,
      this.agents.map((agent) => this.recorder.begin('platform', agent, { do: 'restart' })),
    ]
    process.restart = restart
    const ended = (state: Process['state'], end: (pending: Pending) => void) => {
      if (process.connection === connection) process.state = state
      restart.forEach(end)
    }
    void app.services.store.creditDowntime(app.jobs.platformContext(), {}).then(
      ({ down_ms }) =>
        ended('up', (one) =>
          one.responded({ kind: 'restarted', down: down_ms }, this.widened(from, this.now)),
        ),
      () => ended('down', (one) => one.lost(this.widened(from, this.now))),
    )
  }

  private sweep(process: Process): void {
    process.sweeping = true
    const { connection } = process
    const done = () => {
      if (process.connection === connection) process.sweeping = false
    }
    void process.replica.sweep().then(done, done)
  }

  private resetReplica(process: Process): void {
    const clock = createClock(() => this.now + process.offset)
    process.replica.reset({ database: process.connection, clock, random: this.random })
  }

  /** Executes the transactions of an asynchronous function at once, and returns its result. */
  private async runImmediately<T>(work: Promise<T>, { jobs }: Connection): Promise<T> {
    let done = false
    const ended = work.finally(() => {
      done = true
    })
    for (await settled(); !done; await settled())
      for (const job of [...jobs]) await job.run().then(() => job.settle())
    return ended
  }

  end(): void {
    for (const delivery of this.deliveries.splice(0)) delivery.pending.lost(this.spanOf(delivery))
  }

  /** Verifies every audit chain (docs/specification/audit.md#i-15). */
  async brokenChains(): Promise<string[]> {
    const connection = this.database.connect()
    const store = createStore(connection)
    const found: string[] = []
    for (const { chain } of await this.runImmediately(store.listChains({}), connection)) {
      const { intact, broken: fault } = await this.runImmediately(
        verifyStoredChain(store, chain, () => true),
        connection,
      )
      if (!intact) found.push(`I-15: ${chain} is broken: ${JSON.stringify(fault)}`)
    }
    return found
  }

  private offset(): number {
    const { skew } = this.disturbances
    return skew === 0 ? 0 : this.choose.of([-skew, skew, this.choose.below(2 * skew + 1) - skew])
  }

  private spanOf({ from, to = this.now }: Delivery): Span {
    return this.widened(from, to)
  }

  private widened(from: number, to: number): Span {
    return { from: from - this.disturbances.skew, to: to + this.disturbances.skew }
  }
}

/** Waits until all promises that do not depend on further events are settled. */
const settled = async (): Promise<void> => {
  for (let index = 0; index < 3; index += 1)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
}
