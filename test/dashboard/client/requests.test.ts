import { QueryClient, QueryClientProvider } from '@tanstack/preact-query'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as agents from '../../../dashboard/src/api/agents.ts'
import { useAlarms } from '../../../dashboard/src/api/alarms.ts'
import { useRecordInChain, verifyChain } from '../../../dashboard/src/api/audit-chain.ts'
import * as auditExports from '../../../dashboard/src/api/audit-exports.ts'
import * as audit from '../../../dashboard/src/api/audit.ts'
import * as compliance from '../../../dashboard/src/api/compliance.ts'
import * as disputes from '../../../dashboard/src/api/disputes.ts'
import { useTargetIds } from '../../../dashboard/src/api/fleet-action.ts'
import * as fleet from '../../../dashboard/src/api/fleet.ts'
import * as images from '../../../dashboard/src/api/images.ts'
import * as tokens from '../../../dashboard/src/api/install-tokens.ts'
import * as installations from '../../../dashboard/src/api/installations.ts'
import * as organizations from '../../../dashboard/src/api/organizations.ts'
import * as policies from '../../../dashboard/src/api/policies.ts'
import { Problem } from '../../../dashboard/src/api/problem.ts'
import { queryClient } from '../../../dashboard/src/api/query-client.ts'
import * as registry from '../../../dashboard/src/api/registry.ts'
import * as session from '../../../dashboard/src/api/session.ts'
import * as tasks from '../../../dashboard/src/api/tasks.ts'
import * as workspaces from '../../../dashboard/src/api/workspaces.ts'
import { NewTokenDialog } from '../../../dashboard/src/pages/installations/tokens/new-token.tsx'
import { NO_FILTERS } from '../../../dashboard/src/pages/registry/search-state.ts'
import { TaskList } from '../../../dashboard/src/pages/tasks/task-list.tsx'
import { FormDialog } from '../../../dashboard/src/parts/forms/form-dialog.tsx'
import { propsOf, withLocation } from './render.ts'

interface Mutation {
  mutateAsync(variables: never): Promise<unknown>
}

/** The API client captures `fetch` and `Request` when it is loaded, so they are replaced first, and all modules are loaded again. */
const { sent, responses, original } = vi.hoisted(() => {
  const API = 'http://registry.test/api/v1'
  const original = { Request, fetch }
  const sent: string[] = []
  /** The responses of the registry in order, followed by empty objects. */
  const responses: unknown[] = []
  vi.resetModules()
  globalThis.Request = class extends Request {
    constructor(input: string, init?: RequestInit) {
      super(API + input.slice(input.indexOf('/api/v1') + '/api/v1'.length), init)
    }
  } as typeof Request
  globalThis.fetch = async (input) => {
    const request = input as Request
    const headers = ['x-workspace-id', 'if-match'].flatMap((name) =>
      request.headers.has(name) ? [`${name}: ${request.headers.get(name)}`] : [],
    )
    sent.push(
      [`${request.method} ${request.url.slice(API.length)}`, ...headers, await request.text()]
        .filter(Boolean)
        .join(' | '),
    )
    return Response.json(responses.shift() ?? {}, {
      headers: { Date: 'Mon, 02 Mar 2026 09:10:00 GMT' },
    })
  }
  return { sent, responses, original }
})

afterAll(() => {
  Object.assign(globalThis, original)
})

beforeEach(() => {
  sent.length = responses.length = 0
})

function show<T>(use: () => T): { readonly client: QueryClient; readonly used: T } {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const used: T[] = []
  const user = h(() => {
    used.push(use())
    return null
  }, null)
  renderToString(withLocation(h(QueryClientProvider, { client, children: user })))
  return { client, used: used[0]! }
}

/** Returns the requests that a component sends when it is rendered. */
async function reads(use: () => unknown): Promise<string> {
  await Promise.allSettled(
    show(use)
      .client.getQueryCache()
      .getAll()
      .map((query) => query.fetch()),
  )
  return sent.join('\n')
}

/** Returns the requests of a mutation. */
async function writes(use: () => unknown, variables?: unknown): Promise<string> {
  await (show(use).used as Mutation).mutateAsync(variables as never)
  return sent.join('\n')
}

