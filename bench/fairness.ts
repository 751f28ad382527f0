/**
 * The throughput of an organization with one key and 8 connections beside another one with 50 keys and 64 connections, against its
 * throughput alone, in alternation (docs/specification/trust.md#budgets). Rate limits, which would reject the larger one first, are raised,
 * so that only the fair scheduling within the process is measured. The server has one core and the clients have the other.
 */
import { startContender } from './kit/contender.ts'
import { median, quantile, report, round, SHORT } from './kit/figures.ts'
import { load, requestBytes, type Load } from './kit/load.ts'
import { LOAD_CORE, stayOnCore } from './kit/pin.ts'
import { alternate, ratioOf } from './kit/alternation.ts'

const [ROUNDS, ROUND_MS] = SHORT ? [6, 500] : [16, 1000]
interface Tenant {
  readonly organization_id: string
  readonly keys: readonly string[]
}

stayOnCore(LOAD_CORE)
const server = await startContender<{ readonly quiet: Tenant; readonly crowd: Tenant }>(
  new URL('kit/fair-server.ts', import.meta.url),
  ['50'],
)
const callersOf = ({ organization_id, keys }: Tenant, connections: number) =>
  Array.from({ length: connections }, (_, at) => {
    const bytes = requestBytes({
      method: 'GET',
      path: `/api/v1/orgs/${organization_id}/workspaces`,
      headers: { 'X-API-Key': keys[at % keys.length]! },
    })
    return () => bytes
  })
const quiet = callersOf(server.info.quiet, 8)
const crowd = callersOf(server.info.crowd, 64)
interface Done extends Load {
  readonly crowd_per_s: number
}
const seen = await alternate<'alone' | 'beside', Done>(
  {
    alone: async () => ({ ...(await load(server.port, quiet, ROUND_MS)), crowd_per_s: 0 }),
    beside: async () => {
      const [own, other] = await Promise.all([
        load(server.port, quiet, ROUND_MS),
        load(server.port, crowd, ROUND_MS),
      ])
      return { ...own, crowd_per_s: other.per_s }
    },
  },
  ROUNDS,
)
await server.end()

const rates = (name: keyof typeof seen) => seen[name].map(({ per_s }) => per_s)
report({
  bench: 'fairness',
  against: 'the same organization alone',
  ratio: round(ratioOf(rates('beside'), rates('alone'))),
  aim: 0.5,
  per_s: Math.round(median(rates('beside'))),
  alone_per_s: Math.round(median(rates('alone'))),
  crowd_per_s: Math.round(median(seen.beside.map(({ crowd_per_s }) => crowd_per_s))),
  p99_ms: round(
    quantile(
      seen.beside.flatMap(({ latencies }) => latencies),
      0.99,
    ),
  ),
})
