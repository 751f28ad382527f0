import type { MonotonicClock } from '../../../src/agent/installation/clock.ts'
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
/** A disturbance of a request or its response. */
export type Fault =
  | 'never_arrives'
  | 'answer_lost'
  | 'hangs'
  | 'error_500'
  | 'busy_503'
  | 'limited_429'
  | 'says_401'
  | 'garbage'
  | 'cut_off'
  | 'twice'
  | 'again'
export const LOSSES: readonly Fault[] = [
  'never_arrives',
  'answer_lost',
  'hangs',
  'error_500',
  'busy_503',
  'limited_429',
  'garbage',
  'cut_off',
]

export interface SentRequest {
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
  /** Advances to the next timer until `end`, and returns its callback. */
  function next(end: number, moved: (by: number) => void): (() => void) | undefined {
    const due = [...timers]
      .filter(([, { at }]) => at <= end)
      .sort(([a, one], [b, other]) => one.at - other.at || a - b)[0]
    const at = due?.[1].at ?? end
    moved(at - now)
    now = at
    if (due) timers.delete(due[0])
    return due?.[1].run
  }
  return { clock, next }
}

/**
 * Connects agents to the real platform in this process through a simulated network, whose disturbances the test determines. Both use the
 * same virtual time; only the Date header of the platform can deviate from it.
 */
export async function openHarness(platform: TestPlatform) {
  const org = await platform.organization()
  const { clock, next } = virtualClock()
  const traffic: SentRequest[] = []
  const log: string[] = []
  const counts = new Map<Operation, number>()
  let script: FaultRule = () => undefined
  let under_way = 0
  let calendar_off = 0
  let dice_seed = 1

  const random = () => (dice_seed = (dice_seed * 48271) % 2147483647) / 2147483647
  const note = (level: string) => (facts: object, message: string) => {
    log.push(`${level} ${message} ${JSON.stringify(facts)}`)
  }
  const logger: AgentLogger = {
    debug: note('debug'),
    info: note('info'),
    warn: note('warn'),
    error: note('error'),
  }

  async function reach(path: string, init: RequestInit): Promise<Response> {
    const headers = Object.fromEntries(
      [...new Headers(init.headers)].map(([name, value]) => [name.toLowerCase(), value]),
    )
    const bytes = Buffer.from((init.body as string | undefined) ?? '')
    const answer = await platform.dispatcher.handle({
      method: init.method ?? 'GET',
      target: path,
      ip: '10.0.0.7',
      readBody: async () => bytes,
      headers: { ...headers, ...(bytes.length > 0 && { 'content-length': String(bytes.length) }) },
    })
    const date = new Date(platform.clock.now_ms() + calendar_off).toUTCString()
    return new Response(answer.status === 204 ? null : String(answer.body ?? ''), {
      status: answer.status,
      headers: { ...answer.headers, Date: date },
    })
  }
  const yesterday = new Map<Operation, Response>()

  const fetch: Fetch = async (url, init) => {
    const path = url.slice(PLATFORM_URL.length)
    const operation = OPERATIONS.find((name) => path.endsWith(`/${name}`)) ?? 'other'
    const count = (counts.get(operation) ?? 0) + 1
    counts.set(operation, count)
    const fault = script(operation, count, clock.now())
    const passed = {
      at: clock.now(),
      operation,
      fault,
      status: null as number | null,
      body: JSON.parse((init.body as string | undefined) ?? '{}') as Record<string, unknown>,
    }
    traffic.push(passed)
    under_way += 1
    try {
      const response = await disturbed(fault, operation, () => reach(path, init))
      passed.status = response.status
      return response
    } finally {
      under_way -= 1
    }
  }
  async function disturbed(
    fault: Fault | undefined,
    operation: Operation,
    go: () => Promise<Response>,
  ): Promise<Response> {
    switch (fault) {
      case undefined: {
        const answer = await go()
        yesterday.set(operation, answer.clone())
        return answer
      }
      case 'never_arrives':
        throw Object.assign(new TypeError('fetch failed'), {
          cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
        })
      case 'answer_lost':
        await go()
        throw Object.assign(new TypeError('fetch failed'), {
          cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
        })
      case 'hangs':
        await go()
        under_way -= 1
        return new Promise(() => {
          /* for ever */
        }).finally(() => {
          under_way += 1
        }) as Promise<never>
      case 'error_500':
        return problem(500, 'INTERNAL_ERROR')
      case 'busy_503':
        return problem(503, 'STORE_UNAVAILABLE', { 'Retry-After': '5' })
      case 'limited_429':
        return problem(429, 'RATE_LIMITED', { 'Retry-After': '3' })
      case 'says_401':
        return problem(401, 'INVALID_RUNTIME_TOKEN')
      case 'garbage':
        await go()
        return new Response('<html>It works!</html>', { status: 200 })
      case 'cut_off':
        return new Response((await (await go()).text()).slice(0, 40), { status: 200 })
      case 'twice':
        await go()
        return go()
      case 'again':
        await go()
        return yesterday.get(operation)?.clone() ?? go()
    }
  }
  const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify({ code }), { status, headers })

  /** Waits until everything is done that needs no time. */
  async function quiet(): Promise<void> {
    for (let idle = 0; idle < 6; idle = under_way > 0 ? 0 : idle + 1)
      await new Promise((resolve) => setImmediate(resolve))
  }
  /** Advances the time of agents and platform. */
  async function advance(milliseconds: number): Promise<void> {
    const end = clock.now() + milliseconds
    await quiet()
    for (const _ of atMost(1_000_000, 'the timers never stop')) {
      const run = next(end, (by) => platform.clock.advance(by))
      run?.()
      await quiet()
      if (!run) break
    }
    await platform.settle()
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
    await quiet()
    return installation
  }
  const row = async (agent: TestAgent) =>
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
    quiet,
    row,
    setFaults: (rule: FaultRule) => {
      script = rule
      counts.clear()
    },
    setCalendar: (off: number) => {
      calendar_off = off
    },
    newAgent: () => register(org, agentIdentity()),
    token: (agent: TestAgent) => installToken(org, agent.svc_id),
    sent: (operation: Operation) => traffic.filter((one) => one.operation === operation),
    commands: async (agent: TestAgent) => {
      const [installation] = await row(agent)
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
          /* for ever */
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