const ALL: registry.AgentSearch = {
  q: 'a b',
  categories: ['finance', 'data'],
  llm_providers: ['acme'],
  skill: 'read',
  publisher: 'Acme',
  verified_only: true,
  min_reputation: 60,
  own: true,
  installed: true,
  installed_in: 'ws_1',
  organization_id: 'org_1',
  sort: 'reputation',
  cursor: 'next',
}

const NONE: registry.AgentSearch = { ...ALL, ...NO_FILTERS, q: '', sort: 'name', cursor: undefined }

const SEARCH =
  'q=a%20b&categories=finance&categories=data&llm_providers=acme&skill=read&publisher=Acme&verified_only=true&min_reputation=60' +
  '&own=true&installed=true&installed_in=ws_1&organization_id=org_1&sort=reputation'

const AUDIT_SEARCH: audit.AuditSearch = {
  q: 'x',
  event_type: 'agent.registered',
  workspace_id: 'ws',
  since: '2026-03-01T00:00:00Z',
  until: '2026-03-02T00:00:00Z',
  cursor: 'next',
}

const AUDIT_NONE = {
  q: '',
  event_type: '',
  workspace_id: '',
  since: undefined,
  until: undefined,
  cursor: undefined,
}

const FLEET_FILTER: fleet.FleetFilter = {
  q: 'read',
  workspace_ids: ['ws', 'other'],
  label_selector: 'env=prod',
  lifecycle: ['active'],
  health: ['offline', 'unhealthy'],
}

