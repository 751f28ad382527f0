import type { MonotonicClock } from '../../../src/agent/clock.ts'
import type { Disk } from '../../../src/agent/installation/credentials-file.ts'
import {
  startInstallation,
  type Installation,
  type InstallationOptions,
} from '../../../src/agent/installation/installation.ts'
import type { Fetch } from '../../../src/agent/installation/platform-client.ts'
import type { AgentLogger } from '../../../src/agent/definition.ts'
import { agentIdentity, installToken, register, type TestAgent } from '../../http/agents.ts'
import { startPlatform, type TestPlatform } from '../../http/platform.ts'
import { atMost } from '../../kit/bounds.ts'

export type Operation = 'bootstrap' | 'lease' | 'refresh' | 'recovery' | 'other'
/** A simulated fault of the platform or the network. */
export type Fault =
  | 'never_arrives'
  | 'response_lost'
  | 'hangs'
  | 'error_500'
  | 'busy_503'
  | 'limited_429'
  | 'status_401'
  | 'garbage'
  | 'truncated'
  | 'duplicated'
  | 'stale_response'
export const FAILURES: readonly Fault[] = [
  'never_arrives',
  'response_lost',
  'hangs',
  'error_500',
  'busy_503',
  'limited_429',
  'garbage',
  'truncated',
]

interface SentRequest {
  readonly at: number
  readonly operation: Operation
  readonly fault: Fault | undefined
  readonly status: number | null
  readonly body: Record<string, unknown>
}
export type FaultRule = (operation: Operation, count: number, now: number) => Fault | undefined

const PLATFORM_URL = 'https://registry.test/api/v1'
const OPERATIONS: readonly Operation[] = ['bootstrap', 'lease', 'refresh', 'recovery']

/** Creates a clock that stands still until the test advances it. */
export function virtualClock() {
  let now = 0
  let order = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  const clock: MonotonicClock = {
    now: () => now,
    after(milliseconds, run) {
      const id = (order += 1)
      timers.set(id, { at: now + Math.max(0, milliseconds), run })
      return () => {
        timers.delete(id)
      }
    },
  }
  /** Advances to the next timer and returns its callback, or advances to `end` if no timer is due by then. */
  function next(end: number, onAdvance: (by: number) => void): (() => void) | undefined {
    const due = [...timers]
      .filter(([, { at }]) => at <= end)
      .sort(([a, one], [b, other]) => one.at - other.at || a - b)[0]
    const at = due?.[1].at ?? end
    onAdvance(at - now)
    now = at
    if (due) timers.delete(due[0])
    return due?.[1].run
  }
  return { clock, next }
}

/**
 * Connects agents to the real platform in this process through a simulated network, whose faults the test determines. `advance` moves
 * the clocks of both. A test can also shift the platform's Date header, or advance the platform's clock alone.
 */
