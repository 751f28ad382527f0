import { iso } from '../../src/domain/time.ts'
import type { Rows } from '../../src/store/tables.ts'
import { insertion, scatteredHex, type BenchStore } from './stores.ts'

/** SQL expressions for what installations of one insertion have in common. */
type Common = Readonly<
  Record<'organization_id' | 'workspace_id' | 'agent_id' | 'agent_organization_id', string>
>

/** Returns a statement that inserts live installations; the first has the number `first`. */
export function installationRows(
  kind: BenchStore['kind'],
  { count, first }: { readonly count: number; readonly first: number },
  common: Common,
): string {
  const hex = scatteredHex(kind, `i + ${first - 1}`)
  const [now, later] = [iso(Date.now()), iso(Date.now() + 3_600_000)]
  const row: Readonly<Record<keyof Rows['installations'], string>> = {
    installation_id: `'01950000-' || substr(${hex}, 1, 4) || '-7' || substr(${hex}, 5, 3) || '-8' || substr(${hex}, 8) || '00-000000000000'`,
    ...common,
    install_token_id: `'t'`,
    upstream_url: `'https://agent.example/a2a/tasks'`,
    capabilities: `'["read"]'`,
    heartbeat_interval: '60',
    lifecycle: `'active'`,
    health: `'online'`,
    status: 'null',
    health_payload: `'null'`,
    lease_expires_at: `'${later}'`,
    lease_check_at: `'${later}'`,
    last_seen_at: `'${now}'`,
    last_seen_date: `'${now.slice(0, 10)}'`,
    token_version: '1',
    refresh_hash: `''`,
    beacon: `'null'`,
    epoch: '0',
    created_at: `'${now}'`,
    recovered_at: 'null',
    revoked_at: 'null',
    revoke_reason: 'null',
    shutdown_deadline: 'null',
    in_flight: '0',
    attested_at: 'null',
    unreached_at: 'null',
    labels: `'null'`,
  }
  return insertion(kind, 'installations', count, row)
}

/** Returns the identifier of the installation with a number. */
export function installationId(number: number): string {
  const hex = ((number * 2654435761) % 2 ** 32).toString(16).padStart(8, '0')
  return `01950000-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7)}00-000000000000`
}
