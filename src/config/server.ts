import { availableParallelism } from 'node:os'
import { trustedProxies, type Proxies } from '../contract/address.ts'
import { keySource, keySettings } from './master-key.ts'
import { shownStore, dialectOf } from '../store/dialects.ts'
import type { KeySource } from '../store/master-keys/source.ts'
import {
  ConfigError,
  baseUrl,
  httpUrl,
  integer,
  isLoopback,
  issuerName,
  oneOf,
  type Environment,
} from './values.ts'
import type { Setting } from './settings.ts'

export const DEFAULT_PORT = 8080
export const DEFAULT_STORE = 'sqlite:data/registry.db'
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export const serverSettings: readonly Setting[] = [
  {
    name: 'SVC_HOST',
    flag: '--host',
    description: 'Address to listen on; `0.0.0.0` for all interfaces',
    fallback: '127.0.0.1',
  },
  {
    name: 'SVC_PORT',
    flag: '--port',
    description: 'Port to listen on; `0` for any free port',
    fallback: String(DEFAULT_PORT),
  },
  {
    name: 'SVC_PUBLIC_URL',
    flag: '--public-url',
    description: 'Address at which clients reach the registry; used in links and mail',
    fallback: 'http://HOST:PORT',
  },
  {
    name: 'SVC_ISSUER',
    flag: '--issuer',
    description:
      'Name of this platform in everything that it and its agents sign; agents are configured with the same name',
    fallback: 'SVC_PUBLIC_URL, else a random name (on a loopback address only)',
  },
  {
    name: 'SVC_UPGRADE_URL',
    description: 'Page for changing the plan, to which 402 responses link',
    fallback: 'PUBLIC_URL/upgrade',
  },
  {
    name: 'SVC_TRUST_PROXY',
    flag: '--trust-proxy',
    description:
      'Networks of the reverse proxies, such as `10.0.0.0/8,loopback`: only their X-Forwarded-For is trusted',
    fallback: 'none',
  },
  {
    name: 'SVC_METRICS_PORT',
    flag: '--metrics-port',
    description: 'Separate port for `/metrics` (Prometheus); `0` for any free port',
    fallback: 'no metrics',
  },
  {
    name: 'SVC_METRICS_HOST',
    flag: '--metrics-host',
    description: 'Address on which `/metrics` listens; it requires no credential',
    fallback: '127.0.0.1',
  },
  {
    name: 'SVC_STORE',
    flag: '--store',
    description: '`sqlite:PATH`, `json:PATH`, `memory:` or `postgres://USER@HOST/DATABASE`',
    fallback: DEFAULT_STORE,
  },
  {
    name: 'SVC_WORKERS',
    flag: '--workers',
    description:
      'Processes that serve requests, with a PostgreSQL store; `auto` starts one for each processor',
    fallback: '1',
  },
  {
    name: 'SVC_STORE_CONNECTIONS',
    description: 'Maximum number of connections to a PostgreSQL store, per worker',
    fallback: '10',
  },
  ...keySettings,
  {
    name: 'SVC_LOG_LEVEL',
    description: '`debug`, `info`, `warn`, `error` or `silent`',
    fallback: 'info',
  },
  {
    name: 'SVC_CONFIG',
    flag: '--config',
    description: 'Configuration file, one NAME=VALUE per line; the environment takes precedence',
    fallback: 'none',
  },
]

/** Flags of `serve`. */
export interface Flags {
  readonly host?: string | undefined
  readonly port?: string | undefined
  readonly store?: string | undefined
  readonly 'public-url'?: string | undefined
  readonly issuer?: string | undefined
  readonly 'trust-proxy'?: string | undefined
  readonly 'metrics-host'?: string | undefined
  readonly 'metrics-port'?: string | undefined
  readonly workers?: string | undefined
}

export interface StoreConfig {
  /** `sqlite:PATH`, `json:PATH`, `memory:` or `postgres://...`. */
  readonly store: string
  /** Where the master keys are. If undefined, the key file beside the store is used. */
  readonly key_source: KeySource | undefined
}

