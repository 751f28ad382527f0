/**
 * What a fleet of agents sends to a platform that is unavailable for 30 minutes, in virtual time: plots every request over time, and prints
 * one JSON line. Usage: node bench/backoff.ts [FILE.svg]
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ATTEMPTS_PER_MINUTE } from '../src/agent/installation/backoff.ts'
import { HEARTBEAT_INTERVAL_SECONDS } from '../src/domain/limits.ts'
import type { RequestOutcome } from '../src/agent/installation/responses.ts'
import type { StoredCredentials } from '../src/agent/installation/credentials.ts'
import { initialStep, step } from '../src/agent/installation/state-machine.ts'
import type { Action, Event, Step } from '../src/agent/installation/state.ts'
import { median, round } from './kit/figures.ts'

const MINUTE = 60_000
const AGENTS = 40
const OUTAGE = { from: 10 * MINUTE, to: 40 * MINUTE }
const END = 70 * MINUTE

/** Kinds of outages, with the time until a client notices each. */
const OUTAGES = {
  'connection refused': {
    outcome: { kind: 'lost', may_have_acted: false, detail: 'ECONNREFUSED' },
    after_ms: 2,
  },
  'no response (each request hangs for 10 s)': {
    outcome: { kind: 'lost', may_have_acted: true, detail: 'no response' },
    after_ms: 10_000,
  },
  'overloaded (503, Retry-After: 120)': {
    outcome: {
      kind: 'refused',
      status: 503,
      code: 'STORE_UNAVAILABLE',
      retry_after_ms: 2 * MINUTE,
    },
    after_ms: 20,
  },
  'credentials refused by mistake (401)': {
    outcome: { kind: 'refused', status: 401, code: null, retry_after_ms: null },
    after_ms: 20,
  },
} as const satisfies Record<string, { outcome: RequestOutcome<never>; after_ms: number }>
type Outage = (typeof OUTAGES)[keyof typeof OUTAGES]

// ---- One agent ------------------------------------------------------------------------------------------------------

const CREDENTIALS: StoredCredentials = {
  format: 1,
  platform_url: 'https://agents.example.com/api/v1',
  agent_id: 'agent',
  issuer: null,
  workspace_id: 'ws',
  previous: null,
  begun: null,
  heartbeat_interval: HEARTBEAT_INTERVAL_SECONDS.default,
  asked_interval: null,
  paused: false,
  current: {
    installation_id: 'inst',
    runtime_token: 'srt_1',
    refresh_token: 'srf_1',
    expires_at: '2030-01-01T00:00:00.000Z',
    token_version: 1,
    install_token_hash: null,
    workspace_id: null,
    upstream_url: null,
  },
}

interface AgentRun {
  readonly sent: readonly number[]
  readonly recovered_at: number
}

/** Returns the times at which one agent sends requests, and when its lease is renewed again. */
function simulateAgent(seed: number, { outcome, after_ms }: Outage): AgentRun {
  const random = seeded(seed)
  const sent: number[] = []
  let version = 1
  let recovered_at = Infinity
  let queue: { at: number; event: Event }[] = []
  let now = random() * MINUTE
  const setup = {
    platform_url: CREDENTIALS.platform_url,
    agent_id: CREDENTIALS.agent_id,
    issuer: 'https://agents.example.com',
    workspace_id: null,
    upstream_url: null,
    install_token_hash: null,
    can_recover: false,
    installs_only: false,
    requested_interval: null,
    attempts_per_minute: ATTEMPTS_PER_MINUTE,
  }
  const healthy = (goal: string): RequestOutcome<unknown> => ({
    kind: 'ok',
    clock_ms: null,
    body:
      goal === 'refresh'
        ? {
            runtime_token: `srt_${(version += 1)}`,
            expires_at: '2030-01-01T00:00:00.000Z',
            token_version: version,
          }
        : {
            lease_expires_at: '2030-01-01T00:00:00.000Z',
            next_heartbeat_at: '2030-01-01T00:00:00.000Z',
            command: null,
          },
  })
  const isUnavailable = () => now >= OUTAGE.from && now < OUTAGE.to

  function perform(action: Action): void {
    switch (action.type) {
      case 'wake':
        queue = [
          ...queue.filter(({ event }) => event.type !== 'timer_fired'),
          { at: action.at, event: { type: 'timer_fired' } },
        ]
        return
      case 'save':
        queue.push({ at: now + 5, event: { type: 'stored', revision: action.revision } })
        return
      case 'send':
        return send(action.attempt, action.request.goal)
      case 'run_command':
      case 'log':
      case 'ended':
        return
    }
  }
  function send(attempt: number, goal: string): void {
    sent.push(now)
    if (now >= OUTAGE.to && goal === 'lease') recovered_at = Math.min(recovered_at, now)
    queue.push({
      at: now + (isUnavailable() ? after_ms : 20),
      event: { type: 'response', attempt, outcome: isUnavailable() ? outcome : healthy(goal) },
    })
  }

  let next: Step = initialStep(setup, CREDENTIALS, { now, random: random() })
  while (now < END) {
    next.actions.forEach(perform)
    queue.sort((a, b) => a.at - b.at)
    const due = queue.shift()!
    now = Math.max(now, due.at)
    next = step(next.state, due.event, { now, random: random() })
  }
  return { sent, recovered_at }
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let word = Math.imul(state ^ (state >>> 15), state | 1)
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61)
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32
  }
}

