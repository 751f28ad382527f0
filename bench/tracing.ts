/**
 * The processor time of a request (`getTrustProfile` on a memory store, without a socket) with tracing off, with a twentieth of the traces
 * and with all of them sent to a collector on loopback that discards them. Each variant has a thread of its own, whose processor time
 * includes encoding and sending, but not the collector. They run in alternation. Prints one JSON line for each share; `ratio` is the time
 * relative to that with tracing off.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { createApp } from '../src/app/app.ts'
import { readConfig } from '../src/config/config.ts'
import type { ContractRequest } from '../src/contract/request.ts'
import { openOtlpTracing } from '../src/ports/otlp-tracing.ts'
import { noTracing } from '../src/ports/tracing.ts'
import { alternate, ratioOf } from './kit/alternation.ts'
import { registrationOf } from './kit/fleet.ts'
import { median, report, round, SHORT } from './kit/figures.ts'

const ROUNDS = SHORT ? 8 : 30
/**
 * Requests in a round. Spans are sent when there are 512 of them or after five seconds, and a request has four, so a twentieth of these
 * requests fill one batch. With fewer, most rounds would record spans without sending any.
 */
const REQUESTS = 2560
/** Requests without a pause. Their spans are fewer than the 2,048 that can wait; any beyond that would be discarded. */
const BURST = 320
/** The pause in which a thread sends the spans of a burst. */
const SENDING_MS = 40

interface Variant {
  /** The address of the collector. */
  readonly url: string
  /** The share of traces that are sent; undefined if tracing is off. */
  readonly share: number | undefined
}

// ---- The threads ----------------------------------------------------------------------------------------------------

/** Returns a function that processes the requests of a round. */
async function requests({ url, share }: Variant): Promise<() => Promise<void>> {
  const tracing =
    share === undefined
      ? noTracing
      : await openOtlpTracing({ url, headers: {}, service_name: 'bench', ratio: share }, '0')
  const config = readConfig(
    { store: 'memory:' },
    {
      SVC_ISSUER: 'https://bench.example',
      SVC_MASTER_KEY: '07'.repeat(32),
      SVC_LOG_LEVEL: 'silent',
    },
  )
  const { services, jobs, dispatcher } = await createApp(
    { ...config, rate_limit_factor: 1e6 },
    { tracing },
  )
  const { store } = services
  const { organization_id } = await store.createOrganization(jobs.platformContext(), {
    name: 'bench',
    plan: 'enterprise',
  })
  const made = await store.createApiKey(jobs.platformContext(), { organization_id, name: 'bench' })
  if (made.kind !== 'created') throw new Error('No API key was created')
  await store.registerAgent(jobs.platformContext(), registrationOf('bench', organization_id))
  const request: ContractRequest = {
    method: 'GET',
    target: '/trust/profile/did:svc:bench',
    headers: { 'x-api-key': made.token },
    ip: '127.0.0.1',
    readBody: async () => Buffer.alloc(0),
  }
  return async () => {
    for (let sent = 1; sent <= REQUESTS; sent += 1) {
      const { status } = await dispatcher.handle(request)
      if (status !== 200) throw new Error(`The platform responded with ${status}`)
      if (sent % BURST === 0) await delay(SENDING_MS)
    }
  }
}

/** Runs a round at each message, and responds with the microseconds of processor time for each of its requests. */
async function runThread(variant: Variant): Promise<void> {
  const runRound = await requests(variant)
  parentPort!.on('message', () => {
    const before = process.threadCpuUsage()
    void runRound().then(() => {
      const { user, system } = process.threadCpuUsage(before)
      parentPort!.postMessage((user + system) / REQUESTS)
    })
  })
  parentPort!.postMessage('ready')
}

// ---- The measurement ------------------------------------------------------------------------------------------------

async function start(variant: Variant): Promise<() => Promise<number>> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: variant,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  await once(worker, 'message')
  return async () => {
    worker.postMessage('round')
    return ((await once(worker, 'message')) as [number])[0]
  }
}

async function run(): Promise<void> {
  let received = 0
  const collector = createServer((req, res) =>
    req.on('data', (chunk: Buffer) => (received += chunk.length)).on('end', () => res.end()),
  )
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`
  const results = await alternate(
    {
      off: await start({ url, share: undefined }),
      twentieth: await start({ url, share: 0.05 }),
      all: await start({ url, share: 1 }),
    },
    ROUNDS,
  )
  if (received === 0) throw new Error('the collector has received no spans')
  for (const name of ['twentieth', 'all'] as const)
    report({
      bench: `tracing-${name}`,
      against: 'tracing off',
      ratio: round(ratioOf(results[name], results.off)),
      off_us: round(median(results.off), 1),
      on_us: round(median(results[name]), 1),
    })
  process.exit()
}

await (isMainThread ? run() : runThread(workerData as Variant))
