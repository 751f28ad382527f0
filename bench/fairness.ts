/**
 * The throughput of an organization with one key and 8 connections alongside a hostile client, against its throughput alone, in alternation
 * (docs/specification/trust.md#turns). The hostile client belongs to an organization with 50 keys, or has no valid credential. It sends as
 * many small requests as it can, or small tasks, or requests that are refused, or requests that are as expensive as possible: large bodies,
 * tasks with large answers, searches and long lists. Prints one JSON line for each kind of request. Rate limits, which would reject the
 * hostile client first, are raised, so that only the scheduling within the process is measured. The server, on SQLite, has one core; the
 * clients and the hostile agent have the other.
 *
 * `node bench/fairness.ts [prefix of kinds]`
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startContender } from './kit/contender.ts'
import { median, quantile, report, round, SHORT } from './kit/figures.ts'
import type { Fleet } from './kit/fleet.ts'
import { load, requestBytes, type Load } from './kit/load.ts'
import { LOAD_CORE, stayOnCore } from './kit/pin.ts'
import { alternate, ratioOf } from './kit/alternation.ts'

/** One expensive request can take a third of a second. */
const [ROUNDS, ROUND_MS] = SHORT ? [4, 1500] : [10, 2500]
const VICTIM_CONNECTIONS = 8

interface Tenant {
  readonly organization_id: string
  readonly keys: readonly string[]
}
type Attacker = Fleet & Tenant

/** The requests from the hostile side. */
interface Attack {
  readonly connections: number
  /** The status of the responses. */
  readonly status?: number
  /** Returns the request that a connection sends. */
  readonly request: (connection: number) => Buffer
}

/** Returns an object of many small members, which takes a long time to parse and validate. */
const members = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, at]))

const listWorkspaces = ({ organization_id, keys }: Tenant, connection: number) =>
  requestBytes({
    method: 'GET',
    path: `/api/v1/orgs/${organization_id}/workspaces`,
    headers: { 'X-API-Key': keys[connection % keys.length]! },
  })

function attacksOf(attacker: Attacker): Record<string, Attack> {
  const { organization_id, workspace_id, agent_id, api_key } = attacker
  const get = (path: string, connections: number): Attack => {
    const headers = { 'X-API-Key': api_key, 'X-Workspace-ID': workspace_id }
    const bytes = requestBytes({ method: 'GET', path: `/api/v1${path}`, headers })
    return { connections, request: () => bytes }
  }
  const post = (path: string, body: object, key?: string) => {
    const headers = key === undefined ? {} : { 'X-API-Key': key }
    const bytes = requestBytes({ path: `/api/v1${path}`, headers, body })
    return () => bytes
  }
  const route = (skill: string) => {
    const context = { workspace_id, requester_id: organization_id }
    return post('/a2a/route', { skill, context }, api_key)
  }
  return {
    'small-requests': {
      connections: 64,
      request: (connection) => listWorkspaces(attacker, connection),
    },
    'small-tasks': { connections: 64, request: route('small') },
    'large-answers': { connections: 4, request: route('large') },
    'large-bodies': {
      connections: 4,
      status: 422,
      request: post('/trust/verify', { context: members(60_000) }, api_key),
    },
    'audit-search': get(`/audit-logs/search?organization_id=${organization_id}&q=zzzzzzzz`, 64),
    'agent-search': get('/registry/network/search?q=common%20alpha&limit=200&sort=relevance', 16),
    'agent-list': get('/registry/network/agents?limit=200', 64),
    'compliance-report': get(`/agents/${agent_id}/compliance/${workspace_id}/report`, 64),
    'no-credential-small': {
      connections: 64,
      request: () => requestBytes({ method: 'GET', path: '/api/v1/trust/jwks' }),
    },
    'unknown-key': {
      connections: 256,
      status: 401,
      request: () =>
        requestBytes({
          method: 'GET',
          path: '/api/v1/registry/network/agents',
          headers: { 'X-API-Key': `sk_live_${'x'.repeat(43)}` },
        }),
    },
    'unknown-path': {
      connections: 256,
      status: 404,
      request: () => requestBytes({ method: 'GET', path: '/api/v1/nowhere' }),
    },
    'no-credential': {
      connections: 14,
      status: 401,
      request: post('/installations/bootstrap', { install_token: 'skt_x', ...members(4000) }),
    },
  }
}

/** Starts the agent of the hostile organization, which answers tasks for the skill `large` with almost 1 MiB of small members. */
async function startAgent() {
  const answerOf = (result: object) =>
    JSON.stringify({ status: 'completed', result, output: result })
  const [small, large] = [answerOf({}), answerOf(members(35_000))]
  const server = createServer(async (req, res) => {
    const task = String(Buffer.concat(await req.toArray()))
    res.writeHead(200, { 'Content-Type': 'application/json' })
    res.end(task.includes('"type":"large"') ? large : small)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/a2a/tasks`,
    end: () => void server.close().closeAllConnections(),
  }
}

interface Done extends Load {
  readonly hostile_per_s: number
}
async function measure(port: number, victim: Tenant, { connections, status, request }: Attack) {
  const callersOf = (count: number, requestOf: (connection: number) => Buffer) =>
    Array.from({ length: count }, (_, connection) => {
      const bytes = requestOf(connection)
      return () => bytes
    })
  const own = callersOf(VICTIM_CONNECTIONS, (connection) => listWorkspaces(victim, connection))
  const hostile = callersOf(connections, request)
  const { attacked, alone } = await alternate<'alone' | 'attacked', Done>(
    {
      alone: async () => ({ ...(await load(port, own, ROUND_MS)), hostile_per_s: 0 }),
      attacked: async () => {
        const [done, { per_s }] = await Promise.all([
          load(port, own, ROUND_MS),
          load(port, hostile, ROUND_MS, { status: status ?? 200 }),
        ])
        return { ...done, hostile_per_s: per_s }
      },
    },
    ROUNDS,
  )
  const rates = (results: readonly Done[]) => results.map(({ per_s }) => per_s)
  const latencies = attacked.flatMap((done) => done.latencies)
  return {
    ratio: round(ratioOf(rates(attacked), rates(alone))),
    target: 0.5,
    per_s: Math.round(median(rates(attacked))),
    alone_per_s: Math.round(median(rates(alone))),
    hostile_per_s: round(median(attacked.map(({ hostile_per_s }) => hostile_per_s)), 1),
    p50_ms: round(quantile(latencies, 0.5)),
    p99_ms: round(quantile(latencies, 0.99)),
  }
}

stayOnCore(LOAD_CORE)
const agent = await startAgent()
const { port, info, end } = await startContender<{ victim: Tenant; hostile: Attacker }>(
  new URL('kit/fairness-server.ts', import.meta.url),
  [agent.url],
)
for (const [kind, attack] of Object.entries(attacksOf(info.hostile)))
  if (kind.startsWith(process.argv[2] ?? ''))
    report({
      bench: `fairness-${kind}`,
      against: 'the same organization alone',
      ...(await measure(port, info.victim, attack)),
    })
await end()
agent.end()
