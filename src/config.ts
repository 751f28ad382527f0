import { isAllowEntry } from './ports/outgoing/allow-list.ts'
import type { OutgoingRules } from './ports/outgoing/guard.ts'

/** Everything that can be set from outside, checked once at start and then frozen. */
export interface Config {
  readonly host: string
  readonly port: number
  /** `sqlite:PATH`, `json:PATH` or `memory:`. */
  readonly store: string
  /** Address under which clients reach the platform; appears in links of answers. */
  readonly public_url: string
  readonly upgrade_url: string
  /** Take the client's address from X-Forwarded-For. */
  readonly trust_proxy: boolean
  /** 32 bytes; undefined means: from the key file beside the store. */
  readonly master_key: Uint8Array | undefined
  readonly smtp: { readonly url: string; readonly from: string } | undefined
  /** Which addresses from outside the platform dials beyond https to public ones. */
  readonly outgoing: OutgoingRules
  /** Rate limits are multiplied by this; the sandbox raises them. */
  readonly rate_limit_factor: number
  /** Answers that break the contract are logged, or (in tests) thrown. */
  readonly response_gate: 'log' | 'closed'
  readonly log_level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** A setting is wrong; the message names it and says what would be right. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}

/** Flags of `serve`, as the command line gives them. */
export interface Flags {
  readonly host?: string | undefined
  readonly port?: string | undefined
  readonly store?: string | undefined
  readonly 'public-url'?: string | undefined
  readonly 'trust-proxy'?: boolean | undefined
}
type Environment = Readonly<Record<string, string | undefined>>

export const DEFAULT_STORE = 'sqlite:data/registry.db'

/** Flags win over the environment (SVC_*), which wins over the defaults. @throws ConfigError */
export function readConfig(flags: Flags, env: Environment): Config {
  const host = flags.host ?? env['SVC_HOST'] ?? '127.0.0.1'
  const port = integer('--port', flags.port ?? env['SVC_PORT'] ?? '8080', 0, 65_535)
  const public_url = httpUrl('--public-url', flags['public-url'] ?? env['SVC_PUBLIC_URL'] ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`)
  return Object.freeze({
    host, port, public_url,
    store: storeAddress(flags.store ?? env['SVC_STORE'] ?? DEFAULT_STORE),
    upgrade_url: httpUrl('SVC_UPGRADE_URL', env['SVC_UPGRADE_URL'] ?? `${public_url}/upgrade`),
    trust_proxy: flags['trust-proxy'] ?? env['SVC_TRUST_PROXY'] === 'true',
    master_key: env['SVC_MASTER_KEY'] === undefined ? undefined : masterKey(env['SVC_MASTER_KEY']),
    smtp: env['SVC_SMTP_URL'] === undefined ? undefined : smtp(env['SVC_SMTP_URL'], env['SVC_MAIL_FROM']),
    outgoing: { http: env['SVC_OUTGOING_HTTP'] === 'true', allow: allowed(env['SVC_OUTGOING_ALLOW'] ?? '') },
    rate_limit_factor: 1,
    response_gate: 'log',
    log_level: logLevel(env['SVC_LOG_LEVEL'] ?? 'info'),
  })
}

function integer(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`)
}

function httpUrl(name: string, text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new ConfigError(`${name} must be an http or https address like https://agents.example.com, not "${text}".`)
  return text.replace(/\/+$/, '')
}

/** Checks the form of a store address. @throws ConfigError */
export function storeAddress(text: string): string {
  if (/^(sqlite|json):.+$/.test(text) || text === 'memory:') return text
  throw new ConfigError(`--store must be sqlite:PATH, json:PATH or memory:, not "${text}".`)
}

function masterKey(text: string): Uint8Array {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  if (key.length === 32) return key
  throw new ConfigError('SVC_MASTER_KEY must be 32 bytes as 64 hex digits or as base64; make one with: openssl rand -hex 32')
}

function smtp(url: string, from: string | undefined): { url: string; from: string } {
  if (!/^smtps?:\/\//.test(url)) throw new ConfigError('SVC_SMTP_URL must start with smtp:// or smtps://.')
  if (!from) throw new ConfigError('SVC_MAIL_FROM must be set where SVC_SMTP_URL is: the sender address of the registry.')
  return { url, from }
}

function allowed(text: string): readonly string[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '')
  const wrong = entries.find((entry) => !isAllowEntry(entry))
  if (wrong === undefined) return entries
  throw new ConfigError(`SVC_OUTGOING_ALLOW must list hosts, addresses or blocks like agents.internal,10.1.0.0/16; "${wrong}" is none of them.`)
}

function logLevel(text: string): Config['log_level'] {
  const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const
  const level = levels.find((known) => known === text)
  if (level) return level
  throw new ConfigError(`SVC_LOG_LEVEL must be one of ${levels.join(', ')}, not "${text}".`)
}
