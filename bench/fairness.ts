/**
 * The throughput of an organization with one key and 8 connections next to another one with 50 keys and 64 connections, against its
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
const server = await startContender<{ readonly small: Tenant; readonly large: Tenant }>(
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
const small = callersOf(server.info.small, 8)
const large = callersOf(server.info.large, 64)
interface Done extends Load {
  readonly large_per_s: number
}
const results = await alternate<'alone' | 'contended', Done>(
  {
    alone: async () => ({ ...(await load(server.port, small, ROUND_MS)), large_per_s: 0 }),
    contended: async () => {
      const [own, other] = await Promise.all([
        load(server.port, small, ROUND_MS),
        load(server.port, large, ROUND_MS),
      ])
      return { ...own, large_per_s: other.per_s }
    },
  },
  ROUNDS,
)
await server.end()

const rates = (name: keyof typeof results) => results[name].map(({ per_s }) => per_s)
report({
  bench: 'fairness',
  against: 'the same organization alone',
  ratio: round(ratioOf(rates('contended'), rates('alone'))),
  target: 0.5,
  per_s: Math.round(median(rates('contended'))),
  alone_per_s: Math.round(median(rates('alone'))),
  large_per_s: Math.round(median(results.contended.map(({ large_per_s }) => large_per_s))),
  p99_ms: round(
    quantile(
      results.contended.flatMap(({ latencies }) => latencies),
      0.99,
    ),
  ),
})
