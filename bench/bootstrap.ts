/**
 * Bootstraps over HTTP, with every feature enabled, durable on SQLite: an install token is exchanged for an installation and its
 * credentials. The peer runs the statements of the same transaction by hand, without HTTP: read the limit on failed attempts, the token,
 * its agent, the organization and how much it stores; insert installation and runtime token; update agent, install token and installation;
 * read the runtime tokens; append two audit records, reading and updating the head of the chain for each; update the counters; with the
 * same durability and the same group commits. It generates no tokens, computes no hashes and validates nothing.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { BYTES } from '../src/store/counts.ts'
import { openDatabase } from '../src/store/open.ts'
import { createStore } from '../src/store/store.ts'
import { callContext } from '../test/kit/context.ts'
import { registrationOf } from './kit/fleet.ts'
import { runCallers } from './kit/heartbeats.ts'
import { startContender } from './kit/contender.ts'
import { median, megabytes, quantile, report, round, SHORT } from './kit/figures.ts'
import { load, requestBytes } from './kit/load.ts'
import { LOAD_CORE, SERVER_CORE, stayOnCore } from './kit/pin.ts'
import { rawSqlite, type RawRow } from './kit/raw-sqlite.ts'
import { benchFolder } from './kit/resources.ts'
import { alternate, ratioOf } from './kit/alternation.ts'

const CALLERS = 32
/** The quota of unused tokens is 20,000. */
const [ROUNDS, ROUND_MS, TOKENS] = SHORT ? [4, 500, 12_000] : [8, 800, 20_000]

const folder = benchFolder()
const server = await startContender<readonly string[]>(
  new URL('kit/bootstrap-server.ts', import.meta.url),
  [`sqlite:${join(folder, 'store.db')}`, String(TOKENS)],
)

// ---- The peer -------------------------------------------------------------------------------------------------------

const ORGANIZATION = 'org_bench'
const AGENT = 'bench-agent'
const path = join(folder, 'raw.db')
const filling = createStore(await openDatabase(`sqlite:${path}`))
await filling.createOrganization(callContext(), {
  name: 'Bench',
  plan: 'enterprise',
  organization_id: ORGANIZATION,
})
await filling.registerAgent(callContext(), registrationOf(AGENT, ORGANIZATION))
await filling.close()
const raw = rawSqlite(path)

const AT = new Date().toISOString()
const HASH = 'f'.repeat(64)
const CHAIN = 'bench'
const INSTALL_TOKEN: RawRow<'install_tokens'> = {
  token_id: 'token',
  hash: HASH,
  organization_id: ORGANIZATION,
  workspace_id: 'ws',
  agent_id: AGENT,
  created_at: AT,
  expires_at: AT,
  consumed_at: null,
  revoked_at: null,
  expiry_audited: 0,
  installation_id: null,
  body_hash: null,
  callers: '[]',
}
const INSTALLATION: RawRow<'installations'> = {
  installation_id: '',
  organization_id: ORGANIZATION,
  workspace_id: 'ws',
  agent_id: AGENT,
  agent_organization_id: ORGANIZATION,
  install_token_id: 'token',
  upstream_url: 'http://127.0.0.1:1/a2a/tasks',
  capabilities: '["echo"]',
  heartbeat_interval: 60,
  lifecycle: 'active',
  health: 'online',
  status: null,
  health_payload: 'null',
  lease_expires_at: AT,
  lease_check_at: AT,
  last_seen_at: AT,
  last_seen_date: AT.slice(0, 10),
  token_version: 0,
  refresh_hash: HASH,
  beacon: 'null',
  epoch: 0,
  created_at: AT,
  recovered_at: null,
  revoked_at: null,
  revoke_reason: null,
  shutdown_deadline: null,
  in_flight: 0,
  attested_at: null,
  unreached_at: null,
  labels: 'null',
}
const RUNTIME_TOKEN: RawRow<'runtime_tokens'> = {
  hash: '',
  installation_id: '',
  version: 1,
  issued_at: AT,
  expires_at: AT,
  first_used_at: null,
  effective_expires_at: AT,
}
const AUDIT_RECORD: RawRow<'audit_log'> = {
  chain: CHAIN,
  id: '',
  sequence: 0,
  organization_id: ORGANIZATION,
  workspace_id: 'ws',
  event_type: '',
  actor: '{"type":"anonymous","id":null,"ip":"127.0.0.1"}',
  target: '{"type":"installation"}',
  outcome: 'success',
  reason: null,
  request_id: '',
  occurred_at: AT,
  metadata: '{}',
  prev_hash: HASH,
  hash: HASH,
}
/** The counters that the transaction changes. */
const COUNTERS = [
  ['audit_log.chain.event_type', `["${CHAIN}"]`, 'install_token.consumed', 1],
  ['audit_log.chain.event_type', `["${CHAIN}"]`, 'installation.bootstrapped', 1],
  ['audit_log.chain.workspace_id', `["${CHAIN}"]`, 'ws', 2],
  ['audit_log.chain.workspace_id.event_type', `["${CHAIN}","ws"]`, 'install_token.consumed', 1],
  ['audit_log.chain.workspace_id.event_type', `["${CHAIN}","ws"]`, 'installation.bootstrapped', 1],
  ['installations.bytes.organization_id', '', ORGANIZATION, 284],
  ['installations.current.organization_id.agent_id', `["${ORGANIZATION}"]`, AGENT, 1],
  ['installations.current.workspace_id.agent_id', '["ws"]', AGENT, 1],
  ['installations.fleet.health', '', 'online', 1],
  ['installations.living.organization_id', '', ORGANIZATION, 1],
  ['installations.living.organization_id.agent_id', `["${ORGANIZATION}"]`, AGENT, 1],
] as const
/** The counters whose sum is compared with the quota of stored bytes. */
const STORED = BYTES.map(({ name }) => name)

