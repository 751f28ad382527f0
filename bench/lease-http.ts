/**
 * Heartbeats over HTTP, with every feature enabled: credentials, rate limit (raised), validation of requests and responses, metrics; no
 * log. The peers are hand-written versions of the same heartbeat, on the same store and with the same response body: a Fastify route with
 * schemas for request and response and the same headers, and bare `node:http` that validates nothing and sends only the headers of the
 * body and of the rate limit.
 * Each server has a process on one core; they run in alternation under the same client, which has the other core.
 *
 * `ratio` compares the processor time that the servers take for a request, which determines the capacity of a core and is affected least by
 * other load; `rate_ratio` compares requests per second.
 *
 * `node bench/lease-http.ts [address of the store]`; by default a memory store.
 */
import { load, requestBytes } from './kit/load.ts'
import { startContender } from './kit/contender.ts'
import { median, megabytes, quantile, report, round, SHORT } from './kit/figures.ts'
import type { InstalledAgent } from './kit/fleet.ts'
import { LOAD_CORE, stayOnCore } from './kit/pin.ts'
import { alternate, ratioOf } from './kit/alternation.ts'

const CALLERS = 32
const [ROUNDS, ROUND_MS] = SHORT ? [8, 500] : [24, 1000]
const HEARTBEAT = {
  status: 'running',
  heartbeat_interval_seconds: 60,
  health_payload: { queue_length: 3, memory_mb: 212 },
}

stayOnCore(LOAD_CORE)
const program = new URL('kit/lease-server.ts', import.meta.url)
const start = async (kind: string) => {
  const contender = await startContender<readonly InstalledAgent[]>(program, [
    kind,
    process.argv[2] ?? 'memory:',
  ])
  const callers = contender.info.slice(0, CALLERS).map(({ installation_id, runtime_token }) => {
    const bytes = requestBytes({
      path: `/api/v1/installations/${installation_id}/lease`,
      headers: { Authorization: `Bearer ${runtime_token}` },
      body: HEARTBEAT,
    })
    return () => bytes
  })
  return {
    ...contender,
    run: async () => {
      const before = await contender.usage()
      const done = await load(contender.port, callers, ROUND_MS)
      return {
        ...done,
        cpu_us: ((await contender.usage()).cpu_us - before.cpu_us) / done.responses,
      }
    },
  }
}
const platform = await start('platform')
const peers = { fastify: await start('fastify'), http: await start('http') }
const results = await alternate(
  { platform: platform.run, fastify: peers.fastify.run, http: peers.http.run },
  ROUNDS,
)
const { memory } = await platform.usage()
for (const { end } of [platform, peers.fastify, peers.http]) await end()

const rates = (name: keyof typeof results) => results[name].map(({ per_s }) => per_s)
const costs = (name: keyof typeof results) => results[name].map(({ cpu_us }) => cpu_us)
const latencies = results.platform.flatMap((done) => done.latencies)
const figures = {
  p50_ms: round(quantile(latencies, 0.5)),
  p99_ms: round(quantile(latencies, 0.99)),
  rss_mb: megabytes(memory),
  callers: CALLERS,
  per_s: Math.round(median(rates('platform'))),
  cpu_us: round(median(costs('platform'))),
}
const compare = (name: 'fastify' | 'http', target: number, against: string) =>
  report({
    bench: 'lease-http',
    ratio: round(ratioOf(costs(name), costs('platform'))),
    target,
    against,
    rate_ratio: round(ratioOf(rates('platform'), rates(name))),
    ...figures,
    peer_per_s: Math.round(median(rates(name))),
    peer_cpu_us: round(median(costs(name))),
  })
compare('fastify', 1, 'the same route in Fastify')
compare('http', 0.6, 'the same work on bare node:http')
