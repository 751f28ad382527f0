/**
 * The cost of routing a task compared with calling its agent: added latency against a direct call, and throughput against an ordinary
 * reverse proxy built on node:http in front of the same agent. Agent, proxy and platform each run in a thread of their own; the variants
 * run in alternation, so that other load on the machine affects all equally. Prints one JSON line; `ratio` is the throughput of routing on
 * a memory store over that of the proxy, and `cpu_us` the processor time of the thread in between, which is affected least by other load;
 * `cpu_ratio` compares it. `memory` and `sqlite` have the figures of each store.
 *
 * Both have one thread in between, 32 callers with keep-alive connections, at most 256 connections to the agent, the same text in both
 * directions, and no log. The platform alone checks credentials, validates the request and the response, selects a candidate, runs two
 * transactions with an audit record each, and signs. Latency is that of one caller.
 */
import { once } from 'node:events'
import { Agent, createServer, request, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { createApp } from '../src/app/app.ts'
import { readConfig } from '../src/config/config.ts'
import { newFleet } from './kit/fleet.ts'
import { alternate, ratioOf } from './kit/alternation.ts'
import { median, quantile, report, round, SHORT } from './kit/figures.ts'
import { load, requestBytes } from './kit/load.ts'
import { benchFolder } from './kit/resources.ts'
import { reportProcessorTime, startThread } from './kit/thread.ts'

const [ROUNDS, ROUND_MS] = SHORT ? [6, 500] : [12, 1500]
const SKILL = 'echo'
const CALLERS = 32
const POOL = { keepAlive: true, maxSockets: 256 }
const TEXT = 'Please read this invoice and tell me when it is due. '.repeat(10)

type Role =
  | { readonly role: 'agent' }
  | { readonly role: 'proxy'; readonly agent: string }
  | { readonly role: 'platform'; readonly agent: string; readonly store: string }

// ---- The threads ----------------------------------------------------------------------------------------------------

/** Responds to each task with its input. */
const agent: RequestListener = (req, res) => {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => {
    const { task_id, input } = JSON.parse(Buffer.concat(chunks).toString()) as {
      task_id: string
      input: object
    }
    const text = JSON.stringify({ task_id, status: 'completed', result: input, output: input })
    res
      .writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
      })
      .end(text)
  })
}

/** An ordinary proxy: streams in both directions, with keep-alive connections. */
function proxyTo(target: URL): RequestListener {
  const connections = new Agent(POOL)
  return (req, res) => {
    const forwarded = request(
      target,
      {
        agent: connections,
        method: req.method ?? 'POST',
        headers: { ...req.headers, host: target.host },
      },
      (response) => {
        res.writeHead(response.statusCode!, response.headers)
        response.pipe(res)
      },
    )
    forwarded.on('error', () => res.destroy())
    req.pipe(forwarded)
  }
}

/** What a caller needs to route tasks. */
interface Route {
  readonly workspace_id: string
  readonly organization_id: string
  readonly api_key: string
}

/** A platform with one organization and one installed agent. */
async function platformFor(
  upstream_url: string,
  address: string,
): Promise<{ readonly server: Server; readonly route: Route }> {
  const { server, jobs } = await createApp({
    ...readConfig({ store: address }, {}),
    log_level: 'silent' as const,
    rate_limit_factor: 1e6,
    outgoing: { http: true, allow: ['127.0.0.1'] },
  })
  const { workspace_id, organization_id, api_key } = await newFleet(jobs, 1, {
    upstream_url,
    capabilities: [SKILL],
    heartbeat_interval_seconds: 3600,
  })
  return { server, route: { workspace_id, organization_id, api_key } }
}

async function runRole(part: Role): Promise<void> {
  const { server, route } =
    part.role === 'platform'
      ? await platformFor(part.agent, part.store)
      : {
          server: createServer(part.role === 'agent' ? agent : proxyTo(new URL(part.agent))),
          route: undefined,
        }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  reportProcessorTime()
  const { port } = server.address() as AddressInfo
  parentPort!.postMessage({ port, route } satisfies Listening)
}

interface Listening {
  readonly port: number
  readonly route: Route | undefined
}

/** Starts a thread and waits until it listens. */
async function thread(part: Role) {
  const { first, cpu } = await startThread<Listening>(new URL(import.meta.url), part)
  return { ...first, cpu }
}

