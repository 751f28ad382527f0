/**
 * What an organization with one key and 8 connections gets done beside another one with 50 keys and 64 connections, against what it gets
 * done alone, in turns of one run (docs/specification/trust.md#budgets). The limits of rates, which refuse the crowd first, are out of the way: what is
 * left are the turns that an organization has in a process. The server has one core and the clients have the other.
 */
import { startContender } from './kit/contender.ts'
import { median, quantile, report, round, SHORT } from './kit/figures.ts'
import { load, requestBytes, type Load } from './kit/load.ts'
import { LOAD_CORE, stayOnCore } from './kit/pin.ts'
import { inTurns, ratioOf } from './kit/turns.ts'

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
const quiet = callersOf(server.told.quiet, 8)
const crowd = callersOf(server.told.crowd, 64)
interface Done extends Load {
  readonly crowd_per_s: number
}
const seen = await inTurns<'alone' | 'beside', Done>(
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
