import { createClock } from '../../../src/clock.ts'
import { createStore } from '../../../src/store/store.ts'
import { verifyStoredChain } from '../../../src/store/verify-chain.ts'
import { DAY } from '../../kit/time.ts'
import type { Call } from '../history.ts'
import type { Span } from '../model/span.ts'
import { answerOf, requestOf, type Response, type Tenant } from '../recorder/protocol.ts'
import { newRecorder, type Pending } from '../recorder/recorder.ts'
import type { Connection, HandDriven, Job } from './database.ts'
import { momentsAhead } from './moments.ts'
import { bytesOf, choices, type Choices } from './random.ts'
import type { Replica } from './replica.ts'
import { ORGANIZATION, subjectOf, type Intent, type Scenario, type Weather } from './scenario.ts'
import { settle, settlePeople } from './tenant.ts'
import { newWallet } from './wallet.ts'

const START = Date.parse('2026-03-01T12:00:00.000Z')
/** What a process is at work on ends within minutes; only the network may keep a request for months. */
const LONGEST_REQUEST = 5 * 60_000
/** How far time jumps where it does not jump to a moment that matters. */
const PAUSES = [1, 1000, 20_000, 300_000]
const AGES = [1, 300_000, 10 * DAY, 30 * DAY, 40 * DAY, 84 * DAY]

/** One request on its way through a process; the network may have made two of it. */
interface Exchange {
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
  readonly intents: Intent[]
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
  readonly happen: () => unknown
}

/** Clients, network, processes and time, and what each of them may do next. */
export class World {
  readonly recorder = newRecorder()
  private readonly choose: Choices
  private readonly database: HandDriven
  private readonly random: (bytes: number) => Uint8Array
  private readonly processes: Process[]
  private readonly clients: Client[]
  private readonly agents: readonly string[]
  private readonly wallets: ReadonlyMap<string, ReturnType<typeof newWallet>>
  private readonly left: { -readonly [Kind in keyof Weather]: number }
  private readonly weather: Weather
  private readonly messages: Message[] = []
  private readonly exchanges: Exchange[] = []
  private tenant: Tenant | undefined
  private now = START

  constructor(
    scenario: Scenario,
    schedule: number,
    database: HandDriven,
    replicas: readonly Replica[],
  ) {
    ;[this.choose, this.database, this.random, this.weather] = [
      choices(schedule),
      database,
      bytesOf(`${schedule}`),
      scenario.weather,
    ]
    this.left = { ...scenario.weather }
    this.clients = scenario.clients.map((intents, at) => ({
      name: `c${at + 1}`,
      intents: [...intents],
    }))
    const subjects = [...new Set(scenario.clients.flat().map(subjectOf))]
    this.agents = subjects.filter((subject) => subject !== ORGANIZATION)
    this.wallets = new Map(subjects.map((subject) => [subject, newWallet()]))
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
    for (const process of this.processes) this.stand(process)
    const {
      replica: { app },
      connection,
    } = this.processes[0]!
    const {
      services: { store, signer },
      jobs: { platformContext },
    } = app
    const tenant = await this.drive(settle(store, platformContext, signer, this.agents), connection)
    this.tenant = this.wallets.has(ORGANIZATION)
      ? {
          ...tenant,
          people: await this.drive(
            settlePeople(connection, store, platformContext, ORGANIZATION),
            connection,
          ),
        }
      : tenant
  }

  /** Lets one of the things that may happen next happen. False when there is none. */
  async next(): Promise<boolean> {
    const events = [
      ...this.ofClients(),
      ...this.ofNetwork(),
      ...this.ofDatabase(),
      ...this.ofFate(),
    ]
    const pointless =
      events.every(({ weight }) => weight < 1) && !this.clients.some(({ waiting }) => waiting)
    if (pointless || events.length === 0) return this.giveWay()
    await this.choose.weighted(events).happen()
    await quiet()
    return true
  }

  /** Clients that wait for what will never come skip it. */
  private giveWay(): boolean {
    const stuck = this.clients.find(({ intents, waiting }) => intents.length > 0 && !waiting)
    stuck?.intents.shift()
    return stuck !== undefined
  }

