import type { Answer, Call, Person } from '../history.ts'
import type { Recorder } from './recorder.ts'

/** One HTTP exchange, below the base address of the platform. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object | undefined
}
export interface Response {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Where the clients are at home. */
export interface Tenant {
  readonly workspace_id: string
  readonly api_key: string
  readonly people: People | undefined
}
/** The people of an organization: their e-mail addresses, and a session of each. */
export interface People {
  readonly organization_id: string
  readonly emails: Readonly<Record<Person, string>>
  readonly sessions: Readonly<Record<Person, string>>
}
/** The person behind an e-mail address. */
export const personOf = (email: string): Person => email.slice(0, email.indexOf('@'))

/** The request of a call, with the secrets its handles stand for. */
export function requestOf(
  call: Exclude<Call, { do: 'restart' }>,
  agent: string,
  { workspace_id, api_key, people }: Tenant,
  { secretOf }: Recorder,
): Request {
  if ('by' in call) return requestOfPerson(call, people!, secretOf)
  const post = (path: string, body: object, headers: Record<string, string> = {}): Request => ({
    method: 'POST',
    path,
    headers,
    body,
  })
  const key = { 'x-api-key': api_key }
  switch (call.do) {
    case 'create':
      return post(
        `/workspaces/${workspace_id}/install-tokens`,
        { agent_id: agent, expiry_minutes: call.minutes },
        key,
      )
    case 'bootstrap':
      return post('/installations/bootstrap', { install_token: secretOf(call.token) })
    case 'lease': {
      const { status, interval } = call
      return post(
        `/installations/${secretOf(call.installation)}/lease`,
        { status, ...(interval !== undefined && { heartbeat_interval_seconds: interval }) },
        bearer(secretOf(call.runtime)),
      )
    }
    case 'use':
      return {
        method: 'GET',
        path: `/workspaces/${workspace_id}/policy`,
        headers: bearer(secretOf(call.runtime)),
        body: undefined,
      }
    case 'refresh':
      return post(`/installations/${secretOf(call.installation)}/refresh`, {
        refresh_token: secretOf(call.refresh),
      })
    case 'revoke':
      return post(
        `/installations/${secretOf(call.installation)}/revoke`,
        { shutdown_timeout_ms: call.timeout },
        key,
      )
    case 'recover':
      return post('/installations/recovery', { agent_id: agent, workspace_id }, key)
  }
}

function requestOfPerson(
  call: Extract<Call, { by: Person }>,
  { organization_id, emails, sessions }: People,
  secretOf: Recorder['secretOf'],
): Request {
  const headers = bearer(sessions[call.by]!)
  const request = (method: Request['method'], path: string, body?: object): Request => ({
    method,
    path,
    headers,
    body,
  })
  switch (call.do) {
    case 'invite':
      return request('POST', `/orgs/${organization_id}/invitations`, {
        email: emails[call.person],
        role: call.role,
      })
    case 'withdraw':
      return request('DELETE', `/orgs/${organization_id}/invitations/${secretOf(call.invitation)}`)
    case 'list':
      return request('GET', `/orgs/${organization_id}/members`)
    case 'look':
      return request('GET', '/admin/invitations')
    case 'accept':
    case 'decline':
      return request('POST', `/admin/invitations/${secretOf(call.invitation)}/${call.do}`)
    case 'leave':
      return request('DELETE', `/admin/memberships/${organization_id}`)
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** An organization in which one is neither owner nor admin may be there or not. */
const NOT_ALLOWED = { ROLE_REQUIRED: 'not_allowed', ORGANIZATION_NOT_FOUND: 'not_allowed' }

/** What each answer of each call is called in a history; any other one is a violation by itself. */
const KINDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  create: { 201: 'created' },
  bootstrap: {
    201: 'first',
    200: 'replayed',
    INVALID_INSTALL_TOKEN: 'unknown',
    INSTALL_TOKEN_EXPIRED: 'expired',
    INSTALL_TOKEN_CONSUMED: 'consumed',
  },
  lease: {
    200: 'renewed',
    INVALID_RUNTIME_TOKEN: 'dead_token',
    INSTALLATION_REVOKED: 'refused',
    INSTALLATION_TERMINATED: 'refused',
  },
  use: { 200: 'accepted', INVALID_RUNTIME_TOKEN: 'dead_token', INVALID_BEARER_TOKEN: 'dead_token' },
  refresh: { 200: 'refreshed', INVALID_REFRESH_TOKEN: 'invalid' },
  revoke: { 200: 'revoked', INSTALLATION_NOT_FOUND: 'not_found' },
  invite: {
    201: 'invited',
    MEMBER_EXISTS: 'belongs',
    INVITATION_EXISTS: 'invited_already',
    OWNER_REQUIRED: 'owner_required',
    ...NOT_ALLOWED,
  },
  withdraw: {
    204: 'withdrawn',
    INVITATION_NOT_FOUND: 'not_open',
    OWNER_REQUIRED: 'owner_required',
    ...NOT_ALLOWED,
  },
  list: { 200: 'listed', ...NOT_ALLOWED },
  look: { 200: 'shown' },
  accept: { 200: 'joined', INVITATION_NOT_FOUND: 'not_open' },
  decline: { 204: 'declined', INVITATION_NOT_FOUND: 'not_open' },
  leave: { 204: 'left', ORGANIZATION_NOT_FOUND: 'no_member', LAST_OWNER: 'last_owner' },
  recover: {
    200: 'recovered',
    INSTALLATION_REVOKED: 'all_revoked',
    INSTALLATION_NOT_FOUND: 'none',
  },
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
  invitation_id?: string
  email?: string
  role?: string
  items?: readonly Told[]
  refreshed_token?: { runtime_token: string; expires_at: string; token_version: number }
}

/** Calls of people that are answered with more than a kind. */
const PEOPLE: ReadonlySet<string> = new Set(['invite', 'look', 'accept', 'list'])

function toldOfPeople(
  name: string,
  { items = [], ...told }: Told,
  nameOf: Recorder['nameOf'],
): Partial<Answer> {
  if (name === 'list')
    return {
      members: items
        .map(({ email = '', role }) => `${personOf(email)}:${role}`)
        .sort()
        .join(' '),
    }
  if (name === 'look' && items.length === 0) return { kind: 'nothing_open' }
  const { invitation_id, role, expires_at } = name === 'look' ? items[0]! : told
  return {
    ...(invitation_id !== undefined && { invitation: nameOf('V', invitation_id) }),
    ...(role !== undefined && { role }),
    ...(expires_at !== undefined && { expires: Date.parse(expires_at) }),
  }
}

/** Reads an answer; its secrets become handles. */
export function answerOf(
  { do: name }: Call,
  { status, body }: Response,
  { nameOf }: Recorder,
): Answer {
  const told = body as Told
  const kind =
    status === 503
      ? 'unavailable'
      : (KINDS[name]?.[told.code ?? status] ?? `${status} ${told.code ?? ''}`)
  if (status >= 400 || name === 'use') return { kind }
  if (PEOPLE.has(name)) return { kind, ...toldOfPeople(name, told, nameOf) }
  const {
    refreshed_token: {
      runtime_token = told.runtime_token,
      token_version = told.token_version,
      expires_at = told.expires_at,
    } = {},
  } = told
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