export interface ServerConfig extends StoreConfig {
  readonly host: string
  readonly port: number
  /** The number of processes that serve requests. */
  readonly workers: number
  /** Maximum number of connections of each worker to a PostgreSQL store. */
  readonly store_connections: number
  /** Address at which clients reach the platform; used in links of responses and in mail. */
  readonly public_url: string
  /** The name of this platform in signatures (docs/specification/trust.md#issuer). If undefined, a random one is created and stored. */
  readonly issuer: string | undefined
  readonly upgrade_url: string
  /** The proxies whose X-Forwarded-For is trusted. */
  readonly proxies: Proxies
  /** Where metrics are served; undefined if they are not. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  readonly log_level: (typeof LOG_LEVELS)[number]
}

/** Returns the name and the text of a setting: those of its flag if it is given, else those of its environment variable. */
const given = <Fallback extends string | undefined>(
  flags: Flags,
  env: Environment,
  flag: keyof Flags,
  name: string,
  fallback: Fallback,
): readonly [name: string, text: string | Fallback] =>
  flags[flag] === undefined ? [name, env[name] ?? fallback] : [`--${flag}`, flags[flag]]

/** Reads the settings of the server. @throws ConfigError */
export function readServer(flags: Flags, env: Environment): ServerConfig {
  const host = flags.host ?? env['SVC_HOST'] ?? '127.0.0.1'
  const port = integer(...given(flags, env, 'port', 'SVC_PORT', String(DEFAULT_PORT)), 0, 65_535)
  const listen_url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const public_url = baseUrl(...given(flags, env, 'public-url', 'SVC_PUBLIC_URL', listen_url))
  const issuer = servedIssuer(flags, env, host)
  const store = servedStore(flags, env)
  return {
    host,
    port,
    public_url,
    issuer,
    ...store,
    workers: workerCount(...given(flags, env, 'workers', 'SVC_WORKERS', '1'), store.store),
    store_connections: integer(
      'SVC_STORE_CONNECTIONS',
      env['SVC_STORE_CONNECTIONS'] ?? '10',
      1,
      1000,
    ),
    upgrade_url: httpUrl('SVC_UPGRADE_URL', env['SVC_UPGRADE_URL'] ?? `${public_url}/upgrade`),
    proxies: proxies(...given(flags, env, 'trust-proxy', 'SVC_TRUST_PROXY', '')),
    metrics: metrics(flags, env),
    log_level: oneOf('SVC_LOG_LEVEL', env['SVC_LOG_LEVEL'] ?? 'info', LOG_LEVELS),
  }
}

const MAX_WORKERS = 64

/** Reads how many processes serve requests. Only one process can serve an embedded store. @throws ConfigError */
function workerCount(name: string, text: string, store: string): number {
  const { isShared } = dialectOf(store)
  if (text === 'auto') return isShared ? Math.min(MAX_WORKERS, availableParallelism()) : 1
  if (!/^\d+$/.test(text)) throw new ConfigError(`${name} must be a number or auto, not "${text}".`)
  const count = integer(name, text, 1, MAX_WORKERS)
  if (count > 1 && !isShared)
    throw new ConfigError(
      `${name} is ${count}, but only a postgres:// store can be used by several workers; leave it out, or move the store with \`svc-registry copy\`.`,
    )
  return count
}

/** Reads the name of the platform in signatures: the issuer if it is set, else the public URL if that is set. @throws ConfigError */
export function readIssuer(
  flags: Pick<Flags, 'issuer' | 'public-url'>,
  env: Environment,
): string | undefined {
  const [name, issuer] = given(flags, env, 'issuer', 'SVC_ISSUER', undefined)
  if (issuer !== undefined) return issuerName(name, issuer)
  const address = flags['public-url'] ?? env['SVC_PUBLIC_URL']
  if (address === undefined) return undefined
  return issuerName(
    flags['public-url'] === undefined
      ? 'SVC_PUBLIC_URL (the name of the platform if SVC_ISSUER is not set)'
      : '--public-url (the name of the platform if --issuer is not set)',
    address,
  )
}

function servedIssuer(flags: Flags, env: Environment, host: string): string | undefined {
  const issuer = readIssuer(flags, env)
  if (issuer !== undefined || isLoopback(host)) return issuer
  throw new ConfigError(
    `SVC_ISSUER (--issuer) or SVC_PUBLIC_URL (--public-url) must be set if other machines can reach the registry, as with ${given(flags, env, 'host', 'SVC_HOST', host).join(' ')}: signatures contain the name of the platform, so that they are invalid on any other.`,
  )
}

/** Reads the address of the separate listener for metrics, which clients of the API cannot reach. @throws ConfigError */
function metrics(flags: Flags, env: Environment): ServerConfig['metrics'] {
  const [name, port] = given(flags, env, 'metrics-port', 'SVC_METRICS_PORT', undefined)
  if (port === undefined) return undefined
  return {
    host: flags['metrics-host'] ?? env['SVC_METRICS_HOST'] ?? '127.0.0.1',
    port: integer(name, port, 0, 65_535),
  }
}

/** Reads the networks of the proxies, separated by commas. @throws ConfigError */
function proxies(name: string, text: string): Proxies {
  try {
    return trustedProxies(
      text
        .split(',')
        .map((network) => network.trim())
        .filter((network) => network !== ''),
    )
  } catch (cause) {
    throw new ConfigError(
      `${name} must name the networks of your proxies, such as 10.0.0.0/8,loopback: ${(cause as Error).message}.`,
    )
  }
}

/** Reads the address of the store, and where its master keys are. @throws ConfigError */
export const readStore = (flags: Pick<Flags, 'store'>, env: Environment): StoreConfig => ({
  store: storeAddress(...given(flags, env, 'store', 'SVC_STORE', DEFAULT_STORE)),
  key_source: keySource(env),
})

function servedStore(flags: Flags, env: Environment): StoreConfig {
  const config = readStore(flags, env)
  const { isShared, title } = dialectOf(config.store)
  const [name] = given(flags, env, 'store', 'SVC_STORE', DEFAULT_STORE)
  if (!isShared || config.key_source) return config
  throw new ConfigError(
    `${name} names a ${title} server, which has no key file: set SVC_MASTER_KEY, SVC_MASTER_KEY_FILE or SVC_MASTER_KEY_COMMAND, the same for every process; create a key with: svc-registry key generate`,
  )
}

function storeAddress(name: string, text: string): string {
  if (dialectOf(text).isComplete(text)) return text
  throw new ConfigError(
    `${name} must be sqlite:PATH, json:PATH, memory: or postgres://USER@HOST/DATABASE, not "${shownStore(text)}".`,
  )
}