describe('queries of the dashboard', () => {
  it.each<[requests: string, use: () => unknown]>([
    [
      `GET /registry/network/search?${SEARCH}&cursor=next&limit=25`,
      () => registry.useRegistrySearch(ALL),
    ],
    [
      'GET /registry/network/search?verified_only=false&min_reputation=0&sort=name&limit=25',
      () => registry.useRegistrySearch(NONE),
    ],
    [`GET /registry/network/search?${SEARCH}&limit=25`, () => registry.useSearchCounts(ALL)],
    ['GET /agents/a%2Fb', () => agents.useAgent('a/b')],
    ['GET /agents/a', () => agents.useDisputedAgent('a', 'open')],
    [
      'GET /registry/network/search?q=bot&sort=reputation&limit=8',
      () => agents.useAgentSuggestions('bot'),
    ],
    ['GET /agents/a/reputation?days=90', () => agents.useReputation('a', 90)],
    [
      'GET /audit-logs/search?organization_id=org&cursor=next&since=2026-03-01T00%3A00%3A00Z&until=2026-03-02T00%3A00%3A00Z&q=x&event_type=agent.registered&workspace_id=ws',
      () => audit.useAuditSearch('org', AUDIT_SEARCH),
    ],
    ['GET /audit-logs/search?organization_id=org', () => audit.useAuditSearch('org', AUDIT_NONE)],
    ['GET /audit-logs?organization_id=org&limit=8', () => audit.useRecentAudit('org', true)],
    [
      'GET /audit-logs?organization_id=org&workspace_id=ws&event_type=lease.expired&limit=50&cursor=next\n' +
        'GET /audit-logs?organization_id=org&workspace_id=ws&event_type=policy.violated&limit=50&cursor=next',
      () =>
        useAlarms(
          { organization_id: 'org', workspace_id: 'ws' },
          ['lease.expired', 'policy.violated'],
          'next',
        ),
    ],
    ['GET /audit-logs/siem/exports/e', () => auditExports.useExportStatus('e')],
    [
      'GET /agents/a/compliance/ws/report',
      () => compliance.useReport({ workspace_id: 'ws', svc_id: 'a', frameworks: [] }),
    ],
    [
      'GET /agents/a/compliance/ws/report?frameworks=soc2%2Cgdpr',
      () => compliance.useReport({ workspace_id: 'ws', svc_id: 'a', frameworks: ['soc2', 'gdpr'] }),
    ],
    ['GET /workspaces/ws/installations?limit=200', () => compliance.useInstalledAgents('ws')],
    [
      'GET /disputes?organization_id=org&side=made&state=open&cursor=next',
      () =>
        disputes.useDisputes({
          organization_id: 'org',
          side: 'made',
          state: 'open',
          cursor: 'next',
        }),
    ],
    [
      'GET /disputes?organization_id=org&agent_id=a&side=received&limit=10',
      () =>
        disputes.useDisputes({
          organization_id: 'org',
          agent_id: 'a',
          side: 'received',
          limit: 10,
        }),
    ],
    ['GET /disputes/d', () => disputes.useDispute('d')],
    [
      'GET /operator/disputes?state=under_review&cursor=next',
      () => disputes.useCases('under_review', 'next'),
    ],
    ['GET /operator/disputes/d', () => disputes.useCase('d')],
    [
      'GET /images?organization_id=org&cursor=next',
      () => images.useImages({ organization_id: 'org', cursor: 'next' }),
    ],
    [
      'GET /images?organization_id=org&limit=10',
      () => images.useImages({ organization_id: 'org', limit: 10 }),
    ],
    [
      'GET /images/acme%2Fweb%3A1/scan-report?organization_id=org',
      () => images.useScanReport('org', 'acme/web:1'),
    ],
    [
      'GET /images/acme%2Fweb%3A1/scan-report?organization_id=org&completed=true',
      () => images.useCompletedReport('org', 'acme/web:1', true),
    ],
    ['GET /installations/i', () => installations.useInstallation('i')],
    ['GET /installations/i/commands?limit=20', () => installations.useCommands('i')],
    [
      'GET /workspaces/ws/installations?agent_id=a&lifecycle=active&limit=50',
      () => installations.useActiveInstallations('ws', 'a'),
    ],
    [
      'GET /workspaces/ws/install-tokens?limit=50&cursor=next',
      () => tokens.useInstallTokens('ws', 'next'),
    ],
    [
      'GET /orgs/org/installations?q=read&workspace_ids=ws&workspace_ids=other&label_selector=env%3Dprod&lifecycle=active&health=offline&health=unhealthy&limit=50&cursor=next',
      () => fleet.useFleet('org', FLEET_FILTER, 'next'),
    ],
    [
      'GET /orgs/org/installations?agent_id=a&limit=1&counts=true',
      () => fleet.useFleetCounts('org', { agent_id: 'a' }),
    ],
    [
      'GET /orgs/org/installations?lifecycle=active&health=unhealthy&limit=10&counts=true\n' +
        'GET /orgs/org/installations?lifecycle=active&health=offline&limit=10',
      () => fleet.useFleetState('org', true),
    ],
    ['GET /orgs/org/installations/trends?period=week', () => fleet.useFleetTrends('org', 'week')],
    ['GET /orgs/org', () => organizations.useOrganizationState('org')],
    ['GET /orgs/org/members?cursor=next', () => organizations.useMembers('org', 'next')],
    ['GET /orgs/org/invitations?cursor=next', () => organizations.useInvitations('org', 'next')],
    ['GET /orgs/org/api-keys?cursor=next', () => organizations.useApiKeys('org', 'next')],
    [
      'GET /orgs/org/api-keys?created_by_key=key_1',
      () => organizations.useCreatedKeys('org', 'key_1'),
    ],
    ['GET /workspaces/ws/policy', () => policies.usePolicy('ws')],
    [
      'GET /workspaces/ws/policy/versions?limit=20&cursor=next',
      () => policies.usePolicyVersions('ws', 'next'),
    ],
    ['GET /workspaces/ws/policy/versions/7', () => policies.usePolicyVersion('ws', 7)],
    ['GET /admin/auth/session', () => session.useSession()],
    [
      'GET /tasks?status=failed&cursor=next&skill=read&agent_id=a | x-workspace-id: ws',
      () =>
        tasks.useTasks('ws', { status: 'failed', skill: 'read', agent_id: 'a', cursor: 'next' }),
    ],
    [
      'GET /tasks | x-workspace-id: ws',
      () => tasks.useTasks('ws', { status: undefined, skill: '', agent_id: '', cursor: undefined }),
    ],
    [
      'GET /tasks?limit=10&agent_id=a | x-workspace-id: ws',
      () => tasks.useAgentTasks('a', 'ws', 10),
    ],
    ['GET /tasks/summary | x-workspace-id: ws', () => tasks.useTaskSummary('ws')],
    ['GET /orgs/org/workspaces?limit=200', () => workspaces.useWorkspaces('org')],
    ['GET /orgs/org/workspaces?limit=50&offset=50', () => workspaces.useWorkspacePage('org', 50)],
    ['GET /orgs/org/workspaces/ws', () => workspaces.useWorkspace('org', 'ws')],
    [
      'GET /orgs/org/workspaces/ws/members?limit=50&offset=50',
      () => workspaces.useWorkspaceMembers('org', 'ws', 50),
    ],
  ])('send %s', async (requests, use) => {
    expect(await reads(use)).toBe(requests)
  })

  it('read a record and its neighbours by the distance from the newest record', async () => {
    const items = Array.from({ length: 20 }, (_, index) => ({ sequence: 60 - index }))
    responses.push({ items, total: 60 }, { items: [], total: 60 })
    await reads(() => useRecordInChain('org', 30))
    expect(sent.slice(0, 2)).toEqual([
      'GET /audit-logs?organization_id=org&offset=0&limit=20',
      'GET /audit-logs?organization_id=org&offset=29&limit=20',
    ])
  })

  it('read all pages of active and paused installations with every filter', async () => {
    const installation = (installation_id: string) => ({ installation_id })
    responses.push(
      { items: [installation('1')], next_cursor: 'next' },
      { items: [installation('2'), installation('3')] },
    )
    const filter = { health: ['offline' as const], agent_id: 'a' }
    const { client } = show(() => useTargetIds('org', filter, true))
    expect(await client.getQueryCache().getAll()[0]!.fetch()).toEqual(['1', '2', '3'])
    const request =
      'GET /orgs/org/installations?health=offline&agent_id=a&lifecycle=active&lifecycle=paused'
    expect(sent).toEqual([`${request}&limit=200`, `${request}&limit=200&cursor=next`])
  })
})

