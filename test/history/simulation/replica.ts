import { createApp, type App } from '../../../src/app/app.ts'
import { OrganizationQueue } from '../../../src/auth/organization-queue.ts'
import { createClock, type Clock } from '../../../src/system.ts'
import { readConfig } from '../../../src/config/config.ts'
import { sweep } from '../../../src/jobs/sweep.ts'
import type { Database } from '../../../src/store/database.ts'
import { openDatabase } from '../../../src/store/open.ts'
import { createStore, type Store } from '../../../src/store/store.ts'
import { fakeImages } from '../../ports/images/fake-images.ts'
import type { Request, Response } from '../recorder/protocol.ts'
import { bytesOf } from './random.ts'

/** The connection, clock and randomness of one process of the platform. */
interface ReplicaEnvironment {
  readonly database: Database
  readonly clock: Pick<Clock, 'now' | 'now_ms'>
  readonly random: (bytes: number) => Uint8Array
}

/**
 * A process of the platform without a socket: credentials, gates, contract, handlers, transactions and sweeps. It is created once,
 * because compiling the contract takes a second, and gets a new environment for every run.
 */
export interface Replica {
  readonly app: App
  reset(environment: ReplicaEnvironment): void
  handle(request: Request, ip: string): Promise<Response>
  sweep(): Promise<unknown>
}

export async function newReplica(): Promise<Replica> {
  let environment: ReplicaEnvironment = {
    database: await openDatabase('memory:'),
    clock: createClock(() => 0),
    random: bytesOf('boot'),
  }
  let current = createStore(environment.database)
  // The store is replaced after a crash, so that no call of the crashed process gets a response.
  const store = new Proxy({} as Store, { get: (_, name) => current[name as keyof Store] })
  const clock: Clock = {
    now: () => environment.clock.now(),
    now_ms: () => environment.clock.now_ms(),
    advance: () => undefined,
  }
  // Rate limits are disabled, because their state would carry over from one run to the next.
  const config = {
    ...readConfig({ store: 'memory:' }, {}),
    response_gate: 'closed',
    log_level: 'silent',
    rate_limit_factor: 1e9,
  } as const
  // Requests of a process that crashed never end, and would occupy the slots of later runs. What a request costs depends on the machine,
  // and would change the order of events.
  const queue = new OrganizationQueue(
    { running: Infinity, waiting: 0 },
    { now: () => 0, idle: () => 0, wait: () => undefined },
  )
  const app = await createApp(config, {
    store,
    clock,
    random: (bytes) => environment.random(bytes),
    images: fakeImages,
    queue,
  })

  return {
    app,
    reset: (next) => {
      environment = next
      current = createStore(next.database)
    },
    async handle({ method, path, headers, body }, ip) {
      const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
      const response = await app.dispatcher.handle({
        method,
        target: path,
        ip,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        readBody: async () => bytes,
      })
      return {
        status: response.status,
        body: JSON.parse(String(response.body ?? '') || '{}') as Response['body'],
      }
    },
    sweep: () => sweep(app.jobs),
  }
}
