import { ScanFailed } from '../../domain/images/failures.ts'
import { get, getContent, type GetResult, type GetRequest } from '../outgoing/get.ts'
import type { Guard } from '../outgoing/guard.ts'
import type { RegistrySettings } from './registries.ts'
import { readText } from './streams.ts'

/** The authentication scheme that a registry requires in a 401 response (RFC 9110, 11.6.1; Docker registry token authentication). */
export type Challenge =
  | { readonly kind: 'basic' }
  | {
      readonly kind: 'bearer'
      readonly realm: string
      readonly service: string | undefined
      readonly scope: string | undefined
    }
  | { readonly kind: 'none' }

const MAX_LENGTH = 4096
const PARAMETER = /([a-zA-Z]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))/g

/** Parses `WWW-Authenticate`. A bearer challenge takes precedence over a basic one, because it is the one designed for registries. */
export function readChallenge(header: string | undefined): Challenge {
  if (header === undefined || header.length > MAX_LENGTH) return { kind: 'none' }
  const bearer = /(?:^|,\s*)bearer\s+(.*)$/is.exec(header)?.[1]
  if (bearer !== undefined) {
    const values = Object.fromEntries(
      [...bearer.matchAll(PARAMETER)].map(([, name = '', quoted, plain]) => [
        name.toLowerCase(),
        quoted?.replace(/\\(.)/g, '$1') ?? plain,
      ]),
    )
    const { realm, service, scope } = values
    return realm === undefined ? { kind: 'none' } : { kind: 'bearer', realm, service, scope }
  }
  return /(?:^|,\s*)basic(\s|$)/i.test(header) ? { kind: 'basic' } : { kind: 'none' }
}

/**
 * Sends requests about one repository of a registry, or about the registry itself if `repository` is null, with the credentials that the
 * registry requires.
 */
export interface RegistrySession {
  /**
   * Requests a path under `/v2/REPOSITORY/` or `/v2/`.
   * @throws ScanFailed unless the status is 200
   */
  request(
    path: string,
    how: { readonly method?: 'GET' | 'HEAD'; readonly accept?: string },
  ): Promise<Extract<GetResult, { kind: 'responded' }>>
}

const IDLE_MS = 30_000
const TOKEN_BYTES = 64 * 1024

export function openSession(
  registry: RegistrySettings,
  repository: string | null,
  guard: Guard,
  signal: AbortSignal,
): RegistrySession {
  let authorization: string | undefined

  const send = (
    path: string,
    method: 'GET' | 'HEAD',
    accept: string | undefined,
  ): Promise<GetResult> => {
    const options: GetRequest = {
      url: `${registry.url}/v2/${repository === null ? '' : `${repository}/`}${path}`,
      method,
      idle_ms: IDLE_MS,
      signal,
      headers: {
        ...(accept !== undefined && { Accept: accept }),
        ...(authorization !== undefined && { Authorization: authorization }),
      },
    }
    return path.startsWith('blobs/') ? getContent(guard, options) : get(guard, options)
  }

  return {
    async request(path, { method = 'GET', accept }) {
      const first = requireResponse(await send(path, method, accept))
      if (first.status !== 401) return requireSuccess(first)
      first.body.destroy()
      authorization = await authorizationFor(readChallenge(first.headers['www-authenticate']), {
        registry,
        repository,
        guard,
        signal,
      })
      return requireSuccess(requireResponse(await send(path, method, accept)))
    },
  }
}

interface TokenContext {
  readonly registry: RegistrySettings
  readonly repository: string | null
  readonly guard: Guard
  readonly signal: AbortSignal
}

async function authorizationFor(challenge: Challenge, context: TokenContext): Promise<string> {
  const { credentials } = context.registry
  if (challenge.kind === 'bearer') return `Bearer ${await fetchToken(challenge, context)}`
  if (challenge.kind === 'basic' && credentials) return basic(credentials)
  throw new ScanFailed(
    'REGISTRY_UNAUTHORIZED',
    credentials
      ? 'it requires an unsupported authentication scheme'
      : 'no credentials are configured',
  )
}

/** Exchanges the credentials for a token. They are sent only to the registry's host and to hosts that the operator listed. */
async function fetchToken(
  { realm, service, scope }: Extract<Challenge, { kind: 'bearer' }>,
  { registry, repository, guard, signal }: TokenContext,
): Promise<string> {
  const url = URL.parse(realm)
  if (!url) throw new ScanFailed('REGISTRY_FAILED', 'its challenge contains no valid token address')
  const registry_url = new URL(registry.url)
  if (registry_url.protocol === 'https:' && url.protocol !== 'https:')
    throw new ScanFailed('ADDRESS_BLOCKED', 'its token address is not an https address')
  const requested_scope =
    scope ?? (repository === null ? undefined : `repository:${repository}:pull`)
  if (requested_scope !== undefined) url.searchParams.set('scope', requested_scope)
  if (service !== undefined) url.searchParams.set('service', service)
  const trusted = url.host === registry_url.host || registry.auth_hosts.includes(url.host)
  const headers: Record<string, string> =
    trusted && registry.credentials ? { Authorization: basic(registry.credentials) } : {}
  const result = requireResponse(
    await get(guard, { url: url.href, method: 'GET', headers, idle_ms: IDLE_MS, signal }),
    TOKEN_SERVER,
  )
  return tokenOf(await readText(requireSuccess(result, TOKEN_SERVER).body, TOKEN_BYTES))
}

function tokenOf(text: string): string {
  try {
    const { token, access_token } = JSON.parse(text) as Record<string, unknown>
    const value = token ?? access_token
    if (typeof value === 'string' && /^[!-~]+$/.test(value)) return value
  } catch {
    // An unreadable response is reported below.
  }
  throw new ScanFailed('REGISTRY_FAILED', `${TOKEN_SERVER} sent no valid token`)
}

const basic = ({ username, password }: { username: string; password: string }): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** The server that a failure is about, as the subject of its sentence. */
type Peer = 'it' | typeof TOKEN_SERVER
const TOKEN_SERVER = 'its token server'

const FAULTS = {
  unreachable: 'does not accept connections',
  tls: 'has an invalid certificate',
  timeout: 'did not respond in time',
  reset: 'closed the connection',
  bad_http: 'did not respond with valid HTTP',
  aborted: 'did not respond in time',
} as const

function requireResponse(
  result: GetResult,
  peer: Peer = 'it',
): Extract<GetResult, { kind: 'responded' }> {
  if (result.kind === 'responded') return result
  if (result.kind === 'refused') throw new ScanFailed('ADDRESS_BLOCKED', result.reason)
  throw new ScanFailed(
    result.fault === 'bad_http' ? 'REGISTRY_FAILED' : 'REGISTRY_UNREACHABLE',
    `${peer} ${FAULTS[result.fault]}`,
  )
}

function requireSuccess(
  result: Extract<GetResult, { kind: 'responded' }>,
  peer: Peer = 'it',
): Extract<GetResult, { kind: 'responded' }> {
  const { status, body } = result
  if (status === 200) return result
  body.destroy()
  if (status === 401 || status === 403)
    throw new ScanFailed('REGISTRY_UNAUTHORIZED', `${peer} responded with ${status}`)
  if (status === 404 && peer !== TOKEN_SERVER) throw new ScanFailed('MANIFEST_NOT_FOUND')
  throw new ScanFailed('REGISTRY_FAILED', `${peer} responded with ${status}`)
}
