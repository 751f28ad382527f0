import { ASSUMED, auditsPerDay, FLEETS, planOf, type Figures, type Plan } from './plan.ts'

const FIGURES =
  /(<!-- figures: written by `node bench\/capacity\.ts --write` -->\n)[^]*?(<!-- end of figures -->)/

/** Renders the page with these figures. */
export function pageWith(text: string, figures: Figures): string {
  if (!FIGURES.test(text)) throw new Error('the page has no markers for the figures')
  return text.replace(
    FIGURES,
    (_, before: string, after: string) =>
      `${before}\n${measured(figures)}\n\n${plans(figures)}\n\n${after}`,
  )
}

const integer = (value: number): string =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }).format(value)
/** Formats a value in a suitable unit, with one decimal place below 10 and none above. */
function scaled(value: number, units: readonly string[]): string {
  const power = Math.min(
    units.length - 1,
    Math.max(0, Math.floor(Math.log10(Math.max(value, 1)) / 3)),
  )
  const shown = value / 1000 ** power
  return `${shown < 10 ? Number(shown.toFixed(1)) : integer(shown)} ${units[power]}`
}
const bytes = (value: number): string => scaled(value, ['B', 'kB', 'MB', 'GB', 'TB', 'PB'])
const bits = (value: number): string =>
  scaled(value, ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s', 'Tbit/s'])
const cores = (value: number): string =>
  value < 1 ? value.toFixed(2) : value < 10 ? value.toFixed(1) : integer(value)
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

function measured({
  date,
  machine,
  cost: { sqlite, postgres },
  wire,
  bytes: size,
}: Figures): string {
  const both = (name: string, of: (one: typeof sqlite) => string): string[] => [
    name,
    of(sqlite),
    of(postgres),
  ]
  return [
    '### What was measured',
    '',
    `On ${date}, on ${machine.cores} cores of ${machine.processor} with ${machine.memory_gib} GiB, Node ${machine.node}, ${machine.postgres}; load generator, platform and database shared the machine${machine.load < 0.5 ? '' : `, which was not idle (load average ${machine.load} at the start), so the rates are lower than on an idle machine`}.`,
    '',
    table(
      ['measured', 'SQLite', 'PostgreSQL'],
      [
        both(
          'processor time of a heartbeat in the platform',
          ({ heartbeat_us }) => `${heartbeat_us} µs`,
        ),
        both('and in the database server', ({ heartbeat_store_us }) =>
          heartbeat_store_us === 0 ? 'none' : `${heartbeat_store_us} µs`,
        ),
        both(
          'bytes that a heartbeat writes to disk',
          ({ heartbeat_disk_bytes }) => `${integer(heartbeat_disk_bytes)} (${'{}'})`,
        ).map((cell, index) =>
          cell.replace('{}', index === 1 ? 'log and database file' : 'write-ahead log'),
        ),
        ['rows that a heartbeat changes, by design', '1', '1'],
        both(
          'processor time of an installation (token and bootstrap) in the platform',
          ({ install_us }) => `${integer(install_us)} µs`,
        ),
        both('and in the database server', ({ install_store_us }) =>
          install_store_us === 0 ? 'none' : `${integer(install_store_us)} µs`,
        ),
        both(
          'maximum heartbeats per second that one process sustained',
          ({ sustained_per_second, is_minimum = false }) =>
            `${is_minimum ? 'at least ' : ''}${integer(sustained_per_second)}`,
        ),
        both(
          'latency at that rate, p50 and p99',
          ({ p50_ms, p99_ms }) => `${p50_ms} ms, ${p99_ms} ms`,
        ),
        ...(
          ['installation', 'install_token', 'runtime_token', 'agent', 'audit_record'] as const
        ).map((name) => [
          `bytes of ${NAMES[name]} with its indexes`,
          integer(size.sqlite[name]),
          integer(size.postgres[name]),
        ]),
        [
          'bytes of a heartbeat and its response over HTTP',
          ...Array.from({ length: 2 }, () => `${wire.request} + ${wire.response}`),
        ],
      ],
    ),
  ].join('\n')
}
const NAMES = {
  installation: 'an installation',
  install_token: 'a used install token',
  runtime_token: 'a runtime token',
  agent: 'an agent',
  audit_record: 'an audit record',
} as const

function plans(figures: Figures): string {
  const all = FLEETS.map((fleet) => planOf(fleet, figures))
  const row = (name: string, of: (plan: Plan) => string, source: string): string[] => [
    name,
    ...all.map(of),
    source,
  ]
  return [
    '### Calculated deployments',
    '',
    `Every line is calculated from the figures above; the last column says what else was used. Assumed: a fleet of which ${ASSUMED.churn_per_day * 100} % is replaced each day, one absence a month for each installation, ${ASSUMED.per_agent} installations for each agent, audit records kept for ${ASSUMED.retention_days} days, processors at half of their capacity.`,
    '',
    table(
      [
        '',
        ...all.map(
          ({ installations, interval_s }) => `${integer(installations)} at ${interval_s} s`,
        ),
        'source',
      ],
      [
        row(
          'heartbeats a second',
          ({ heartbeats_per_second }) => integer(heartbeats_per_second),
          'formula',
        ),
        row(
          'store',
          ({ store }) => (store === 'sqlite' ? 'SQLite' : 'PostgreSQL'),
          'SQLite up to half of the rate that one process sustained',
        ),
        row(
          'platform, busy cores',
          ({ platform_cores }) => cores(platform_cores),
          'measured cost, extrapolated to the fleet',
        ),
        row(
          'processes',
          ({ replicas }) => integer(replicas),
          'each keeps at most half of a core busy',
        ),
        row(
          'connections to the database',
          ({ connections }) => (connections === 0 ? 'none' : integer(connections)),
          `${ASSUMED.connections_per_replica} for each process`,
        ),
        row(
          'database, busy cores',
          ({ store, database_cores }) =>
            store === 'sqlite' ? 'in the process' : cores(database_cores),
          'measured cost, extrapolated to the fleet',
        ),
        row(
          `database servers of ${ASSUMED.database_cores} cores`,
          ({ shards }) => (shards === 0 ? 'none' : integer(shards)),
          'extrapolated; sharding is not implemented',
        ),
        row(
          'written to disk a day',
          ({ disk_bytes_per_day }) => bytes(disk_bytes_per_day),
          'measured bytes, extrapolated to the fleet',
        ),
        row(
          'database after a year',
          ({ database_bytes }) => bytes(database_bytes),
          'measured bytes, assumed fleet',
        ),
        row(
          'growth a day until retention removes records',
          ({ growth_bytes_per_day }) => bytes(growth_bytes_per_day),
          'measured bytes, assumed fleet',
        ),
        row(
          'network, both directions',
          ({ network_bits_per_second }) => bits(network_bits_per_second),
          `measured HTTP, ${ASSUMED.transport_bytes} bytes assumed for TCP and TLS`,
        ),
      ],
    ),
    '',
    `An installation produces ${auditsPerDay().toFixed(2)} audit records a day under these assumptions.`,
  ].join('\n')
}
