import type { TestResponse } from '../support/handler.ts'
import {
  DAY_MS,
  empty,
  jsonResponse,
  notFound,
  unauthorized,
  type Call,
  type Installation,
  type Json,
  type PlatformState,
  type Route,
} from './reference-state.ts'

/** The members that describe an installation at bootstrap and recovery. */
const INSTALLATION_MEMBERS = {
  upstream_url: 'string',
  capabilities: 'array',
  heartbeat_interval_seconds: 'integer',
} as const

/** Returns the routes for install tokens and installations. */
export function installationRoutes(state: PlatformState): readonly Route[] {
  const owned = ({ org, path }: Call): TestResponse =>
    state.installations.get(path[0] ?? '')?.org === org ? empty() : notFound()
  return [
    [
      'createInstallToken',
      'POST',
      /^\/workspaces\/([^/]+)\/install-tokens$/,
      'free',
      { agent_id: 'string', expiry_minutes: 'integer' },
      state.inWorkspace(0, (workspace, call) => createInstallToken(state, workspace, call)),
    ],
    [
      'bootstrap',
      'POST',
      /^\/installations\/bootstrap$/,
      undefined,
      { install_token: 'string', ...INSTALLATION_MEMBERS },
      (call) => bootstrap(state, call),
    ],
    [
      'recover',
      'POST',
      /^\/installations\/recovery$/,
      'free',
      { agent_id: 'string', workspace_id: 'string', ...INSTALLATION_MEMBERS },
      (call) => recover(state, call),
    ],
    [
      'lease',
      'POST',
      /^\/installations\/([^/]+)\/lease$/,
      undefined,
      { status: 'string', heartbeat_interval_seconds: 'integer', health_payload: 'object' },
      (call) => lease(state, call),
    ],
    [
      'refresh',
      'POST',
      /^\/installations\/([^/]+)\/refresh$/,
      undefined,
      { refresh_token: 'string' },
      (call) => refresh(state, call),
    ],
    [
      'registerBeacon',
      'POST',
      /^\/installations\/([^/]+)\/beacon\/register$/,
      'free',
      { platform: 'string', metadata: 'object' },
      owned,
    ],
    [
      'revoke',
      'POST',
      /^\/installations\/([^/]+)\/revoke$/,
      'free',
      { reason: 'string', shutdown_timeout_ms: 'integer' },
      owned,
    ],
  ]
}

function createInstallToken(state: PlatformState, workspace: Json, { given }: Call): TestResponse {
  const minutes = Number(given['expiry_minutes'] ?? 15)
  if (minutes < 1) return state.invalid()
  const token = `skt_${state.hash()}`
  state.tokens.set(token, {
    agent: String(given['agent_id']),
    workspace: String(workspace['id']),
    expires_ms: state.now + minutes * 60_000,
  })
  return state.created({
    token,
    expires_at: state.time(minutes * 60_000),
    agent_id: given['agent_id'],
    workspace_id: workspace['id'],
  })
}

/** Issues a runtime token. */
function runtimeToken(state: PlatformState, installation: Installation): Json {
  const runtime_token = `srt_${state.hash()}`
  installation.tokens.set(runtime_token, state.now + 90 * DAY_MS)
  installation.version += 1
  return { runtime_token, expires_at: state.time(90 * DAY_MS) }
}

const credentials = (state: PlatformState, installation: Installation): Json => ({
  installation_id: installation.id,
  ...runtimeToken(state, installation),
  heartbeat_interval: 60,
})

/** Issues credentials with a new refresh token. */
const newCredentials = (state: PlatformState, installation: Installation): Json => ({
  ...credentials(state, installation),
  refresh_token: (installation.refresh = `srf_${state.hash()}`),
})

function bootstrap(state: PlatformState, { given }: Call): TestResponse {
  const token = state.tokens.get(String(given['install_token']))
  if (!token) return unauthorized()
  if (token.used)
    return state.now - token.used.at < 60_000
      ? jsonResponse(200, credentials(state, token.used.by))
      : unauthorized()
  if (state.now >= token.expires_ms) return unauthorized()
  const { upstream_url, capabilities } = given
  const installation: Installation = {
    id: state.uuid(),
    org: String(state.workspaces.get(token.workspace)?.['org']),
    agent: token.agent,
    workspace: token.workspace,
    upstream: String(upstream_url),
    capabilities: Array.isArray(capabilities) ? capabilities : [],
    refresh: '',
    version: 0,
    tokens: new Map(),
  }
  state.installations.set(installation.id, installation)
  token.used = { at: state.now, by: installation }
  return state.created(newCredentials(state, installation))
}

function recover(state: PlatformState, { org, given }: Call): TestResponse {
  const installation = [...state.installations.values()].find(
    (one) =>
      one.org === org && one.agent === given['agent_id'] && one.workspace === given['workspace_id'],
  )
  return installation ? state.created(newCredentials(state, installation)) : jsonResponse(403, {})
}

function lease(state: PlatformState, { path, request }: Call): TestResponse {
  const installation = state.installations.get(path[0] ?? '')
  const token = (request.headers['authorization'] ?? '').replace(/^Bearer /, '')
  const expires_ms = installation?.tokens.get(token)
  if (!installation || expires_ms === undefined || expires_ms <= state.now) return unauthorized()
  const expiresSoon = expires_ms - state.now < 7 * DAY_MS
  return jsonResponse(200, {
    installation_id: installation.id,
    lease_expires_at: state.time(180_000),
    next_heartbeat_at: state.time(60_000),
    command: null,
    ...(expiresSoon
      ? {
          refreshed_token: {
            ...runtimeToken(state, installation),
            token_version: installation.version,
          },
        }
      : {}),
    ...state.shape.more,
  })
}

function refresh(state: PlatformState, { path, given }: Call): TestResponse {
  const installation = state.installations.get(path[0] ?? '')
  return installation && installation.refresh === given['refresh_token']
    ? jsonResponse(200, {
        ...runtimeToken(state, installation),
        token_version: installation.version,
      })
    : unauthorized()
}