// ---- The fleet ------------------------------------------------------------------------------------------------------

const results = Object.entries(OUTAGES).map(([name, outage]) => {
  const fleet = Array.from({ length: AGENTS }, (_, index) =>
    simulateAgent((index + 1) * 7919, outage),
  )
  const during = fleet.map(({ sent }) => sent.filter((at) => at >= OUTAGE.from && at < OUTAGE.to))
  const perMinute = Array.from(
    { length: END / MINUTE },
    (_, minute) =>
      fleet.reduce(
        (sum, { sent }) => sum + sent.filter((at) => Math.floor(at / MINUTE) === minute).length,
        0,
      ) / AGENTS,
  )
  return {
    name,
    fleet,
    perMinute,
    figures: {
      outage: name,
      requests_per_agent_per_minute: round(
        during.reduce((sum, sent) => sum + sent.length, 0) /
          AGENTS /
          ((OUTAGE.to - OUTAGE.from) / MINUTE),
      ),
      max_per_agent_in_any_minute: Math.max(...fleet.map(({ sent }) => maxWithin(sent, MINUTE))),
      max_of_fleet_in_any_second: maxWithin(
        during
          .flat()
          .concat(fleet.flatMap(({ sent }) => sent.filter((at) => at >= OUTAGE.to)))
          .sort((a, b) => a - b),
        1000,
      ),
      half_back_after_s: round(
        (median(fleet.map(({ recovered_at }) => recovered_at)) - OUTAGE.to) / 1000,
      ),
      // Null means not before the end of the chart.
      all_back_after_s: round(
        (Math.max(...fleet.map(({ recovered_at }) => recovered_at)) - OUTAGE.to) / 1000,
      ),
    },
  }
})

function maxWithin(sorted: readonly number[], window: number): number {
  let first = 0
  let most = 0
  sorted.forEach((at, last) => {
    while (sorted[first]! <= at - window) first += 1
    most = Math.max(most, last - first + 1)
  })
  return most
}

// ---- The chart ----------------------------------------------------------------------------------------------------

const [WIDTH, LEFT, STRIP, BARS, GAP] = [1000, 76, 120, 60, 60]
const x = (at: number): number => round(LEFT + (at / END) * (WIDTH - LEFT - 20))

function panel(
  { name, fleet, perMinute, figures }: (typeof results)[number],
  index: number,
): string {
  const top = 50 + index * (STRIP + BARS + GAP)
  const dots = fleet.flatMap(({ sent }, row) =>
    sent.map((at) => `M${x(at)} ${round(top + ((row + 0.5) * STRIP) / AGENTS)}h0`),
  )
  const scale = BARS / Math.max(3, ...perMinute)
  const floor = top + STRIP + BARS
  const bars = perMinute.map(
    (value, minute) =>
      `<rect x="${x(minute * MINUTE) + 0.5}" y="${round(floor - value * scale)}" width="${round(x(MINUTE) - x(0) - 1)}" height="${round(value * scale)}"/>`,
  )
  return [
    `<text x="${LEFT}" y="${top - 8}" class="title">${name}: ${figures.requests_per_agent_per_minute} requests per agent per minute, half back after ${Math.round(figures.half_back_after_s)} s</text>`,
    `<rect x="${x(OUTAGE.from)}" y="${top}" width="${x(OUTAGE.to) - x(OUTAGE.from)}" height="${STRIP + BARS}" class="outage"/>`,
    `<text x="8" y="${top + STRIP / 2}">${AGENTS} agents</text><text x="8" y="${floor - scale + 4}">1/min</text>`,
    `<path class="dot" d="${dots.join('')}"/><g class="bar">${bars.join('')}</g>`,
    `<line x1="${LEFT}" x2="${WIDTH - 20}" y1="${round(floor - scale)}" y2="${round(floor - scale)}" class="rate"/>`,
    ...Array.from(
      { length: END / (5 * MINUTE) + 1 },
      (_, five) =>
        `<text x="${x(five * 5 * MINUTE)}" y="${floor + 14}" text-anchor="middle">${five * 5}</text>`,
    ),
  ].join('\n')
}

const svg = [
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${50 + results.length * (STRIP + BARS + GAP)}" font-family="sans-serif" font-size="11">`,
  '<style>.title{font-size:13px;font-weight:bold}.outage{fill:#fbe3e0}.dot{stroke:#1f5fa8;stroke-width:2.2;stroke-linecap:round}.bar{fill:#8fb4dc}.rate{stroke:#2a7d46;stroke-dasharray:4 3}</style>',
  '<rect width="100%" height="100%" fill="#fff"/>',
  `<text x="${LEFT}" y="18">Every request from ${AGENTS} agents (heartbeat ${HEARTBEAT_INTERVAL_SECONDS.default} s) over time in minutes; the platform is unavailable in the shaded half hour. Bars: requests per agent per minute; dashed: the normal rate.</text>`,
  ...results.map(panel),
  '</svg>',
  '',
].join('\n')
const file = process.argv[2] ?? join(import.meta.dirname, 'backoff.svg')
writeFileSync(file, svg)
console.log(
  JSON.stringify({
    bench: 'backoff',
    agents: AGENTS,
    outage_minutes: (OUTAGE.to - OUTAGE.from) / MINUTE,
    limit_per_minute: ATTEMPTS_PER_MINUTE,
    outages: results.map(({ figures }) => figures),
    plot: file,
  }),
)