raw.inserting('install_tokens')(INSTALL_TOKEN)
const placeholders = (values: readonly unknown[]) => values.map(() => '?').join()
const queries = {
  failures: raw.prepare('select * from rates where bucket = ?'),
  token: raw.prepare('select * from install_tokens where hash = ?'),
  agent: raw.prepare('select * from agents where svc_id = ?'),
  organization: raw.prepare('select * from organizations where organization_id = ?'),
  stored: raw.prepare(
    `select * from counters where name in (${placeholders(STORED)}) and "grouping" = '' and value = ?`,
  ),
  tokens: raw.prepare('select * from runtime_tokens where installation_id = ? order by version'),
  head: raw.prepare('select * from audit_heads where chain = ?'),
}
const insert = {
  installation: raw.inserting('installations'),
  token: raw.inserting('runtime_tokens'),
  record: raw.inserting('audit_log'),
}
const update = {
  agent: raw.prepare('update agents set last_seen_at = ? where svc_id = ? and organization_id = ?'),
  token: raw.prepare(
    'update install_tokens set consumed_at = ?, installation_id = ?, body_hash = ?, callers = ? where token_id = ?',
  ),
  version: raw.prepare('update installations set token_version = ? where installation_id = ?'),
  head: raw.prepare(
    'insert into audit_heads (chain, sequence, hash, purge_at) values (?, ?, ?, null) on conflict (chain) do update set sequence = excluded.sequence, hash = excluded.hash',
  ),
  counters: raw.prepare(
    `insert into counters (name, "grouping", value, shard, "rows") values ${COUNTERS.map(() => '(?, ?, ?, 0, ?)').join()} on conflict (name, "grouping", value, shard) do update set "rows" = counters."rows" + excluded."rows"`,
  ),
}
let sequence = 0

function exchange(): void {
  const installation_id = randomUUID()
  queries.failures.all('failed-tokens')
  queries.token.all(HASH)
  queries.agent.all(AGENT)
  queries.organization.all(ORGANIZATION)
  queries.stored.all(...STORED, ORGANIZATION)
  insert.installation({ ...INSTALLATION, installation_id })
  update.agent.run(AT, AGENT, ORGANIZATION)
  update.token.run(AT, installation_id, HASH, '[]', 'token')
  insert.token({ ...RUNTIME_TOKEN, hash: installation_id + installation_id, installation_id })
  update.version.run(1, installation_id)
  queries.tokens.all(installation_id)
  for (const event_type of ['install_token.consumed', 'installation.bootstrapped']) {
    queries.head.all(CHAIN)
    sequence += 1
    insert.record({ ...AUDIT_RECORD, id: `id-${sequence}`, sequence, event_type })
    update.head.run(CHAIN, sequence, HASH)
  }
  update.counters.run(...COUNTERS.flat())
}

async function byHand() {
  stayOnCore(SERVER_CORE)
  return runCallers(CALLERS, ROUND_MS, () => raw.grouped(exchange))
}

// ---- The platform ---------------------------------------------------------------------------------------------------

const tokens = [...server.info]
async function platform() {
  stayOnCore(LOAD_CORE)
  const next = () => {
    const install_token = tokens.pop()
    if (install_token === undefined) throw new Error('no install tokens are left')
    return requestBytes({
      path: '/api/v1/installations/bootstrap',
      body: {
        install_token,
        upstream_url: 'http://127.0.0.1:1/a2a/tasks',
        capabilities: ['echo'],
        heartbeat_interval_seconds: 60,
      },
    })
  }
  return load(
    server.port,
    Array.from({ length: CALLERS }, () => next),
    ROUND_MS,
    { status: 201 },
  )
}

const done = await alternate({ platform, byHand }, ROUNDS)
const rates = (name: keyof typeof done) => done[name].map(({ per_s }) => per_s)
const latencies = done.platform.flatMap((one) => one.latencies)
report({
  bench: 'bootstrap-http',
  ratio: round(ratioOf(rates('platform'), rates('byHand'))),
  against: 'the statements of its transaction, without HTTP',
  p50_ms: round(quantile(latencies, 0.5)),
  p99_ms: round(quantile(latencies, 0.99)),
  rss_mb: megabytes((await server.usage()).memory),
  callers: CALLERS,
  per_s: Math.round(median(rates('platform'))),
  peer_per_s: Math.round(median(rates('byHand'))),
})
await server.end()
await raw.close()
