/**
 * The cost of routing a task compared with calling its agent: added latency against a direct call, and throughput against an ordinary
 * reverse proxy of node:http in front of the same agent. Agent, proxy and platform each run in a thread of their own; the variants run in
 * alternation, so that other load on the machine affects all equally. Prints one JSON line; `ratio` is the throughput of routing over that
 * of the proxy, and `cpu_us` the processor time of the thread in between, which is affected least by other load; `cpu_ratio` compares it.
 *
 * Both have one thread in between, 32 callers with keep-alive connections, at most 256 connections to the agent, the same text in both
 * directions, and no log. The platform alone checks credentials, validates the request and the response, selects a candidate, runs two
 * transactions with an audit record each, and signs.
 */
import { registrationOf } from './kit/fleet.ts'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { createApp } from '../src/app/app.ts'
import { readConfig } from '../src/config/config.ts'
import { hashToken } from '../src/domain/tokens.ts'

const SKILL = 'echo'
const CALLS = 1500
const WARM_UP = 200
const ROUNDS = 6
const ROUND_MS = 1500
const CONCURRENCY = 32
const POOL = { keepAlive: true, maxSockets: 256 }

/** One way to reach the agent: the address and content of its requests, and the processor time of its thread. */
interface Variant {
  readonly url: URL
  readonly headers: Record<string, string>
  readonly body: string
  readonly cpu: () => Promise<number>
}
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

/** A platform with one organization and one installed agent. */
async function platformFor(
  agentUrl: string,
  address: string,
): Promise<{ server: Server; variant: Omit<Variant, 'url' | 'cpu'> }> {
  const config = {
    ...readConfig({ store: address }, {}),
    log_level: 'silent' as const,
    rate_limit_factor: 1e6,
    outgoing: { http: true, allow: ['127.0.0.1'] },
  }
  const {
    server,
    services: { store, signer },
    jobs: { platformContext },
  } = await createApp(config)
  const { organization_id } = await store.createOrganization(platformContext(), {
    name: 'Bench',
    plan: 'enterprise',
  })
  const reach = { organizations: [organization_id], workspace_id: null }
  const workspace = await store.createWorkspace(platformContext(), {
    reach,
    organization_id,
    name: 'Main',
    signer,
  })
  const key = await store.createApiKey(platformContext(), { organization_id, name: 'bench' })
  if (workspace.kind !== 'created' || key.kind !== 'created')
    throw new Error('no workspace or no key')
  const { workspace_id } = workspace.workspace
  const svc_id = 'bench-agent'
  await store.registerAgent(platformContext(), registrationOf(svc_id, organization_id))
  const token = await store.createInstallToken(platformContext(), {
    reach,
    workspace_id,
    agent_id: svc_id,
    expiry_minutes: 15,
  })
  if (token.kind !== 'created') throw new Error(token.kind)
  await store.bootstrapInstallation(platformContext(), {
    token_hash: hashToken(token.token),
    body_hash: 'x',
    details: { upstream_url: agentUrl, capabilities: [SKILL], heartbeat_interval_seconds: 3600 },
  })
  return {
    server,
    variant: {
      headers: { 'X-API-Key': key.token },
      body: JSON.stringify({
        skill: SKILL,
        message: TEXT,
        context: { workspace_id, requester_id: organization_id },
      }),
    },
  }
}
const TEXT = 'Please read this invoice and tell me when it is due. '.repeat(10)

async function runRole(part: Role): Promise<void> {
  const { server, variant } =
    part.role === 'platform'
      ? await platformFor(part.agent, part.store)
      : {
          server: createServer(part.role === 'agent' ? agent : proxyTo(new URL(part.agent))),
          variant: undefined,
        }
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  parentPort!.on('message', () => {
    const { user, system } = process.threadCpuUsage()
    parentPort!.postMessage(user + system)
  })
  parentPort!.postMessage({
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    variant,
  })
}

const threads: Worker[] = []
const messageFrom = async <T>(worker: Worker): Promise<T> =>
  ((await once(worker, 'message')) as [T])[0]
interface Thread {
  readonly origin: string
  readonly variant: Omit<Variant, 'url' | 'cpu'> | undefined
  /** Microseconds of processor time so far. */ readonly cpu: () => Promise<number>
}

/** Starts a thread and waits until it listens. */
async function thread(part: Role): Promise<Thread> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: part,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  threads.push(worker)
  const cpu = (): Promise<number> => {
    worker.postMessage('cpu')
    return messageFrom<number>(worker)
  }
  return { ...(await messageFrom<Pick<Thread, 'origin' | 'variant'>>(worker)), cpu }
}

// ---- The measurement ------------------------------------------------------------------------------------------------

const connections = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })

/** Sends one request; returns its milliseconds. */
function call({ url, headers, body }: Variant): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent: connections,
        method: 'POST',
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if (response.statusCode === 200 && text.includes('"completed"'))
            resolve(performance.now() - began)
          else
            reject(
              new Error(`${url.href} responded with ${response.statusCode}: ${text.slice(0, 300)}`),
            )
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!

