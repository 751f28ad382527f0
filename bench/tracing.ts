/**
 * The processor time of a request (`getTrustProfile` on a store in memory, without a socket) with tracing off, with a twentieth of the
 * traces and with all of them sent to a collector on loopback that discards them. The variants run in alternation. Prints one JSON line for
 * each; `ratio` is the time relative to that with tracing off.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from '../src/app/app.ts'
import { readConfig } from '../src/config/config.ts'
import { openOtlpTracing } from '../src/ports/otlp-tracing.ts'
import { noTracing, type Tracing } from '../src/ports/tracing.ts'
import { alternate, ratioOf } from './kit/alternation.ts'
import { median, report, round, SHORT } from './kit/figures.ts'

const ROUNDS = SHORT ? 8 : 30
const REQUESTS = 400

const collector = createServer((req, res) => req.resume().on('end', () => res.end()))
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`

/** Returns a function that processes requests for a round, and resolves with microseconds of processor time for each. */
async function contender(tracing: Tracing): Promise<() => Promise<number>> {
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
  await store.registerAgent(jobs.platformContext(), {
    svc_id: 'bench',
    organization_id,
    name: 'bench',
    version: '1',
    public_key: '',
    manifest_hash: '',
    key_sound: true,
    proven: false,
    private: false,
    details: {},
  })
  const request = {
    method: 'GET',
    target: '/trust/profile/did:svc:bench',
    headers: { 'x-api-key': made.token },
    ip: '127.0.0.1',
    readBody: () => Promise.resolve({ bytes: Buffer.alloc(0) }),
    reserveParsed: () => true,
  }
  return async () => {
    const before = process.cpuUsage()
    for (let sent = 0; sent < REQUESTS; sent += 1) {
      const { status } = await dispatcher.handle(request as never)
      if (status !== 200) throw new Error(`The platform responded with ${status}`)
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / REQUESTS
  }
}

const sending = (ratio: number) =>
  openOtlpTracing({ url, headers: {}, service_name: 'bench', ratio }, '0')
const results = await alternate(
  {
    off: await contender(noTracing),
    twentieth: await contender(await sending(0.05)),
    all: await contender(await sending(1)),
  },
  ROUNDS,
)
for (const name of ['twentieth', 'all'] as const)
  report({
    bench: `tracing, ${name}`,
    against: 'tracing off',
    ratio: round(ratioOf(results[name], results.off)),
    off_us: round(median(results.off), 1),
    on_us: round(median(results[name]), 1),
  })
process.exit(0)
