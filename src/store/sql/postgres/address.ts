import { StoreRefused } from '../../database.ts'

/** The parts of an address that may name several servers, which the URL parser refuses: scheme and user, servers, database and query. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)((?:[/?#].*)?)$/
const SERVER = /^(?:\[[0-9a-f:.]+\]|[^:[\]\s]+)(?::\d{1,5})?$/i
const SESSION_ATTRIBUTES = 'target_session_attrs'
const POOLER = 'pgbouncer'
/**
 * The parameters of an address: those of libpq (PostgreSQL, Parameter Key Words), of which the driver ignores some, and those of the
 * driver. Any other one is a mistake: with a misspelt `sslmode`, nothing would be encrypted.
 */
const PARAMETERS = new Set(
  (
    'application_name channel_binding client_encoding connect_timeout dbname fallback_application_name gssdelegation gssencmode gsslib ' +
    'host hostaddr keepalives keepalives_count keepalives_idle keepalives_interval krbsrvname load_balance_hosts max_protocol_version ' +
    'min_protocol_version options passfile password port replication require_auth requirepeer requiressl scram_client_key ' +
    'scram_server_key service ssl_max_protocol_version ssl_min_protocol_version sslcert sslcertmode sslcompression sslcrl sslcrldir ' +
    'sslkey sslkeylogfile sslmode sslnegotiation sslpassword sslrootcert sslsni tcp_user_timeout user ' +
    'idle_in_transaction_session_timeout lock_timeout query_timeout ssl statement_timeout uselibpqcompat'
  ).split(' '),
)
/** What libpq calls a writable server. No other kind of server can serve a registry. */
const WRITABLE = ['read-write', 'primary']

interface Parts {
  /** Scheme and user, up to the servers. */
  readonly login: string
  readonly servers: readonly string[]
  /** Path and query, from the first slash or question mark. */
  readonly rest: string
}

/**
 * Splits an address; returns undefined if it is not valid. A password whose `@` is not encoded ends at the last one, as for the URL parser.
 */
function partsOf(text: string): Parts | undefined {
  const address = text.trim()
  const [, login = '', listed = '', rest = ''] =
    PARTS.exec(address) ?? PARTS.exec(withEncodedPassword(address)) ?? []
  const servers = listed.split(',')
  const isLocal = listed === ''
  if (login === '' || !(isLocal || servers.every((server) => SERVER.test(server)))) return undefined
  return URL.canParse(`${login}localhost${rest}`) ? { login, servers, rest } : undefined
}

const withEncodedPassword = (address: string): string =>
  address.replace(
    /^(\w+:\/\/[^/?#]*)@(?=[^@/?#]*(?:[/?#]|$))/,
    (_, user: string) => `${user.replaceAll('@', '%40')}@`,
  )

/** Returns the address without the password, which may be in the user information or in the query. */
export function withoutPassword(address: string): string {
  const parts = partsOf(address)
  // If a password has other characters that need percent-encoding, its end is ambiguous.
  if (!parts || (parts.rest.includes('@') && !parts.login.endsWith('@'))) return 'postgres://***'
  const { login, servers, rest } = parts
  const { username, password, pathname } = new URL(`${login}localhost${rest}`)
  const user = username === '' ? '' : `${username}${password === '' ? '' : ':***'}@`
  return `postgres://${user}${servers.join()}${pathname}`
}

/** Returns whether an address names a database. */
export function namesDatabase(address: string): boolean {
  const parts = partsOf(address)
  return parts !== undefined && new URL(`${parts.login}localhost${parts.rest}`).pathname.length > 1
}

/** A server of a database. */
interface ServerAddress {
  /** Host and port, for messages. */
  readonly name: string
  /** The address of the database on this server alone. */
  readonly address: string
}

/** The servers that an address names, and how to connect to them. */
export interface Target {
  /** The servers, in the order in which the address lists them. */
  readonly servers: readonly ServerAddress[]
  /** Whether each connection has to be checked: there are several servers, or the address requests a writable one. */
  readonly mustBeWritable: boolean
  /** Whether PgBouncer is between this process and the server, and may change the server's session with each transaction. */
  readonly isPooled: boolean
}

/**
 * Reads an address such as `postgres://registry@db1:5432,db2:5432/registry?target_session_attrs=read-write`, as libpq does (PostgreSQL,
 * Connection URIs). `pgbouncer=true` is this project's own parameter.
 * @throws StoreRefused if the address is not valid, has a `target_session_attrs` other than read-write or primary, has a
 * `pgbouncer` other than true or false, or has a parameter that PostgreSQL does not know
 */
export function readTarget(address: string): Target {
  const parts = partsOf(address)
  if (!parts)
    throw new StoreRefused(
      `${withoutPassword(address)} is not the address of a PostgreSQL database, as in postgres://USER@HOST/DATABASE.`,
    )
  const { login, servers, rest } = parts
  const queryAt = rest.indexOf('?')
  const [path, query] = queryAt < 0 ? [rest, ''] : [rest.slice(0, queryAt), rest.slice(queryAt + 1)]
  const parameters = new URLSearchParams(query)
  const wanted = takeParameter(parameters, SESSION_ATTRIBUTES, WRITABLE)
  const pooled = takeParameter(parameters, POOLER, ['true', 'false'])
  const unknown = [...parameters.keys()].find((name) => !PARAMETERS.has(name))
  if (unknown !== undefined)
    throw new StoreRefused(
      `${unknown} in the address of the store is not a parameter of PostgreSQL; it would have no effect, so check its spelling, or leave it out.`,
    )
  const suffix = parameters.size > 0 ? `${path}?${parameters}` : path
  return {
    servers: servers.map((name) => ({ name, address: login + name + suffix })),
    mustBeWritable: servers.length > 1 || wanted !== null,
    isPooled: pooled === 'true',
  }
}

function takeParameter(
  parameters: URLSearchParams,
  name: string,
  accepted: readonly string[],
): string | null {
  const value = parameters.get(name)
  parameters.delete(name)
  if (value === null || accepted.includes(value)) return value
  throw new StoreRefused(REFUSALS[name]!(value))
}
const REFUSALS: Readonly<Record<string, (value: string) => string>> = {
  [SESSION_ATTRIBUTES]: (value) =>
    `${SESSION_ATTRIBUTES} is ${value}, but a registry needs a writable server: use ${WRITABLE.join(' or ')}, or leave it out.`,
  [POOLER]: (value) => `${POOLER} is ${value} in the address of the store: use true or false.`,
}