export async function openHarness(platform: TestPlatform) {
  const org = await platform.organization()
  const { clock, next } = virtualClock()
  const traffic: SentRequest[] = []
  const log: string[] = []
  const counts = new Map<Operation, number>()
  let faultRule: FaultRule = () => undefined
  let in_flight = 0
  let date_offset_ms = 0
  let random_state = 1

  const random = () => (random_state = (random_state * 48271) % 2147483647) / 2147483647
  const recordAs = (level: string) => (fields: object, message: string) => {
    log.push(`${level} ${message} ${JSON.stringify(fields)}`)
  }
  const logger: AgentLogger = {
    debug: recordAs('debug'),
    info: recordAs('info'),
    warn: recordAs('warn'),
    error: recordAs('error'),
  }

  async function dispatch(path: string, init: RequestInit): Promise<Response> {
    const headers = Object.fromEntries(
      [...new Headers(init.headers)].map(([name, value]) => [name.toLowerCase(), value]),
    )
    const bytes = Buffer.from((init.body as string | undefined) ?? '')
    const response = await platform.dispatcher.handle({
      method: init.method ?? 'GET',
      target: path,
      ip: '10.0.0.7',
      readBody: async () => bytes,
      headers: { ...headers, ...(bytes.length > 0 && { 'content-length': String(bytes.length) }) },
    })
    const date = new Date(platform.clock.now_ms() + date_offset_ms).toUTCString()
    return new Response(response.status === 204 ? null : String(response.body ?? ''), {
      status: response.status,
      headers: { ...response.headers, Date: date },
    })
  }
  const previousResponses = new Map<Operation, Response>()

  const fetch: Fetch = async (url, init) => {
    const path = url.slice(PLATFORM_URL.length)
    const operation = OPERATIONS.find((name) => path.endsWith(`/${name}`)) ?? 'other'
    const count = (counts.get(operation) ?? 0) + 1
    counts.set(operation, count)
    const fault = faultRule(operation, count, clock.now())
    const sent = {
      at: clock.now(),
      operation,
      fault,
      status: null as number | null,
      body: JSON.parse((init.body as string | undefined) ?? '{}') as Record<string, unknown>,
    }
    traffic.push(sent)
    in_flight += 1
    try {
      const response = await withFault(fault, operation, () => dispatch(path, init))
      sent.status = response.status
      return response
    } finally {
      in_flight -= 1
    }
  }
  async function withFault(
    fault: Fault | undefined,
    operation: Operation,
    forward: () => Promise<Response>,
  ): Promise<Response> {
    switch (fault) {
      case undefined: {
        const response = await forward()
        previousResponses.set(operation, response.clone())
        return response
      }
      case 'never_arrives':
        throw Object.assign(new TypeError('fetch failed'), {
          cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
        })
      case 'response_lost':
        await forward()
        throw Object.assign(new TypeError('fetch failed'), {
          cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
        })
      case 'hangs':
        await forward()
        in_flight -= 1
        return new Promise(() => {
          /* never resolves */
        }).finally(() => {
          in_flight += 1
        }) as Promise<never>
      case 'error_500':
        return problem(500, 'INTERNAL_ERROR')
      case 'busy_503':
        return problem(503, 'STORE_UNAVAILABLE', { 'Retry-After': '5' })
      case 'limited_429':
        return problem(429, 'RATE_LIMITED', { 'Retry-After': '3' })
      case 'status_401':
        return problem(401, 'INVALID_RUNTIME_TOKEN')
      case 'garbage':
        await forward()
        return new Response('<html>It works!</html>', { status: 200 })
      case 'truncated':
        return new Response((await (await forward()).text()).slice(0, 40), { status: 200 })
      case 'duplicated':
        await forward()
        return forward()
      case 'stale_response':
        await forward()
        return previousResponses.get(operation)?.clone() ?? forward()
    }
  }
  const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify({ code }), { status, headers })

  /** Waits until everything that does not depend on a timer has finished. */
  async function settle(): Promise<void> {
    for (let idle = 0; idle < 6; idle = in_flight > 0 ? 0 : idle + 1)
      await new Promise((resolve) => setImmediate(resolve))
  }
  /** Advances the time of agents and platform. */
  async function advance(milliseconds: number): Promise<void> {
    const end = clock.now() + milliseconds
    await settle()
    for (const _ of atMost(1_000_000, 'the timers never stop')) {
      const run = next(end, (by) => platform.clock.advance(by))
      run?.()
      await settle()
      if (!run) break
    }
    await platform.runUntilIdle()
  }

  const disk = memoryDisk()
  async function start(
    agent: TestAgent,
    options: Partial<InstallationOptions> = {},
  ): Promise<Installation> {
    const installation = await startInstallation({
      platform_url: PLATFORM_URL,
      credentials_file: '/agent/svc.credentials',
      agent_id: agent.svc_id,
      workspace_id: org.workspace_id,
      upstream_url: 'http://127.0.0.1:4000/a2a/tasks',
      capabilities: ['greet'],
      logger,
      clock,
      random,
      fetch,
      disk,
      ...options,
    })
    await settle()
    return installation
  }
  const installationsOf = async (agent: TestAgent) =>
    await platform.database.read((tx) =>
      tx.installations.find({ where: { agent_id: agent.svc_id } }),
    )

  return {
    platform,
    org,
    clock,
    traffic,
    log,
    disk,
    start,
    advance,
    settle,
    installationsOf,
    setFaults: (rule: FaultRule) => {
      faultRule = rule
      counts.clear()
    },
    setDateOffset: (offset_ms: number) => {
      date_offset_ms = offset_ms
    },
    newAgent: () => register(org, agentIdentity()),
    token: (agent: TestAgent) => installToken(org, agent.svc_id),
    sent: (operation: Operation) => traffic.filter((one) => one.operation === operation),
    commands: async (agent: TestAgent) => {
      const [installation] = await installationsOf(agent)
      return platform.database.read((tx) =>
        tx.commands.find({
          where: { installation_id: installation!.installation_id },
          orderBy: ['sequence'],
        }),
      )
    },
  }
}
export type Harness = Awaited<ReturnType<typeof openHarness>>
/** Starts a platform for many harnesses, each of which has its own organization, network and disk. */
export const openPlatform = (): Promise<TestPlatform> => startPlatform({ log_level: 'silent' })

/** Creates a disk in memory that can be full, or never respond. */
function memoryDisk() {
  const files = new Map<string, string>()
  const writes: string[] = []
  let state: 'good' | 'full' | 'hung' = 'good'
  const disk: Disk & {
    files: typeof files
    writes: typeof writes
    setState(to: typeof state): void
  } = {
    files,
    writes,
    setState: (to) => {
      state = to
    },
    read: async (path) => files.get(path),
    async write(path, text) {
      writes.push(text)
      if (state === 'hung')
        await new Promise(() => {
          /* never resolves */
        })
      if (state === 'full')
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
          code: 'ENOSPC',
        })
      files.set(path, text)
    },
    setAside: async (path, name) => {
      files.set(name, files.get(path)!)
      files.delete(path)
    },
    isOpenToOthers: async () => false,
  }
  return disk
}