const REPORT = { workspace_id: 'ws', svc_id: 'a', frameworks: ['soc2'] }

const CREDENTIALS = { email: 'a@b.example', challenge_id: 'c', pin: '1' }

const startExport = () => auditExports.useStartExport()

describe('mutations of the dashboard', () => {
  it.each<[request: string, use: () => unknown, variables?: unknown]>([
    ['POST /trust/verify | {"svc_id":"a"}', () => agents.useVerifySignature(), { svc_id: 'a' }],
    [
      'GET /agents/a/compliance/ws/report?frameworks=soc2&format=markdown',
      () => compliance.useReportMarkdown(),
      REPORT,
    ],
    ['POST /agents/a/disputes | {"issue":"x"}', () => disputes.useReportAgent('a'), { issue: 'x' }],
    [
      'POST /disputes/d/comments | {"text":"Because."}',
      () => disputes.useAddComment('d'),
      'Because.',
    ],
    [
      'POST /operator/disputes/d/judgement | {"judgement":"upheld"}',
      () => disputes.useJudgeCase('d'),
      { judgement: 'upheld' },
    ],
    [
      'POST /audit-logs/siem/logs/export | {"a":1}',
      startExport,
      { destination: 'logs', body: { a: 1 } },
    ],
    [
      'POST /audit-logs/siem/collector/export | {"a":1}',
      startExport,
      { destination: 'collector', body: { a: 1 } },
    ],
    [
      'POST /audit-logs/siem/alerts/export | {"a":1}',
      startExport,
      { destination: 'alerts', body: { a: 1 } },
    ],
    [
      'POST /installations/i/commands | {"type":"pause"}',
      () => installations.useSendCommand('i'),
      { type: 'pause' },
    ],
    [
      'POST /installations/i/revoke | {"reason":"Sold."}',
      () => installations.useRevokeInstallation('i'),
      { reason: 'Sold.' },
    ],
    [
      'PUT /installations/i/labels | {"labels":["env=prod"]}',
      () => fleet.useSetLabels('i'),
      ['env=prod'],
    ],
    [
      'POST /workspaces/ws/install-tokens | {"agent_id":"a","expiry_minutes":5}',
      () => tokens.useCreateInstallToken('ws'),
      { agent_id: 'a', expiry_minutes: 5 },
    ],
    ['DELETE /workspaces/ws/install-tokens/t', () => tokens.useRevokeInstallToken('ws'), 't'],
    [
      'PUT /workspaces/ws/policy | if-match: "7" | {"content":{}}',
      () => policies.useSetPolicy('ws', () => undefined),
      { content: {}, from: 7 },
    ],
    [
      'POST /images/acme%2Fweb%3A1/scan?organization_id=org',
      () => images.useScan('org'),
      'acme/web:1',
    ],
    [
      'GET /images/acme%2Fweb%3A1/sbom?organization_id=org&completed=true',
      () => images.useSbom('org'),
      'acme/web:1',
    ],
    [
      'POST /orgs/org/invitations | {"email":"a@b.example","role":"viewer"}',
      () => organizations.useInviteMember('org'),
      { email: 'a@b.example', role: 'viewer' },
    ],
    ['DELETE /orgs/org/invitations/v', () => organizations.useWithdrawInvitation('org'), 'v'],
    ['POST /admin/invitations/v/accept', () => organizations.useAcceptInvitation(), 'v'],
    ['POST /admin/invitations/v/decline', () => organizations.useDeclineInvitation(), 'v'],
    ['DELETE /admin/memberships/org', () => organizations.useLeaveOrganization(), 'org'],
    [
      'POST /orgs/org/api-keys | {"name":"ci","scope":"read"}',
      () => organizations.useCreateApiKey('org'),
      { name: 'ci', scope: 'read' },
    ],
    ['DELETE /orgs/org/api-keys/k', () => organizations.useRevokeApiKey('org'), 'k'],
    [
      'PUT /orgs/org/members/u | {"role":"admin"}',
      () => organizations.useSetRole('org'),
      { user_id: 'u', role: 'admin' },
    ],
    ['DELETE /orgs/org/members/u', () => organizations.useRemoveMember('org'), 'u'],
    [
      'PUT /enterprise/orgs/org/retention | {"audit_log_retention_days":400}',
      () => organizations.useSetRetention('org'),
      400,
    ],
    [
      'POST /admin/auth/request-pin | {"email":"a@b.example"}',
      () => session.useRequestPin(),
      'a@b.example',
    ],
    [
      'POST /admin/auth/session | {"email":"a@b.example","challenge_id":"c","pin":"1"}',
      () => session.useSignIn(),
      CREDENTIALS,
    ],
    ['DELETE /admin/auth/session', () => session.useSignOut()],
    [
      'POST /orgs/org/workspaces | {"name":"w"}',
      () => workspaces.useCreateWorkspace('org'),
      { name: 'w' },
    ],
    [
      'PUT /orgs/org/workspaces/ws | {"name":"w"}',
      () => workspaces.useUpdateWorkspace('org', 'ws'),
      { name: 'w' },
    ],
    [
      'DELETE /orgs/org/workspaces/ws?force=true',
      () => workspaces.useDeleteWorkspace('org', 'ws'),
      true,
    ],
    [
      'DELETE /orgs/org/workspaces/ws?force=false',
      () => workspaces.useDeleteWorkspace('org', 'ws'),
      false,
    ],
  ])('send %s', async (request, use, variables) => {
    expect(await writes(use, variables)).toBe(request)
  })

  it('change one member of a registration and keep the others', async () => {
    responses.push({
      private: false,
      deprecated: true,
      installable_by: 'owner',
      installers: ['org_b'],
      description: 'd',
      publisher: 'p',
      category: 'c',
      llm_provider: 'l',
      url: 'u',
      card: { a: 1 },
      capabilities: ['read'],
      permissions: { network: true },
      name: 'n',
    })
    await writes(() => agents.useUpdateAgent('a'), { description: 'new' })
    expect(sent).toEqual([
      'GET /agents/a',
      'PUT /agents/a | {"private":false,"deprecated":true,"installable_by":"owner","installers":["org_b"],"description":"new","publisher":"p","category":"c","llm_provider":"l","url":"u","card":{"a":1},"capabilities":["read"],"permissions":{"network":true}}',
    ])
  })

  it('do not send the installers that an earlier release of the registry stored for a claim', async () => {
    responses.push({
      ownership: 'claimed',
      private: false,
      deprecated: false,
      installable_by: 'anyone',
      installers: ['org_b'],
      capabilities: [],
      permissions: {},
    })
    await writes(() => agents.useUpdateAgent('a'), { description: 'new' })
    expect(sent.at(-1)).toBe(
      'PUT /agents/a | {"private":false,"deprecated":false,"installable_by":"anyone","installers":[],"description":"new"}',
    )
  })
})

