import { StoreRefused } from '../../database.ts'

/** The parts of an address that may name several servers, which the URL parser refuses: scheme and user, servers, database and query. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)((?:[/?#].*)?)$/
const SESSION_ATTRIBUTES = 'target_session_attrs'
const POOLER = 'pgbouncer'
/** What libpq calls a server that can be written. No other kind of server can serve a registry. */
const WRITABLE = ['read-write', 'primary']

/** Returns the address without the password, which may be in the user information or in the query. */
export function withoutPassword(address: string): string {
  const [, login = '', servers = '', rest = ''] = PARTS.exec(address) ?? []
  const url = URL.parse(`${login}localhost${rest}`)
  // If a password has characters that need percent-encoding, nobody knows where it ends.
  if (!url || (address.includes('@') && !login.endsWith('@'))) return 'postgres://***'
  const { username, password, pathname } = url
  const user = username === '' ? '' : `${username}${password === '' ? '' : ':***'}@`
  return `postgres://${user}${servers}${pathname}`
}

/** Returns whether an address names a database. */
export function namesDatabase(address: string): boolean {
  const [, login = '', servers = '', rest = ''] = PARTS.exec(address) ?? []
  const isComplete = servers === '' || servers.split(',').every((server) => server !== '')
  return isComplete && (URL.parse(`${login}localhost${rest}`)?.pathname ?? '').length > 1
}

/** A server of a database. */
export interface ServerAddress {
  /** Host and port, for messages. */
  readonly name: string
  /** The address of the database on this server alone. */
  readonly address: string
}

/** What an address says about its servers. */
export interface Target {
  /** In their order. */
  readonly servers: readonly ServerAddress[]
  /** Whether PgBouncer is between this process and the server, and may change the server's session with each transaction. */
  readonly isPooled: boolean
}

/**
 * Reads an address such as `postgres://registry@db1:5432,db2:5432/registry?target_session_attrs=read-write`, as libpq does (PostgreSQL,
 * Connection URIs). `pgbouncer=true` is this project's own parameter.
 * @throws StoreRefused if a server is wanted that cannot be written
 */
export function readTarget(address: string): Target {
  const [, login = '', servers = '', rest = ''] = PARTS.exec(address) ?? []
  const [path = '', query = ''] = rest.split('?', 2)
  const parameters = new URLSearchParams(query)
  const wanted = parameters.get(SESSION_ATTRIBUTES) ?? WRITABLE[0]!
  if (!WRITABLE.includes(wanted))
    throw new StoreRefused(
      `${SESSION_ATTRIBUTES} is ${wanted}, but a registry needs the server that can be written: use ${WRITABLE.join(' or ')}, or leave it out.`,
    )
  const isPooled = parameters.get(POOLER) === 'true'
  parameters.delete(SESSION_ATTRIBUTES)
  parameters.delete(POOLER)
  const suffix = parameters.size > 0 ? `${path}?${parameters}` : path
  return {
    servers: servers.split(',').map((name) => ({ name, address: login + name + suffix })),
    isPooled,
  }
}
