/**
 * Bootstraps over HTTP, with every feature enabled, durable on SQLite: an install token is exchanged for an installation and its
 * credentials. The peer runs the statements of the same transaction by hand, without HTTP: find the token, its agent and the plan; insert
 * installation and runtime token, consume the install token, append two audit records, update the head of their chain; with the same
 * durability and the same group commits. It generates no tokens, computes no hashes and validates nothing.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/store/open.ts'
import { runCallers } from './kit/heartbeats.ts'
import { startContender } from './kit/contender.ts'
import { median, megabytes, quantile, report, round, SHORT } from './kit/figures.ts'
import { load, requestBytes } from './kit/load.ts'
import { LOAD_CORE, SERVER_CORE, stayOnCore } from './kit/pin.ts'
import { rawSqlite } from './kit/raw-sqlite.ts'
import { alternate, ratioOf } from './kit/alternation.ts'

const CALLERS = 32
const [ROUNDS, ROUND_MS, TOKENS] = SHORT ? [4, 500, 12_000] : [8, 800, 32_000]

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
await (await openDatabase(`sqlite:${join(folder, 'raw.db')}`)).close()
const raw = rawSqlite(join(folder, 'raw.db'))
const server = await startContender<readonly string[]>(
  new URL('kit/bootstrap-server.ts', import.meta.url),
  [`sqlite:${join(folder, 'store.db')}`, String(TOKENS)],
)

// ---- The peer -------------------------------------------------------------------------------------------------------

const AT = new Date().toISOString()
const HASH = 'f'.repeat(64)
raw
  .inserting('install_tokens')
  .run('token', HASH, 'org', 'ws', 'agent', AT, AT, null, 0, null, null, '[]')
const queries = [
  'select * from install_tokens where hash = ?',
  'select * from agents where svc_id = ?',
  'select * from organizations where organization_id = ?',
].map(raw.prepare)
const [installation, token, record] = [
  raw.inserting('installations'),
  raw.inserting('runtime_tokens'),
  raw.inserting('audit_log'),
]
const consumeToken = raw.prepare(
  'update install_tokens set consumed_at = ?, installation_id = ?, body_hash = ?, callers = ? where token_id = ?',
)
const touchAgent = raw.prepare('update agents set last_seen_at = ? where svc_id = ?')
const moveHead = raw.prepare(
  'insert into audit_heads (chain, sequence, hash, purge_at) values (?, ?, ?, null) on conflict (chain) do update set sequence = excluded.sequence, hash = excluded.hash',
)
let sequence = 0

function exchange(): void {
  const id = randomUUID()
  for (const [at, question] of queries.entries()) question.all([HASH, 'agent', 'org'][at]!)
  installation.run(
    id,
    'org',
    'ws',
    'agent',
    'token',
    null,
    '["echo"]',
    60,
    'active',
    'online',
    null,
    'null',
    AT,
    AT,
    1,
    HASH,
    'null',
    0,
    AT,
    null,
    null,
    null,
    null,
    0,
  )
  touchAgent.run(AT, 'agent')
  consumeToken.run(AT, id, HASH, '[]', 'token')
  token.run(`${id}${id}`, id, 1, AT, AT, null, AT)
  for (const kind of ['install_token.consumed', 'installation.bootstrapped']) {
    record.run(
      'org',
      id,
      (sequence += 1),
      'org',
      'ws',
      kind,
      '{"type":"anonymous","id":null,"ip":"127.0.0.1"}',
      '{"type":"installation"}',
      'success',
      null,
      id,
      AT,
      '{}',
      HASH,
      HASH,
    )
    moveHead.run('org', sequence, HASH)
  }
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
    [201],
  )
}

try {
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
} finally {
  await server.end()
  await raw.close()
  rmSync(folder, { recursive: true })
}
