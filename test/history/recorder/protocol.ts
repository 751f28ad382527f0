import type { Answer, Call } from '../history.ts'
import type { Recorder } from './recorder.ts'

/** One HTTP exchange, below the base address of the platform. */
export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object | undefined
}
export interface Response { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

/** Where the clients are at home. */
export interface Tenant { readonly workspace_id: string; readonly api_key: string }

/** The request of a call, with the secrets its handles stand for. */
export function requestOf(call: Exclude<Call, { do: 'restart' }>, agent: string, { workspace_id, api_key }: Tenant, { secretOf }: Recorder): Request {
  const post = (path: string, body: object, headers: Record<string, string> = {}): Request => ({ method: 'POST', path, headers, body })
  const key = { 'x-api-key': api_key }
  switch (call.do) {
    case 'create': return post(`/workspaces/${workspace_id}/install-tokens`, { agent_id: agent, expiry_minutes: call.minutes }, key)
    case 'bootstrap': return post('/installations/bootstrap', { install_token: secretOf(call.token) })
    case 'lease': {
      const { status, interval } = call
      return post(`/installations/${secretOf(call.installation)}/lease`, { status, ...(interval !== undefined && { heartbeat_interval_seconds: interval }) }, bearer(secretOf(call.runtime)))
    }
    case 'use': return { method: 'GET', path: `/workspaces/${workspace_id}/policy`, headers: bearer(secretOf(call.runtime)), body: undefined }
    case 'refresh': return post(`/installations/${secretOf(call.installation)}/refresh`, { refresh_token: secretOf(call.refresh) })
    case 'revoke': return post(`/installations/${secretOf(call.installation)}/revoke`, { shutdown_timeout_ms: call.timeout }, key)
    case 'recover': return post('/installations/recovery', { agent_id: agent, workspace_id }, key)
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** What each answer of each call is called in a history; any other one is a violation by itself. */
const KINDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  create: { 201: 'created' },
  bootstrap: { 201: 'first', 200: 'replayed', INVALID_INSTALL_TOKEN: 'unknown', INSTALL_TOKEN_EXPIRED: 'expired', INSTALL_TOKEN_CONSUMED: 'consumed' },
  lease: { 200: 'renewed', INVALID_RUNTIME_TOKEN: 'dead_token', INSTALLATION_REVOKED: 'refused', INSTALLATION_TERMINATED: 'refused' },
  use: { 200: 'accepted', INVALID_RUNTIME_TOKEN: 'dead_token', INVALID_BEARER_TOKEN: 'dead_token' },
  refresh: { 200: 'refreshed', INVALID_REFRESH_TOKEN: 'invalid' },
  revoke: { 200: 'revoked', INSTALLATION_NOT_FOUND: 'not_found' },
  recover: { 200: 'recovered', INSTALLATION_REVOKED: 'all_revoked', INSTALLATION_NOT_FOUND: 'none' },
}

interface Told {
  code?: string
  token?: string
  installation_id?: string
  runtime_token?: string
  refresh_token?: string
  token_version?: number
  expires_at?: string
  lease_expires_at?: string
  deadline?: string
  command?: { type: string } | null
  refreshed_token?: { runtime_token: string; expires_at: string; token_version: number }
}

/** Reads an answer; its secrets become handles. */
export function answerOf({ do: name }: Call, { status, body }: Response, { nameOf }: Recorder): Answer {
  const told = body as Told
  const kind = status === 503 ? 'unavailable' : (KINDS[name]?.[told.code ?? status] ?? `${status} ${told.code ?? ''}`)
  if (status >= 400 || name === 'use') return { kind }
  const { refreshed_token: { runtime_token = told.runtime_token, token_version = told.token_version, expires_at = told.expires_at } = {} } = told
  return {
    kind,
    ...(told.token !== undefined && { token: nameOf('T', told.token) }),
    ...(told.installation_id !== undefined && { installation: nameOf('I', told.installation_id) }),
    ...(runtime_token !== undefined && { runtime: nameOf('R', runtime_token) }),
    ...(told.refresh_token !== undefined && { refresh: nameOf('F', told.refresh_token) }),
    ...(token_version !== undefined && { version: token_version }),
    ...(expires_at !== undefined && { expires: Date.parse(expires_at) }),
    ...(told.lease_expires_at !== undefined && { lease: Date.parse(told.lease_expires_at) }),
    ...(told.command && { command: told.command.type }),
    ...(told.deadline !== undefined && { deadline: Date.parse(told.deadline) }),
  }
}