// ---- The measurement ------------------------------------------------------------------------------------------------

/** One way to reach the agent: its requests, and the processor time of its thread. */
interface Variant {
  readonly port: number
  readonly bytes: Buffer
  readonly cpu: () => Promise<number>
}
type Variants = Readonly<Record<'direct' | 'proxied' | 'routed', Variant>>

/** Returns a function that sends tasks for a round, with a number of callers. */
const sending =
  ({ port, bytes, cpu }: Variant, callers: number) =>
  async () => {
    const before = await cpu()
    const { responses, per_s, latencies } = await load(
      port,
      Array.from({ length: callers }, () => () => bytes),
      ROUND_MS,
      { text: '"completed"' },
    )
    return { per_s, latencies, cpu_us: ((await cpu()) - before) / responses }
  }

const measure = ({ direct, proxied, routed }: Variants, callers: number) =>
  alternate(
    {
      direct: sending(direct, callers),
      proxied: sending(proxied, callers),
      routed: sending(routed, callers),
    },
    ROUNDS,
  )

async function compare(store: string, variants: Variants) {
  // Throughput is measured first, so that latency is measured with compiled code.
  const many = await measure(variants, CALLERS)
  const single = await measure(variants, 1)
  const of = (name: keyof Variants, figure: 'per_s' | 'cpu_us') =>
    many[name].map((done) => done[figure])
  const rounded = (name: keyof Variants, figure: 'per_s' | 'cpu_us') =>
    Math.round(median(of(name, figure)))
  const latency = (name: keyof Variants, share: number) =>
    quantile(
      single[name].flatMap(({ latencies }) => latencies),
      share,
    )
  const added = (name: keyof Variants) => ({
    p50: round(latency(name, 0.5) - latency('direct', 0.5)),
    p99: round(latency(name, 0.99) - latency('direct', 0.99)),
  })
  return {
    store,
    added_ms: added('routed'),
    proxy_added_ms: added('proxied'),
    direct_ms: { p50: round(latency('direct', 0.5)), p99: round(latency('direct', 0.99)) },
    per_s: {
      direct: rounded('direct', 'per_s'),
      proxied: rounded('proxied', 'per_s'),
      routed: rounded('routed', 'per_s'),
    },
    ratio: round(ratioOf(of('routed', 'per_s'), of('proxied', 'per_s'))),
    cpu_us: { proxied: rounded('proxied', 'cpu_us'), routed: rounded('routed', 'cpu_us') },
    cpu_ratio: round(ratioOf(of('proxied', 'cpu_us'), of('routed', 'cpu_us'))),
  }
}

async function run(): Promise<void> {
  const behind = await thread({ role: 'agent' })
  const agentUrl = `http://127.0.0.1:${behind.port}/a2a/tasks`
  const proxy = await thread({ role: 'proxy', agent: agentUrl })
  const bytes = requestBytes({
    path: '/a2a/tasks',
    body: {
      task_id: 't1',
      type: SKILL,
      input: { skill: SKILL, message: { role: 'user', parts: [{ type: 'text', text: TEXT }] } },
      context: { skill: SKILL, workspace_id: 'ws_1', requester_id: 'org_1' },
    },
  })
  const routedOn = async (store: string): Promise<Variants> => {
    const { port, route, cpu } = await thread({ role: 'platform', agent: agentUrl, store })
    const { workspace_id, organization_id, api_key } = route!
    const routed = requestBytes({
      path: '/api/v1/a2a/route',
      headers: { 'X-API-Key': api_key },
      body: {
        skill: SKILL,
        message: TEXT,
        context: { workspace_id, requester_id: organization_id },
      },
    })
    return {
      direct: { ...behind, bytes },
      proxied: { ...proxy, bytes },
      routed: { port, cpu, bytes: routed },
    }
  }
  const memory = await compare('memory', await routedOn('memory:'))
  const path = join(benchFolder(), 'registry.db')
  const sqlite = await compare('sqlite', await routedOn(`sqlite:${path}`))
  report({
    bench: 'routing',
    added_p50_ms: memory.added_ms.p50,
    added_p99_ms: memory.added_ms.p99,
    ratio: memory.ratio,
    against: 'a reverse proxy that streams',
    callers: CALLERS,
    memory,
    sqlite,
  })
  process.exit()
}

await (isMainThread ? run() : runRole(workerData as Role))
