import { HEARTBEAT_INTERVAL_SECONDS } from '../../domain/limits.ts'
import { type Churn, type LoadSettings, readTarget } from '../../load/settings.ts'
import { wholeNumber } from '../arguments/values.ts'
import type { Flags, FlagValues, Terminal } from '../../terminal/command.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'

const RATE = { value: 'RATE', fallback: '0.1% of the fleet' } as const

export const LOAD_FLAGS = {
  installations: { value: 'N', description: 'Size of the fleet', default: '1000' },
  interval: {
    value: 'SECONDS',
    description: `Seconds between the heartbeats of one installation, from ${HEARTBEAT_INTERVAL_SECONDS.min} to ${HEARTBEAT_INTERVAL_SECONDS.max}`,
    default: String(HEARTBEAT_INTERVAL_SECONDS.default),
  },
  duration: {
    value: 'TIME',
    description: 'How long to measure once the fleet is complete, such as 90s, 10m or 1h',
    default: '2m',
  },
  ramp: {
    value: 'TIME',
    description:
      'How long the fleet takes to grow; longer if the rate limits of the API keys require it',
    default: '10s',
  },
  bootstraps: {
    ...RATE,
    description: 'New installations per minute, as a number or as a share of the fleet',
  },
  revokes: { ...RATE, description: 'Installations revoked per minute' },
  refreshes: { ...RATE, description: 'Runtime tokens refreshed per minute' },
  recoveries: {
    ...RATE,
    description: 'Installations per minute that lose their credentials and recover',
    fallback: '0.01% of the fleet; 0 with --workspace',
  },
  'api-key': {
    value: 'KEY',
    description:
      'API key of an organization, or several separated by commas; prefer SVC_API_KEY, which other users cannot see',
    fallback: 'SVC_API_KEY',
  },
  org: {
    value: 'ORG',
    description: 'Organization in which to create a workspace',
    fallback: "the organization of the API key, found in the key's audit log",
  },
  workspace: {
    value: 'WORKSPACE',
    description: 'Workspace to install agents in; it is not deleted at the end',
    fallback: 'a new one, which is deleted at the end',
  },
  agent: {
    value: 'AGENT',
    description: 'Agent to install',
    fallback: 'svc-load, which is registered if it does not exist',
  },
  connections: {
    value: 'N',
    description: 'Maximum number of connections to the platform',
    default: '128',
  },
  timeout: {
    value: 'SECONDS',
    description: 'Seconds after its due time at which a request is abandoned',
    default: '10',
  },
  'allow-remote': {
    value: 'HOST',
    description:
      'Run against a platform on another machine; HOST must be the host of URL, and you must have permission to load-test it',
  },
  metrics: {
    value: 'URL',
    description:
      "The platform's metrics, such as http://127.0.0.1:9464/metrics, for its processor usage",
  },
  keep: { description: 'Keep the installations and the workspace' },
  report: { value: 'FILE', description: 'Write an HTML page with charts to this file' },
  json: { description: 'Print one JSON document' },
} as const satisfies Flags

type LoadFlags = FlagValues<typeof LOAD_FLAGS>

/**
 * Returns the validated settings of a load run.
 * @throws UsageError; CommandError if the target is another machine that --allow-remote does not name
 */
export function readLoadSettings(
  url: string,
  flags: LoadFlags,
  env: Terminal['env'],
): LoadSettings {
  const installations = wholeNumber('--installations', flags.installations, 1, 1_000_000)
  return {
    api: apiOf(url, flags['allow-remote']),
    metrics: metricsOf(flags.metrics),
    api_keys: keysOf(flags['api-key'] ?? env['SVC_API_KEY']),
    organization_id: flags.org,
    workspace_id: flags.workspace,
    agent_id: flags.agent,
    installations,
    interval_s: wholeNumber(
      '--interval',
      flags.interval,
      HEARTBEAT_INTERVAL_SECONDS.min,
      HEARTBEAT_INTERVAL_SECONDS.max,
    ),
    duration_s: seconds('--duration', flags.duration),
    ramp_s: seconds('--ramp', flags.ramp),
    churn: churnOf(flags, installations),
    connections: wholeNumber('--connections', flags.connections, 1, 10_000),
    timeout_ms: 1000 * wholeNumber('--timeout', flags.timeout, 1, 300),
    keep: flags.keep,
  }
}

function apiOf(url: string, allowed: string | undefined): URL {
  const outcome = readTarget(url, allowed)
  switch (outcome.kind) {
    case 'target':
      return outcome.api
    case 'unreadable':
      throw new UsageError(
        'URL must be an http or https address without user, query or fragment, such as http://127.0.0.1:8080.',
      )
    case 'remote':
      throw new CommandError(
        `${outcome.host} is not this machine, and a load run against someone else's platform is an attack. If you have permission to load-test it, add: --allow-remote ${outcome.host}`,
      )
    case 'other_host':
      throw new CommandError(`--allow-remote must name the host of URL, which is ${outcome.host}.`)
  }
}

function metricsOf(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(
      '--metrics must be an http or https address such as http://127.0.0.1:9464/metrics.',
    )
  return url
}

function keysOf(text: string | undefined): readonly string[] {
  const keys = (text ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  if (keys.length === 0)
    throw new UsageError('A run needs an API key for the platform; set SVC_API_KEY.')
  // A header cannot contain other characters, and its error message would quote the key.
  if (keys.some((key) => !/^[\x21-\x7e]+$/.test(key)))
    throw new UsageError('SVC_API_KEY contains characters that are not allowed in an API key.')
  return keys
}

function churnOf(
  { bootstraps, refreshes, recoveries, revokes, workspace }: LoadFlags,
  installations: number,
): Churn {
  const default_rate = installations * 0.001
  const isOwnWorkspace = workspace === undefined
  if (!isOwnWorkspace && recoveries !== undefined && !/^0+%?$/.test(recoveries)) {
    throw new UsageError(
      '--recoveries cannot be used with --workspace: the platform chooses which installation a recovery takes over, and it could choose one that is not part of the run.',
    )
  }
  return {
    bootstraps: rate('--bootstraps', bootstraps, installations) ?? default_rate,
    refreshes: rate('--refreshes', refreshes, installations) ?? default_rate,
    revokes: rate('--revokes', revokes, installations) ?? default_rate,
    recoveries:
      rate('--recoveries', recoveries, installations) ?? (isOwnWorkspace ? default_rate / 10 : 0),
  }
}

function rate(name: string, text: string | undefined, installations: number): number | undefined {
  if (text === undefined) return undefined
  const [, digits, share] = /^(\d{1,9}(?:\.\d{1,6})?)(%?)$/.exec(text) ?? []
  const value = Number(digits) * (share === '%' ? installations / 100 : 1)
  if (value <= 100_000) return value
  throw new UsageError(
    `${name} must be a number of requests per minute up to 100000, such as 30, or a share of the fleet, such as 0.1%, not "${text}".`,
  )
}

const UNITS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600 }

function seconds(name: string, text: string): number {
  const [, digits, unit] = /^(\d{1,7})([smh]?)$/.exec(text) ?? []
  const value = Number(digits) * UNITS[unit ?? '']!
  if (value >= 1 && value <= 7 * 86_400) return value
  throw new UsageError(
    `${name} must be a duration from 1s to 168h, such as 90s, 10m or 1h, not "${text}".`,
  )
}