it('polls the session every five minutes', () => {
  const [query] = show(() => session.useSession())
    .client.getQueryCache()
    .getAll()
  expect(query!.options).toMatchObject({ refetchInterval: 300_000 })
})

it('polls a dispute every five seconds until it is decided', () => {
  const [query] = show(() => disputes.useDispute('d'))
    .client.getQueryCache()
    .getAll()
  const { refetchInterval } = query!.options as never as {
    refetchInterval: (query: { state: { data: object | undefined } }) => unknown
  }
  const intervals = [undefined, {}, { decided_at: '2026-03-02T09:10:00.000Z' }].map((data) =>
    refetchInterval({ state: { data } }),
  )
  expect(intervals).toEqual([5000, 5000, false])
})

describe('a list of tasks', () => {
  const filters = { workspace: 'ws', status: '', skill: '', agent: '' } as const
  it.each([
    [
      'every filter',
      { ...filters, status: 'completed' as const, skill: 'read', agent: 'a' },
      'GET /tasks?status=completed&skill=read&agent_id=a | x-workspace-id: ws',
    ],
    [
      'a skill without the spaces around it',
      { ...filters, skill: ' read ' },
      'GET /tasks?skill=read | x-workspace-id: ws',
    ],
  ])('is read with %s', async (_, chosen, request) => {
    const nothing = () => undefined
    const list = () => TaskList({ filters: chosen, onOpen: nothing, onClear: nothing })
    expect(await reads(list)).toBe(request)
  })
})

