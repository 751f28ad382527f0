/**
 * `serve --workers 2` against `--workers 1` on one durable PostgreSQL server: heartbeats, `trust/verify` and search over HTTP, with raised
 * rate limits and no log. The two platforms run in alternation, and share the processors with the database and the client, whose processor
 * time is shown as well, because on two processors a second worker gets only what the database and the client leave.
 *
 * `ratio` compares requests per second, `cpu_ratio` the processor time that the processes of the platform take for a request.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { keyPairOfSeed, signMessage } from '../src/domain/crypto/ed25519.ts'
import { signedText } from '../src/domain/signatures/signature.ts'
import { runStatement } from '../test/postgres/server.ts'
import { alternate, ratioOf } from './kit/alternation.ts'
import { median, quantile, report, round, SHORT } from './kit/figures.ts'
import { load, requestBytes } from './kit/load.ts'
import { treeProcessorTime } from './kit/proc.ts'
import { benchServer } from './kit/resources.ts'
import type { WorkersServerInfo } from './kit/workers-server.ts'

const CALLERS = 64
const [ROUNDS, ROUND_MS] = SHORT ? [4, 1000] : [10, 2000]
/** What a response contains if it is not a refusal. */
const TEXTS = { heartbeat: '', 'trust-verify': '"valid":true', search: 'bench-agent' } as const

const server = await benchServer()

interface Platform {
  readonly child: ChildProcess
  readonly port: number
  readonly callers: ReturnType<typeof callersOf>
}
async function startPlatform(workers: number): Promise<Platform> {
  await runStatement(server.address('postgres'), `create database workers_${workers}`)
  const child = fork(
    new URL('kit/workers-server.ts', import.meta.url),
    [server.address(`workers_${workers}`), String(workers)],
    { execArgv: ['--disable-warning=ExperimentalWarning'] },
  )
  child.once('exit', (code) => {
    if (code !== 0) throw new Error(`a platform exited with ${code}`)
  })
  const [info] = (await once(child, 'message')) as [WorkersServerInfo]
  return { child, port: info.port, callers: callersOf(info) }
}

/** Returns what each caller sends next, by workload. */
function callersOf({
  installations,
  signing_agent,
  seed,
  workspace_id,
  api_key,
}: WorkersServerInfo) {
  const { privateKey } = keyPairOfSeed(Buffer.from(seed, 'hex'))
  const headers = { 'X-API-Key': api_key }
  const heartbeats = installations.map(({ installation_id, runtime_token }) =>
    requestBytes({
      path: `/api/v1/installations/${installation_id}/lease`,
      headers: { Authorization: `Bearer ${runtime_token}` },
      body: { status: 'running', heartbeat_interval_seconds: 60 },
    }),
  )
  const verify = Array.from({ length: 500 }, () => {
    const context = { workspace_id, trace: randomBytes(8).toString('hex') }
    const signature = signMessage(
      privateKey,
      signedText('trust', { svc_id: signing_agent, context }),
    )
    return requestBytes({
      path: '/api/v1/trust/verify',
      headers,
      body: {
        svc_id: signing_agent,
        context,
        signature: Buffer.from(signature).toString('base64'),
      },
    })
  })
  const search = requestBytes({
    method: 'GET',
    path: '/api/v1/registry/network/search?q=bench',
    headers,
  })
  let turn = 0
  const each = (next: () => Buffer) => Array.from({ length: CALLERS }, () => next)
  return {
    heartbeat: each(() => heartbeats[(turn += 1) % heartbeats.length]!),
    'trust-verify': each(() => verify[(turn += 1) % verify.length]!),
    search: each(() => search),
  }
}
type Workload = keyof Platform['callers']

const run =
  ({ child, port, callers }: Platform, workload: Workload) =>
  async () => {
    const cpu = () => [treeProcessorTime(child.pid!), treeProcessorTime(server.pid)] as const
    const client = process.cpuUsage()
    const [platform, database] = cpu()
    const done = await load(port, callers[workload], ROUND_MS, { text: TEXTS[workload] })
    const [platformAfter, databaseAfter] = cpu()
    const { user, system } = process.cpuUsage(client)
    return {
      per_s: done.per_s,
      latencies: done.latencies,
      cpu_us: (platformAfter - platform) / done.responses,
      database_us: (databaseAfter - database) / done.responses,
      client_us: (user + system) / done.responses,
    }
  }

const [one, two] = [await startPlatform(1), await startPlatform(2)]
for (const workload of ['heartbeat', 'trust-verify', 'search'] as const) {
  const results = await alternate({ one: run(one, workload), two: run(two, workload) }, ROUNDS)
  const figure = (name: 'one' | 'two', of: 'per_s' | 'cpu_us' | 'database_us' | 'client_us') =>
    results[name].map((done) => done[of])
  const latencies = results.two.flatMap((done) => done.latencies)
  report({
    bench: `workers-${workload}`,
    ratio: round(ratioOf(figure('two', 'per_s'), figure('one', 'per_s'))),
    against: 'one worker',
    cpu_ratio: round(ratioOf(figure('two', 'cpu_us'), figure('one', 'cpu_us'))),
    p50_ms: round(quantile(latencies, 0.5)),
    p99_ms: round(quantile(latencies, 0.99)),
    processors: availableParallelism(),
    callers: CALLERS,
    per_s: Math.round(median(figure('two', 'per_s'))),
    peer_per_s: Math.round(median(figure('one', 'per_s'))),
    cpu_us: Math.round(median(figure('two', 'cpu_us'))),
    peer_cpu_us: Math.round(median(figure('one', 'cpu_us'))),
    database_us: Math.round(median(figure('two', 'database_us'))),
    client_us: Math.round(median(figure('two', 'client_us'))),
  })
}
for (const { child } of [one, two]) {
  const exited = once(child, 'exit')
  child.send('end')
  await exited
}
await server.remove()