/** Measures the variants in alternation, one request at a time. */
async function latencies(
  variants: Readonly<Record<string, Variant>>,
): Promise<Record<string, { p50: number; p99: number }>> {
  const spent: Record<string, number[]> = Object.fromEntries(
    Object.keys(variants).map((name) => [name, []]),
  )
  const order = Array.from({ length: CALLS + WARM_UP }, (_, turn) =>
    Object.entries(variants).map(([name, variant]) => ({ name, variant, warm: turn >= WARM_UP })),
  ).flat()
  for (const { name, variant, warm } of order) {
    const milliseconds = await call(variant)
    if (warm) spent[name]!.push(milliseconds)
  }
  return Object.fromEntries(
    Object.entries(spent).map(([name, all]) => {
      const sorted = all.toSorted((a, b) => a - b)
      return [name, { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }]
    }),
  )
}

interface Rate {
  readonly per_s: number
  readonly cpu_us: number
}

async function perSecond(variant: Variant): Promise<Rate> {
  const before = await variant.cpu()
  const began = performance.now()
  const until = began + ROUND_MS
  let responses = 0
  const caller = async () => {
    for (; performance.now() < until; responses += 1) await call(variant)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, caller))
  const per_s = (responses / (performance.now() - began)) * 1000
  return { per_s, cpu_us: ((await variant.cpu()) - before) / responses }
}

async function throughputs(
  variants: Readonly<Record<string, Variant>>,
): Promise<Record<string, Rate>> {
  const rates: Record<string, Rate[]> = Object.fromEntries(
    Object.keys(variants).map((name) => [name, []]),
  )
  const order = Array.from({ length: ROUNDS + 1 }, (_, turn) =>
    Object.entries(variants).map(([name, variant]) => ({ name, variant, warm: turn > 0 })),
  ).flat()
  for (const { name, variant, warm } of order) {
    const rate = await perSecond(variant)
    if (warm) rates[name]!.push(rate)
  }
  const median = (values: readonly number[]) =>
    quantile(
      values.toSorted((a, b) => a - b),
      0.5,
    )
  return Object.fromEntries(
    Object.entries(rates).map(([name, all]) => [
      name,
      {
        per_s: median(all.map(({ per_s }) => per_s)),
        cpu_us: median(all.map(({ cpu_us }) => cpu_us)),
      },
    ]),
  )
}

const round = (value: number, digits = 2): number => Number(value.toFixed(digits))

async function compare(store: string, direct: Variant, proxied: Variant, agentUrl: string) {
  const { origin, variant, cpu } = await thread({ role: 'platform', agent: agentUrl, store })
  const variants = {
    direct,
    proxied,
    routed: { ...variant!, cpu, url: new URL('/api/v1/a2a/route', origin) },
  }
  // Throughput is measured first, so that latency is measured with compiled code.
  const rate = await throughputs(variants)
  const latency = await latencies(variants)
  const added = (name: string) => ({
    p50: round(latency[name]!.p50 - latency['direct']!.p50),
    p99: round(latency[name]!.p99 - latency['direct']!.p99),
  })
  return {
    store: store.split(':')[0],
    added_ms: added('routed'),
    proxy_added_ms: added('proxied'),
    direct_ms: { p50: round(latency['direct']!.p50), p99: round(latency['direct']!.p99) },
    per_s: {
      direct: Math.round(rate['direct']!.per_s),
      proxied: Math.round(rate['proxied']!.per_s),
      routed: Math.round(rate['routed']!.per_s),
    },
    ratio: round(rate['routed']!.per_s / rate['proxied']!.per_s),
    cpu_us: {
      proxied: Math.round(rate['proxied']!.cpu_us),
      routed: Math.round(rate['routed']!.cpu_us),
    },
    cpu_ratio: round(rate['proxied']!.cpu_us / rate['routed']!.cpu_us),
  }
}

async function run(): Promise<void> {
  const behind = await thread({ role: 'agent' })
  const agentUrl = `${behind.origin}/a2a/tasks`
  const proxy = await thread({ role: 'proxy', agent: agentUrl })
  const task = JSON.stringify({
    task_id: 't1',
    type: SKILL,
    input: { skill: SKILL, message: { role: 'user', parts: [{ type: 'text', text: TEXT }] } },
    context: { skill: SKILL, workspace_id: 'ws_1', requester_id: 'org_1' },
  })
  const direct: Variant = { url: new URL(agentUrl), headers: {}, body: task, cpu: behind.cpu }
  const proxied: Variant = { ...direct, url: new URL('/a2a/tasks', proxy.origin), cpu: proxy.cpu }
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const memory = await compare('memory:', direct, proxied, agentUrl)
  const sqlite = await compare(`sqlite:${join(folder, 'registry.db')}`, direct, proxied, agentUrl)
  await Promise.all(threads.map((worker) => worker.terminate()))
  rmSync(folder, { recursive: true })
  console.log(
    JSON.stringify({
      bench: 'routing',
      added_p50_ms: memory.added_ms.p50,
      added_p99_ms: memory.added_ms.p99,
      ratio: memory.ratio,
      against: 'a reverse proxy that streams',
      at_once: CONCURRENCY,
      memory,
      sqlite,
    }),
  )
  connections.destroy()
}

await (isMainThread ? run() : runRole(workerData as Role))