it('verifies an audit chain in batches, and reports the number of verified records at the start, after each batch and at the end', async () => {
  responses.push(
    { complete: false, records: 2, next_sequence: 3 },
    { complete: true, status: 'intact', records: 1 },
  )
  const reports: unknown[] = []
  await verifyChain('org', new AbortController().signal, ({ kind, ...report }) =>
    reports.push([kind, (report as { records?: number }).records]),
  )
  expect(reports).toEqual([
    ['running', 0],
    ['running', 2],
    ['intact', 3],
  ])
  expect(sent).toEqual([
    'GET /audit-logs/verification?organization_id=org&limit=5000',
    'GET /audit-logs/verification?organization_id=org&from_sequence=3&limit=5000',
  ])
})

it('creates an install token with the lifetime that the form contains', async () => {
  const nothing = () => undefined
  const props = { workspace_id: 'ws', agent: 'a', onClose: nothing, onCreated: nothing }
  const [form] = propsOf<{ readonly onSubmit: (values: FormData) => void }>(
    FormDialog as never,
    () => show(() => NewTokenDialog(props)),
  )
  const values = new FormData()
  values.set('expiry_minutes', '60')
  form!.onSubmit(values)
  await vi.waitFor(() =>
    expect(sent).toEqual([
      'POST /workspaces/ws/install-tokens | {"agent_id":"a","expiry_minutes":60}',
    ]),
  )
})

it('retries a read twice if there is no response or the registry is busy, and never after another error', () => {
  const retry = queryClient.getDefaultOptions().queries!.retry as (
    failures: number,
    error: unknown,
  ) => boolean
  const problem = (status: number) => new Problem(status, { code: 'X' })
  expect([0, 503, 401, 404, 500].map((status) => retry(0, problem(status)))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect([0, 1, 2].map((failures) => retry(failures, problem(503)))).toEqual([true, true, false])
  expect(retry(0, new Error('x'))).toBe(false)
})
