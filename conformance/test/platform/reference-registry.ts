import type { TestResponse } from '../support/handler.ts'
import {
  empty,
  jsonResponse,
  notFound,
  strings,
  type Call,
  type Json,
  type PlatformState,
  type Route,
} from './reference-state.ts'

/** Returns the routes for agents and trust. */
export function agentRoutes(state: PlatformState): readonly Route[] {
  const withAgent =
    (run: (agent: Json) => TestResponse) =>
    ({ path }: Call): TestResponse => {
      const agent = state.agents.get((path[0] ?? '').replace(/^did:svc:/, ''))
      return agent ? run(agent) : notFound()
    }
  return [
    [
      'registerAgent',
      'POST',
      /^\/agents\/register$/,
      'free',
      strings('svc_id', 'name', 'version', 'public_key', 'manifest_hash'),
      ({ given }) => {
        if (!/^[A-Za-z0-9+/]+=*$/.test(String(given['public_key']))) return state.invalid()
        if (state.agents.has(String(given['svc_id']))) return jsonResponse(409, {})
        state.agents.set(String(given['svc_id']), { ...given, registered_at: state.time(0) })
        return state.created({})
      },
    ],
    [
      'verifyAgent',
      'GET',
      /^\/agents\/([^/]+)\/verify$/,
      'free',
      {},
      withAgent(({ svc_id, name, version, registered_at }) =>
        jsonResponse(200, {
          valid: true,
          svc_id,
          name,
          version,
          registered_at,
          ...state.shape.more,
        }),
      ),
    ],
    ['trustProfile', 'GET', /^\/trust\/profile\/([^/]+)$/, 'free', {}, withAgent(empty)],
    [
      'verifyTrust',
      'POST',
      /^\/trust\/verify$/,
      'free',
      { svc_id: 'string', signature: 'string', context: 'object' },
      () => jsonResponse(200, { valid: false }),
    ],
    [
      'trustHeaders',
      'POST',
      /^\/trust\/headers$/,
      'free',
      strings('svc_id', 'request_body_hash'),
      ({ given }) =>
        /^[0-9a-f]{64}$/.test(String(given['request_body_hash'])) ? empty() : state.invalid(),
    ],
  ]
}

const WORKSPACES = /^\/orgs\/([^/]+)\/workspaces$/
const WORKSPACE = /^\/orgs\/[^/]+\/workspaces\/([^/]+)$/

/** Returns the routes for workspaces and their policies. */
export function workspaceRoutes(state: PlatformState): readonly Route[] {
  const { workspaces } = state
  const members = strings('name', 'description')
  const list = ({ org }: Call): TestResponse =>
    jsonResponse(200, {
      items: [...workspaces.values()]
        .filter((one) => one['org'] === org)
        .map((one) => state.workspaceRecord(one)),
    })
  const create = ({ org, given }: Call): TestResponse => {
    const workspace = { id: `ws_${state.hash()}`, org, ...given }
    workspaces.set(workspace.id, workspace)
    return state.created(state.workspaceRecord(workspace))
  }
  const get = state.inWorkspace(0, (workspace) =>
    jsonResponse(200, state.workspaceRecord(workspace)),
  )
  const update = state.inWorkspace(0, (workspace, { given }) => {
    workspaces.set(String(workspace['id']), { ...workspace, ...given })
    return empty()
  })
  const remove = state.inWorkspace(0, (workspace) => {
    workspaces.delete(String(workspace['id']))
    return { status: 204, body: '' }
  })
  const inWorkspace = state.inWorkspace(0, empty)
  return [
    ['listWorkspaces', 'GET', WORKSPACES, 'free', {}, list],
    ['createWorkspace', 'POST', WORKSPACES, 'free', members, create],
    ['getWorkspace', 'GET', WORKSPACE, 'free', {}, get],
    ['updateWorkspace', 'PUT', WORKSPACE, 'free', members, update],
    ['deleteWorkspace', 'DELETE', WORKSPACE, 'free', {}, remove],
    [
      'listMembers',
      'GET',
      /^\/orgs\/[^/]+\/workspaces\/([^/]+)\/members$/,
      'free',
      {},
      inWorkspace,
    ],
    ['getPolicy', 'GET', /^\/workspaces\/([^/]+)\/policy$/, 'free', {}, inWorkspace],
  ]
}
