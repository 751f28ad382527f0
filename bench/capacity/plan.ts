import type { Sizes } from '../size.ts'
import type { Cost } from './measure.ts'
import type { StoreName } from './running.ts'

/** The measurements, and the machine. */
export interface Figures {
  readonly date: string
  readonly machine: {
    readonly processor: string
    readonly cores: number
    readonly memory_gib: number
    /** The load average before the measurement. */
    readonly load: number
    readonly node: string
    readonly postgres: string
  }
  readonly cost: Readonly<Record<StoreName, Cost>>
  readonly wire: { readonly request: number; readonly response: number }
  readonly bytes: Readonly<Record<StoreName, Sizes>>
}

/** Assumptions about a fleet that cannot be measured here. */
export const ASSUMED = {
  /**
   * Heartbeats per interval. To spread the load, the platform shortens an interval by up to 10 %, and the agent shortens the result by up
   * to 5 %.
   */
  heartbeats_per_interval: 1 / (0.95 * 0.975),
  /** The share of the fleet that is installed each day; as many installations end. */
  churn_per_day: 0.001,
  /** How many times a day an installation is absent for longer than its lease; each absence adds two audit records. */
  absences_per_day: 1 / 30,
  /** A runtime token is renewed a week before it expires after 90 days. */
  refreshes_per_day: 1 / 83,
  /** Installations for each agent that is registered. */
  per_agent: 100,
  retention_days: 365,
  /** The maximum utilization of a process's core, so that the other processes can take over while one restarts. */
  max_utilization: 0.5,
  /** Cores of one database server. */
  database_cores: 16,
  connections_per_replica: 10,
  /**
   * Bytes for TCP acknowledgements, IP headers and TLS records of one request on a persistent connection; a new connection for each adds
   * about 5,000.
   */
  transport_bytes: 400,
}

export interface Plan {
  readonly installations: number
  readonly interval_s: number
  readonly store: StoreName
  readonly heartbeats_per_second: number
  readonly platform_cores: number
  readonly replicas: number
  readonly connections: number
  readonly database_cores: number
  /** Number of database servers, each with a part of the organizations. */
  readonly shards: number
  readonly database_bytes: number
  readonly growth_bytes_per_day: number
  readonly disk_bytes_per_day: number
  readonly network_bits_per_second: number
}

/** Calculates a deployment for a fleet from the measurements. */
export function planOf(
  { installations, interval_s }: Pick<Plan, 'installations' | 'interval_s'>,
  { cost, wire, bytes }: Figures,
): Plan {
  const heartbeats_per_second = (installations * ASSUMED.heartbeats_per_interval) / interval_s
  // One process without a database server suffices up to half of its measured capacity.
  const store: StoreName =
    heartbeats_per_second <= cost.sqlite.sustained_per_second * ASSUMED.max_utilization
      ? 'sqlite'
      : 'postgres'
  const { heartbeat_us, heartbeat_store_us, heartbeat_disk_bytes } = cost[store]
  const size = bytes[store]
  const platform_cores = (heartbeats_per_second * heartbeat_us) / 1e6
  const database_cores = (heartbeats_per_second * heartbeat_store_us) / 1e6
  const replicas =
    store === 'sqlite' ? 1 : Math.max(2, Math.ceil(platform_cores / ASSUMED.max_utilization))
  const audits_per_day = installations * auditsPerDay()
  const growth_bytes_per_day =
    audits_per_day * size.audit_record +
    installations * ASSUMED.churn_per_day * (size.installation + size.install_token)
  const fleet_bytes =
    installations * (size.installation + size.install_token + size.runtime_token) +
    (installations / ASSUMED.per_agent) * size.agent
  return {
    installations,
    interval_s,
    store,
    heartbeats_per_second,
    platform_cores,
    replicas,
    connections: store === 'sqlite' ? 0 : replicas * ASSUMED.connections_per_replica,
    database_cores,
    shards:
      store === 'sqlite'
        ? 0
        : Math.max(
            1,
            Math.ceil(database_cores / (ASSUMED.database_cores * ASSUMED.max_utilization)),
          ),
    // Installations that have ended are kept for a year, as long as audit records.
    database_bytes: fleet_bytes + growth_bytes_per_day * ASSUMED.retention_days,
    growth_bytes_per_day,
    disk_bytes_per_day: heartbeats_per_second * 86_400 * heartbeat_disk_bytes,
    network_bits_per_second:
      heartbeats_per_second * 8 * (wire.request + wire.response + ASSUMED.transport_bytes),
  }
}

/**
 * Returns the audit records per installation per day: three when it is created and one when it ends, two for each absence, one for each new
 * token.
 */
export const auditsPerDay = (): number =>
  4 * ASSUMED.churn_per_day + 2 * ASSUMED.absences_per_day + ASSUMED.refreshes_per_day

/** The fleets for which docs/capacity.md shows plans. */
export const FLEETS = [
  { installations: 10_000, interval_s: 60 },
  { installations: 1_000_000, interval_s: 60 },
  { installations: 1_000_000, interval_s: 300 },
  { installations: 100_000_000, interval_s: 60 },
  { installations: 100_000_000, interval_s: 3600 },
] as const
