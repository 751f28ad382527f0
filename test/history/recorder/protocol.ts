import type { Result, Call, Person } from '../history.ts'
import type { Recorder } from './recorder.ts'

/** An HTTP request, relative to the base address of the platform. */
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

/** The workspace, key and people that the clients use. */
export interface Tenant {
  readonly workspace_id: string
  readonly api_key: string
  readonly people: People | undefined
}
/** The people of an organization, with an e-mail address and a session each. */
export interface People {
  readonly organization_id: string
  readonly emails: Readonly<Record<Person, string>>
  readonly sessions: Readonly<Record<Person, string>>
}
/** Returns the person with the given e-mail address. */
const personOf = (email: string): Person => email.slice(0, email.indexOf('@'))

/** Returns the request of a call, with the secrets and ids in place of handles. */
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
    case 'list_members':
      return request('GET', `/orgs/${organization_id}/members`)
    case 'list_invitations':
      return request('GET', '/admin/invitations')
    case 'accept':
    case 'decline':
      return request('POST', `/admin/invitations/${secretOf(call.invitation)}/${call.do}`)
    case 'leave':
      return request('DELETE', `/admin/memberships/${organization_id}`)
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A person without a role cannot tell whether the organization exists. */
const NOT_ALLOWED = { ROLE_REQUIRED: 'not_allowed', ORGANIZATION_NOT_FOUND: 'not_allowed' }

/** The kinds of responses by call, status and error code. Any other response except a 503 is a violation. */
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
    INVALID_RUNTIME_TOKEN: 'invalid_token',
    INSTALLATION_REVOKED: 'refused',
    INSTALLATION_TERMINATED: 'refused',
  },
  use: {
    200: 'accepted',
    INVALID_RUNTIME_TOKEN: 'invalid_token',
    INVALID_BEARER_TOKEN: 'invalid_token',
  },
  refresh: { 200: 'refreshed', INVALID_REFRESH_TOKEN: 'invalid' },
  revoke: { 200: 'revoked', INSTALLATION_NOT_FOUND: 'not_found' },
  invite: {
    201: 'invited',
    MEMBER_EXISTS: 'already_member',
    INVITATION_EXISTS: 'already_invited',
    OWNER_REQUIRED: 'owner_required',
    ...NOT_ALLOWED,
  },
  withdraw: {
    204: 'withdrawn',
    INVITATION_NOT_FOUND: 'not_open',
    OWNER_REQUIRED: 'owner_required',
    ...NOT_ALLOWED,
  },
  list_members: { 200: 'listed', ...NOT_ALLOWED },
  list_invitations: { 200: 'shown' },
  accept: { 200: 'joined', INVITATION_NOT_FOUND: 'not_open' },
  decline: { 204: 'declined', INVITATION_NOT_FOUND: 'not_open' },
  leave: { 204: 'left', ORGANIZATION_NOT_FOUND: 'not_a_member', LAST_OWNER: 'last_owner' },
  recover: {
    200: 'recovered',
    INSTALLATION_REVOKED: 'all_revoked',
    INSTALLATION_NOT_FOUND: 'none',
  },
}

interface ResponseBody {
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
  items?: readonly ResponseBody[]
  refreshed_token?: { runtime_token: string; expires_at: string; token_version: number }
}

/** Calls about people whose response contains values. */
const PEOPLE: ReadonlySet<string> = new Set([
  'invite',
  'list_invitations',
  'accept',
  'list_members',
])

function peopleValues(
  name: string,
  { items = [], ...content }: ResponseBody,
  handleOf: Recorder['handleOf'],
): Partial<Result> {
  if (name === 'list_members')
    return {
      members: items
        .map(({ email = '', role }) => `${personOf(email)}:${role}`)
        .sort()
        .join(' '),
    }
  if (name === 'list_invitations' && items.length === 0) return { kind: 'nothing_open' }
  // A person has at most one open invitation to the organization, so the model does not permit this kind.
  if (name === 'list_invitations' && items.length > 1) return { kind: `${items.length} shown` }
  const { invitation_id, role, expires_at } = name === 'list_invitations' ? items[0]! : content
  return {
    ...(invitation_id !== undefined && { invitation: handleOf('V', invitation_id) }),
    ...(role !== undefined && { role }),
    ...(expires_at !== undefined && { expires: Date.parse(expires_at) }),
  }
}

/** Converts a response, with handles in place of secrets and ids. */
export function resultOf(
  { do: name }: Call,
  { status, body }: Response,
  { handleOf }: Recorder,
): Result {
  const content = body as ResponseBody
  const kind =
    status === 503
      ? 'unavailable'
      : (KINDS[name]?.[content.code ?? status] ?? `${status} ${content.code ?? ''}`)
  if (status >= 400 || name === 'use') return { kind }
  if (PEOPLE.has(name)) return { kind, ...peopleValues(name, content, handleOf) }
  const {
    refreshed_token: {
      runtime_token = content.runtime_token,
      token_version = content.token_version,
      expires_at = content.expires_at,
    } = {},
  } = content
  return {
    kind,
    ...(content.token !== undefined && { token: handleOf('T', content.token) }),
    ...(content.installation_id !== undefined && {
      installation: handleOf('I', content.installation_id),
    }),
    ...(runtime_token !== undefined && { runtime: handleOf('R', runtime_token) }),
    ...(content.refresh_token !== undefined && { refresh: handleOf('F', content.refresh_token) }),
    ...(token_version !== undefined && { version: token_version }),
    ...(expires_at !== undefined && { expires: Date.parse(expires_at) }),
    ...(content.lease_expires_at !== undefined && { lease: Date.parse(content.lease_expires_at) }),
    ...(content.command && { command: content.command.type }),
    ...(content.deadline !== undefined && { deadline: Date.parse(content.deadline) }),
  }
}
