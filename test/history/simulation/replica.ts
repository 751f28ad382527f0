import { createApp, type App } from '../../../src/app.ts'
import { createClock, type Clock } from '../../../src/clock.ts'
import { readConfig } from '../../../src/config.ts'
import { sweep } from '../../../src/jobs/jobs.ts'
import type { Database } from '../../../src/store/database.ts'
import { openDatabase } from '../../../src/store/open.ts'
import { createStore, type Store } from '../../../src/store/store.ts'
import { obligingImages } from '../../images/obliging.ts'
import type { Request, Response } from '../recorder/protocol.ts'
import { bytesOf } from './random.ts'

/** What a process of the platform stands on: its connection, its clock and its randomness. */
export interface Ground {
  readonly database: Database
  readonly clock: Pick<Clock, 'now' | 'now_ms'>
  readonly random: (bytes: number) => Uint8Array
}

/**
 * A process of the platform, whole but for the socket: credentials, gates, contract, handlers, intents and sweeps. It is built once,
 * because compiling the contract takes a second, and put on new ground for every run.
 */
export interface Replica {
  readonly app: App
  stand(ground: Ground): void
  handle(request: Request, ip: string): Promise<Response>
  sweep(): Promise<unknown>
}

export async function newReplica(): Promise<Replica> {
  let ground: Ground = {
    database: await openDatabase('memory:'),
    clock: createClock(() => 0),
    random: bytesOf('boot'),
  }
  let standing = createStore(ground.database)
  // A process that crashed has forgotten who was waiting for its store.
  const store = new Proxy({} as Store, { get: (_, name) => standing[name as keyof Store] })
  const clock: Clock = {
    now: () => ground.clock.now(),
    now_ms: () => ground.clock.now_ms(),
    advance: () => undefined,
  }
  // No client is to meet a rate limit: it would be remembered from one run to the next.
  const config = {
    ...readConfig({ store: 'memory:' }, {}),
    response_gate: 'closed',
    log_level: 'silent',
    rate_limit_factor: 1e9,
  } as const
  const app = await createApp(config, {
    store,
    clock,
    random: (bytes) => ground.random(bytes),
    images: obligingImages,
  })

  return {
    app,
    stand: (next) => {
      ground = next
      standing = createStore(next.database)
    },
    async handle({ method, path, headers, body }, ip) {
      const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
      const answer = await app.dispatcher.handle({
        method,
        target: path,
        ip,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        readBody: async () => bytes,
      })
      return {
        status: answer.status,
        body: JSON.parse(String(answer.body ?? '') || '{}') as Response['body'],
      }
    },
    sweep: () => sweep(app.jobs),
  }
}