  private *ofClients(): Iterable<Event> {
    for (const client of this.clients) {
      const [intent] = client.intents
      if (client.waiting) {
        if (this.weather.lost > 0)
          yield {
            weight: this.weather.lost * 0.8,
            happen: () => {
              client.waiting = undefined
            },
          }
        continue
      }
      const subject = intent && subjectOf(intent)
      const call = intent && this.wallets.get(subject!)!.callOf(intent)
      if (!call || !subject) continue
      yield {
        weight: 2,
        happen: () => {
          client.intents.shift()
          const copies = this.choose.chance(this.weather.twice) ? 2 : 1
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
        yield { weight: 1, happen: () => this.deliver(message, process) }
    }
    for (const exchange of this.exchanges)
      if (exchange.response) yield { weight: 2, happen: () => this.answer(exchange) }
  }

  private *ofDatabase(): Iterable<Event> {
    for (const { connection } of this.processes) {
      for (const job of connection.jobs) {
        yield { weight: 2, happen: job.state === 'done' ? () => job.answer() : () => this.run(job) }
        if (this.left.outages > 0 && job.state === 'waiting')
          yield {
            weight: 0.1,
            happen: () => {
              this.left.outages -= 1
              job.fail()
            },
          }
      }
    }
  }

  private *ofFate(): Iterable<Event> {
    const { left } = this
    if (left.jumps > 0)
      yield {
        weight: 0.3,
        happen: () => {
          left.jumps -= 1
          return this.jump()
        },
      }
    for (const process of this.processes) {
      if (process.state === 'down') yield { weight: 1, happen: () => this.start(process) }
      else if (left.crashes > 0)
        yield {
          weight: 0.2,
          happen: () => {
            left.crashes -= 1
            this.crash(process)
          },
        }
      if (process.state === 'up' && left.sweeps > 0 && !process.sweeping)
        yield {
          weight: 0.15,
          happen: () => {
            left.sweeps -= 1
            this.sweep(process)
          },
        }
      if (left.steps > 0)
        yield {
          weight: 0.1,
          happen: () => {
            left.steps -= 1
            process.offset = this.offset()
          },
        }
    }
  }

  private deliver(message: Message, process: Process): void {
    message.copies -= 1
    const pending = message.sent === 0 ? message.pending : message.pending.twin()
    message.sent += 1
    const exchange: Exchange = { message, pending, from: this.now, process }
    this.exchanges.push(exchange)
    const request = requestOf(message.call, message.subject, this.tenant!, this.recorder)
    const { connection } = process
    void process.replica.handle(request, '192.0.2.1').then(
      (response) => {
        if (process.connection === connection) Object.assign(exchange, { response, to: this.now })
      },
      (cause: unknown) =>
        Object.assign(exchange, {
          response: { status: 599, body: { code: String(cause) } },
          to: this.now,
        }),
    )
  }

  /** The first answer that finds its client still waiting is the answer; later ones find nobody. */
  private answer(exchange: Exchange): void {
    const { message, response } = exchange
    this.exchanges.splice(this.exchanges.indexOf(exchange), 1)
    if (message.client.waiting !== message) return exchange.pending.lost(this.spanOf(exchange))
    message.client.waiting = undefined
    const answer = answerOf(message.call, response!, this.recorder)
    this.wallets.get(message.subject)!.keep(message.call, answer)
    exchange.pending.answered(answer, this.spanOf(exchange))
  }

  private async run(job: Job): Promise<void> {
    await job.run()
    // Nobody can tell when a question was answered, so its answer comes at once.
    if (!job.writes) job.answer()
  }

  private async jump(): Promise<void> {
    const ahead = await momentsAhead(this.database.rows, this.now)
    const nearest = ahead[Math.floor(this.choose.fraction() ** 3 * ahead.length)]
    const moment =
      nearest === undefined || this.choose.chance(0.3 + this.weather.ages)
        ? this.now + this.choose.of(this.weather.ages > 0 ? AGES : PAUSES)
        : nearest + this.choose.of([-1, -1, 0, 0, 1])
    const isBusy = this.processes.some(({ connection }) => connection.jobs.length > 0)
    this.now = Math.max(this.now, isBusy ? Math.min(moment, this.now + LONGEST_REQUEST) : moment)
  }

  /** What the process had committed is kept; what it was asked and had not answered, nobody will ever know. */
  private crash(process: Process): void {
    process.state = 'down'
    process.connection.cut()
    for (const restart of process.restart) restart.lost({ from: this.now, to: this.now })
    for (const exchange of this.exchanges.filter(
      (one) => one.process === process && !one.response,
    )) {
      this.exchanges.splice(this.exchanges.indexOf(exchange), 1)
      exchange.pending.lost(this.spanOf(exchange))
      // Its client sees the connection break.
      if (exchange.message.client.waiting === exchange.message && exchange.message.copies === 0)
        exchange.message.client.waiting = undefined
    }
  }

  /** Leases are credited before anybody is served; a start that fails is tried again. */
  private start(process: Process): void {
    process.connection = this.database.connect()
    ;[process.state, process.sweeping] = ['starting', false]
    this.stand(process)
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
          one.answered({ kind: 'restarted', down: down_ms }, this.widened(from, this.now)),
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

  private stand(process: Process): void {
    const clock = createClock(() => this.now + process.offset)
    process.replica.stand({ database: process.connection, clock, random: this.random })
  }

  /** Runs everything a piece of work asks for, at once. */
  private async drive<T>(work: Promise<T>, { jobs }: Connection): Promise<T> {
    let done = false
    const ended = work.finally(() => {
      done = true
    })
    for (await quiet(); !done; await quiet())
      for (const job of [...jobs]) await job.run().then(() => job.answer())
    return ended
  }

  end(): void {
    for (const exchange of this.exchanges.splice(0)) exchange.pending.lost(this.spanOf(exchange))
  }

  /** Verifies every audit chain (docs/specification/audit.md#i-15). */
  async brokenChains(): Promise<string[]> {
    const connection = this.database.connect()
    const store = createStore(connection)
    const found: string[] = []
    for (const { chain } of await this.drive(store.listChains({}), connection)) {
      const { intact, broken: fault } = await this.drive(
        verifyStoredChain(store, chain, () => true),
        connection,
      )
      if (!intact) found.push(`I-15: ${chain} is broken: ${JSON.stringify(fault)}`)
    }
    return found
  }

  private offset(): number {
    const { skew } = this.weather
    return skew === 0 ? 0 : this.choose.of([-skew, skew, this.choose.below(2 * skew + 1) - skew])
  }

  private spanOf({ from, to = this.now }: Exchange): Span {
    return this.widened(from, to)
  }

  private widened(from: number, to: number): Span {
    return { from: from - this.weather.skew, to: to + this.weather.skew }
  }
}

/** Waits until everything that was set off has come to rest: all of it is promises, none of it takes time. */
const quiet = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
}
