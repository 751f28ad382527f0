import { QueryClient, QueryClientProvider } from '@tanstack/preact-query'
import { h } from 'preact'
import { LocationProvider } from 'preact-iso'
import { renderToString } from 'preact-render-to-string'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as agents from '../../../dashboard/src/api/agents.ts'
import * as audit from '../../../dashboard/src/api/audit.ts'
import * as auditExports from '../../../dashboard/src/api/audit-exports.ts'
import * as compliance from '../../../dashboard/src/api/compliance.ts'
import * as disputes from '../../../dashboard/src/api/disputes.ts'
import * as images from '../../../dashboard/src/api/images.ts'
import * as installations from '../../../dashboard/src/api/installations.ts'
import * as organizations from '../../../dashboard/src/api/organizations.ts'
import * as overview from '../../../dashboard/src/api/overview.ts'
import * as policies from '../../../dashboard/src/api/policies.ts'
import * as registry from '../../../dashboard/src/api/registry.ts'
import * as session from '../../../dashboard/src/api/session.ts'
import * as tasks from '../../../dashboard/src/api/tasks.ts'
import { TaskList } from '../../../dashboard/src/pages/tasks/task-list.tsx'
import { NewTokenDialog } from '../../../dashboard/src/pages/installations/tokens/new-token.tsx'
import { Form } from '../../../dashboard/src/parts/forms/form.tsx'
import * as fleet from '../../../dashboard/src/api/fleet.ts'
import { useFleetTrends } from '../../../dashboard/src/api/trends.ts'
import { useRecordInChain } from '../../../dashboard/src/api/record-in-chain.ts'
import { useTargetIds } from '../../../dashboard/src/api/fleet-action.ts'
import * as workspaces from '../../../dashboard/src/api/workspaces.ts'
import { propsOf } from './render.ts'

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
  const location = { url: '/', path: '/', query: {}, route: () => undefined } as never
  const user = h(() => {
    used.push(use())
    return null
  }, null)
  renderToString(
    h(LocationProvider.ctx.Provider, {
      value: location,
      children: h(QueryClientProvider, { client, children: user }),
    }),
  )
  return { client, used: used[0]! }
}

/** Returns the requests that a component sends when it is rendered. */
async function reads(use: () => unknown): Promise<readonly string[]> {
  await Promise.allSettled(
    show(use)
      .client.getQueryCache()
      .getAll()
      .map((query) => query.fetch()),
  )
  return sent
}

/** Returns the requests of a mutation. */
async function writes(use: () => unknown, variables?: unknown): Promise<readonly string[]> {
  await (show(use).used as Mutation).mutateAsync(variables as never)
  return sent
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
const NONE: registry.AgentSearch = {
  q: '',
  categories: [],
  llm_providers: [],
  skill: '',
  publisher: '',
  verified_only: false,
  min_reputation: 0,
  own: false,
  installed: false,
  installed_in: '',
  organization_id: 'org_1',
  sort: 'name',
  cursor: undefined,
}

describe('queries of the dashboard', () => {
  it.each<[string, () => unknown, readonly string[]]>([
    [
      'the registry with every filter',
      () => registry.useRegistrySearch(ALL),
      [
        'GET /registry/network/search?q=a%20b&categories=finance&categories=data&llm_providers=acme&skill=read&publisher=Acme&verified_only=true&min_reputation=60&own=true&installed=true&installed_in=ws_1&organization_id=org_1&sort=reputation&cursor=next&limit=25',
      ],
    ],
    [
      'the registry without filters',
      () => registry.useRegistrySearch(NONE),
      ['GET /registry/network/search?verified_only=false&min_reputation=0&sort=name&limit=25'],
    ],
    [
      'the counts beside a later page',
      () => registry.useSearchCounts(ALL),
      [
        'GET /registry/network/search?q=a%20b&categories=finance&categories=data&llm_providers=acme&skill=read&publisher=Acme&verified_only=true&min_reputation=60&own=true&installed=true&installed_in=ws_1&organization_id=org_1&sort=reputation&limit=25',
      ],
    ],
    ['an agent', () => agents.useAgent('a/b'), ['GET /agents/a%2Fb']],
    [
      'agents by name',
      () => agents.useAgentSuggestions('bot'),
      ['GET /registry/network/search?q=bot&sort=reputation&limit=8'],
    ],
    [
      'the reputation of an agent',
      () => agents.useReputation('a', 90),
      ['GET /agents/a/reputation?days=90'],
    ],
    [
      'the disputes of an agent',
      () => agents.useAgentDisputes('org', 'a', 'received'),
      ['GET /disputes?organization_id=org&agent_id=a&side=received&limit=10'],
    ],
    [
      'the tasks of an agent',
      () => agents.useAgentTasks('a', 'ws'),
      ['GET /tasks?agent_id=a&limit=10 | x-workspace-id: ws'],
    ],
    [
      'the first images',
      () => agents.useFirstImages('org'),
      ['GET /images?organization_id=org&limit=10'],
    ],
    [
      'the audit log with every filter',
      () =>
        audit.useAuditSearch('org', {
          q: 'x',
          event_type: 'agent.registered',
          workspace_id: 'ws',
          since: '2026-03-01T00:00:00Z',
          until: '2026-03-02T00:00:00Z',
          cursor: 'next',
        }),
      [
        'GET /audit-logs/search?organization_id=org&cursor=next&since=2026-03-01T00%3A00%3A00Z&until=2026-03-02T00%3A00%3A00Z&q=x&event_type=agent.registered&workspace_id=ws',
      ],
    ],
    [
      'the audit log without filters',
      () =>
        audit.useAuditSearch('org', {
          q: '',
          event_type: '',
          workspace_id: '',
          since: undefined,
          until: undefined,
          cursor: undefined,
        }),
      ['GET /audit-logs/search?organization_id=org'],
    ],
    [
      'a compliance report on all frameworks',
      () => compliance.useReport({ workspace_id: 'ws', svc_id: 'a', frameworks: [] }),
      ['GET /agents/a/compliance/ws/report'],
    ],
    [
      'a compliance report on two frameworks',
      () => compliance.useReport({ workspace_id: 'ws', svc_id: 'a', frameworks: ['soc2', 'gdpr'] }),
      ['GET /agents/a/compliance/ws/report?frameworks=soc2%2Cgdpr'],
    ],
    [
      'the agents that are installed',
      () => compliance.useInstalledAgents('ws'),
      ['GET /workspaces/ws/installations?limit=200'],
    ],
    [
      'disputes of one side in one state',
      () =>
        disputes.useDisputes({
          organization_id: 'org',
          side: 'made',
          state: 'open',
          cursor: 'next',
        }),
      ['GET /disputes?organization_id=org&side=made&state=open&cursor=next'],
    ],
    ['a dispute', () => disputes.useDispute('d'), ['GET /disputes/d']],
    ['the agent of a dispute', () => disputes.useDisputedAgent('a', 'open'), ['GET /agents/a']],
    ['an export', () => auditExports.useExportStatus('e'), ['GET /audit-logs/siem/exports/e']],
    [
      'alarms of two kinds',
      () =>
        audit.useAlarms(
          { organization_id: 'org', workspace_id: 'ws' },
          ['lease.expired', 'policy.violated'],
          'next',
        ),
      [
        'GET /audit-logs?organization_id=org&workspace_id=ws&event_type=lease.expired&limit=50&cursor=next',
        'GET /audit-logs?organization_id=org&workspace_id=ws&event_type=policy.violated&limit=50&cursor=next',
      ],
    ],
    [
      'the commands of an installation',
      () => installations.useCommands('i'),
      ['GET /installations/i/commands?limit=20'],
    ],
    ['a policy', () => policies.usePolicy('ws'), ['GET /workspaces/ws/policy']],
    [
      'the versions of a policy',
      () => policies.usePolicyVersions('ws', 'next'),
      ['GET /workspaces/ws/policy/versions?limit=20&cursor=next'],
    ],
    [
      'one version of a policy',
      () => policies.usePolicyVersion('ws', 7),
      ['GET /workspaces/ws/policy/versions/7'],
    ],
    [
      'install tokens',
      () => installations.useInstallTokens('ws', 'next'),
      ['GET /workspaces/ws/install-tokens?limit=50&cursor=next'],
    ],
    [
      'installations with every filter',
      () =>
        installations.useInstallations(
          'ws',
          { lifecycle: 'active', health: 'offline', agent_id: 'a' },
          'next',
        ),
      [
        'GET /workspaces/ws/installations?lifecycle=active&health=offline&agent_id=a&limit=50&cursor=next',
      ],
    ],
    [
      'installations of all workspaces with every filter',
      () =>
        fleet.useFleet(
          'org',
          {
            q: 'read',
            workspace_ids: ['ws', 'other'],
            label_selector: 'env=prod',
            lifecycle: ['active'],
            health: ['offline', 'unhealthy'],
          },
          'next',
        ),
      [
        'GET /orgs/org/installations?q=read&workspace_ids=ws&workspace_ids=other&label_selector=env%3Dprod&lifecycle=active&health=offline&health=unhealthy&limit=50&cursor=next',
      ],
    ],
    [
      'the trends of the fleet',
      () => useFleetTrends('org', 'week'),
      ['GET /orgs/org/installations/trends?period=week'],
    ],
    [
      'the number of installations in each state',
      () => fleet.useFleetCounts('org', { agent_id: 'a' }),
      ['GET /orgs/org/installations?agent_id=a&limit=1&counts=true'],
    ],
    ['an installation', () => installations.useInstallation('i'), ['GET /installations/i']],
    [
      'images',
      () => images.useImages('org', 'next'),
      ['GET /images?organization_id=org&cursor=next'],
    ],
    [
      'the report of a scan',
      () => images.useScanReport('org', 'acme/web:1'),
      ['GET /images/acme%2Fweb%3A1/scan-report?organization_id=org'],
    ],
    [
      'invitations',
      () => organizations.useInvitations('org', 'next'),
      ['GET /orgs/org/invitations?cursor=next'],
    ],
    [
      'API keys',
      () => organizations.useApiKeys('org', 'next'),
      ['GET /orgs/org/api-keys?cursor=next'],
    ],
    [
      'keys that a key created',
      () => organizations.useCreatedKeys('org', 'key_1'),
      ['GET /orgs/org/api-keys?created_by_key=key_1'],
    ],
    [
      'members',
      () => organizations.useMembers('org', 'next'),
      ['GET /orgs/org/members?cursor=next'],
    ],
    [
      'cases of one state',
      () => disputes.useCases('under_review', 'next'),
      ['GET /operator/disputes?state=under_review&cursor=next'],
    ],
    ['a case', () => disputes.useCase('d'), ['GET /operator/disputes/d']],
    ['an organization', () => organizations.useOrganizationState('org'), ['GET /orgs/org']],
    [
      'recent audit records',
      () => overview.useRecentAudit('org', true),
      ['GET /audit-logs?organization_id=org&limit=8'],
    ],
    [
      'the state of the fleet',
      () => overview.useFleetState('org', true),
      [
        'GET /orgs/org/installations?lifecycle=active&health=unhealthy&limit=10&counts=true',
        'GET /orgs/org/installations?lifecycle=active&health=offline&limit=10',
      ],
    ],
    ['the session', () => session.useSession(), ['GET /admin/auth/session']],
    [
      'tasks with every filter',
      () =>
        tasks.useTasks('ws', { status: 'failed', skill: 'read', agent_id: 'a', cursor: 'next' }),
      ['GET /tasks?status=failed&cursor=next&skill=read&agent_id=a | x-workspace-id: ws'],
    ],
    [
      'tasks without filters',
      () => tasks.useTasks('ws', { status: undefined, skill: '', agent_id: '', cursor: undefined }),
      ['GET /tasks | x-workspace-id: ws'],
    ],
    [
      'task statistics',
      () => tasks.useTaskSummary('ws'),
      ['GET /tasks/summary | x-workspace-id: ws'],
    ],
    [
      'workspaces for a switcher',
      () => workspaces.useWorkspaces('org'),
      ['GET /orgs/org/workspaces?limit=200'],
    ],
    [
      'a page of workspaces',
      () => workspaces.useWorkspacePage('org', 50),
      ['GET /orgs/org/workspaces?limit=50&offset=50'],
    ],
    ['a workspace', () => workspaces.useWorkspace('org', 'ws'), ['GET /orgs/org/workspaces/ws']],
    [
      'members of a workspace',
      () => workspaces.useWorkspaceMembers('org', 'ws', 50),
      ['GET /orgs/org/workspaces/ws/members?limit=50&offset=50'],
    ],
  ])('reads %s', async (_, use, requests) => {
    expect(await reads(use)).toEqual(requests)
  })

  it('reads a record and its neighbours by the distance from the newest record', async () => {
    const items = Array.from({ length: 20 }, (_, index) => ({ sequence: 60 - index }))
    responses.push({ items, total: 60 }, { items: [], total: 60 })
    await reads(() => useRecordInChain('org', 30))
    expect(sent.slice(0, 2)).toEqual([
      'GET /audit-logs?organization_id=org&offset=0&limit=20',
      'GET /audit-logs?organization_id=org&offset=29&limit=20',
    ])
  })

  it('reads all pages of active and paused installations with every filter', async () => {
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

describe('mutations of the dashboard', () => {
  it.each<[string, () => unknown, unknown, readonly string[]]>([
    [
      'a signature to verify',
      () => agents.useVerifySignature(),
      { svc_id: 'a' },
      ['POST /trust/verify | {"svc_id":"a"}'],
    ],
    [
      'a request for a report in Markdown',
      () => compliance.useReportMarkdown(),
      { workspace_id: 'ws', svc_id: 'a', frameworks: ['soc2'] },
      ['GET /agents/a/compliance/ws/report?frameworks=soc2&format=markdown'],
    ],
    [
      'a dispute',
      () => disputes.useReportAgent('a'),
      { issue: 'x' },
      ['POST /agents/a/disputes | {"issue":"x"}'],
    ],
    [
      'a comment',
      () => disputes.useAddComment('d'),
      'Because.',
      ['POST /disputes/d/comments | {"text":"Because."}'],
    ],
    [
      'an export to log aggregation',
      () => auditExports.useStartExport(),
      { destination: 'logs', body: { a: 1 } },
      ['POST /audit-logs/siem/logs/export | {"a":1}'],
    ],
    [
      'an export to a collector',
      () => auditExports.useStartExport(),
      { destination: 'collector', body: { a: 1 } },
      ['POST /audit-logs/siem/collector/export | {"a":1}'],
    ],
    [
      'an export to incident alerts',
      () => auditExports.useStartExport(),
      { destination: 'alerts', body: { a: 1 } },
      ['POST /audit-logs/siem/alerts/export | {"a":1}'],
    ],
    [
      'a command',
      () => installations.useSendCommand('i'),
      { type: 'pause' },
      ['POST /installations/i/commands | {"type":"pause"}'],
    ],
    [
      'a policy with the version that it is based on',
      () => policies.useSetPolicy('ws', () => undefined),
      { content: {}, from: 7 },
      ['PUT /workspaces/ws/policy | if-match: "7" | {"content":{}}'],
    ],
    [
      'an install token',
      () => installations.useCreateInstallToken('ws'),
      { agent_id: 'a', expiry_minutes: 5 },
      ['POST /workspaces/ws/install-tokens | {"agent_id":"a","expiry_minutes":5}'],
    ],
    [
      'the revocation of an install token',
      () => installations.useRevokeInstallToken('ws'),
      't',
      ['DELETE /workspaces/ws/install-tokens/t'],
    ],
    [
      'the labels of an installation',
      () => fleet.useSetLabels('i'),
      ['env=prod'],
      ['PUT /installations/i/labels | {"labels":["env=prod"]}'],
    ],
    [
      'the revocation of an installation',
      () => installations.useRevokeInstallation('i'),
      { reason: 'Sold.' },
      ['POST /installations/i/revoke | {"reason":"Sold."}'],
    ],
    [
      'a scan',
      () => images.useScan('org'),
      'acme/web:1',
      ['POST /images/acme%2Fweb%3A1/scan?organization_id=org'],
    ],
    [
      'a request for a bill of materials',
      () => images.useSbom('org'),
      'acme/web:1',
      ['GET /images/acme%2Fweb%3A1/sbom?organization_id=org'],
    ],
    [
      'an invitation',
      () => organizations.useInviteMember('org'),
      { email: 'a@b.example', role: 'viewer' },
      ['POST /orgs/org/invitations | {"email":"a@b.example","role":"viewer"}'],
    ],
    [
      'the withdrawal of an invitation',
      () => organizations.useWithdrawInvitation('org'),
      'v',
      ['DELETE /orgs/org/invitations/v'],
    ],
    [
      'the acceptance of an invitation',
      () => organizations.useAcceptInvitation(),
      'v',
      ['POST /admin/invitations/v/accept'],
    ],
    [
      'the decline of an invitation',
      () => organizations.useDeclineInvitation(),
      'v',
      ['POST /admin/invitations/v/decline'],
    ],
    [
      'the departure from an organization',
      () => organizations.useLeaveOrganization(),
      'org',
      ['DELETE /admin/memberships/org'],
    ],
    [
      'an API key',
      () => organizations.useCreateApiKey('org'),
      { name: 'ci', scope: 'read' },
      ['POST /orgs/org/api-keys | {"name":"ci","scope":"read"}'],
    ],
    [
      'the revocation of an API key',
      () => organizations.useRevokeApiKey('org'),
      'k',
      ['DELETE /orgs/org/api-keys/k'],
    ],
    [
      'a role change',
      () => organizations.useSetRole('org'),
      { user_id: 'u', role: 'admin' },
      ['PUT /orgs/org/members/u | {"role":"admin"}'],
    ],
    [
      'the removal of a member',
      () => organizations.useRemoveMember('org'),
      'u',
      ['DELETE /orgs/org/members/u'],
    ],
    [
      'a judgement',
      () => disputes.useJudgeCase('d'),
      { judgement: 'upheld' },
      ['POST /operator/disputes/d/judgement | {"judgement":"upheld"}'],
    ],
    [
      'a change to the retention',
      () => organizations.useSetRetention('org'),
      400,
      ['PUT /enterprise/orgs/org/retention | {"audit_log_retention_days":400}'],
    ],
    [
      'a request for a PIN',
      () => session.useRequestPin(),
      'a@b.example',
      ['POST /admin/auth/request-pin | {"email":"a@b.example"}'],
    ],
    [
      'a sign-in with a PIN',
      () => session.useSignIn(),
      { email: 'a@b.example', challenge_id: 'c', pin: '1' },
      ['POST /admin/auth/session | {"email":"a@b.example","challenge_id":"c","pin":"1"}'],
    ],
    ['a sign-out', () => session.useSignOut(), undefined, ['DELETE /admin/auth/session']],
    [
      'a workspace',
      () => workspaces.useCreateWorkspace('org'),
      { name: 'w' },
      ['POST /orgs/org/workspaces | {"name":"w"}'],
    ],
    [
      'the changes to a workspace',
      () => workspaces.useUpdateWorkspace('org', 'ws'),
      { name: 'w' },
      ['PUT /orgs/org/workspaces/ws | {"name":"w"}'],
    ],
    [
      'the deletion of a workspace with its installations',
      () => workspaces.useDeleteWorkspace('org', 'ws'),
      true,
      ['DELETE /orgs/org/workspaces/ws?force=true'],
    ],
    [
      'the deletion of an empty workspace',
      () => workspaces.useDeleteWorkspace('org', 'ws'),
      false,
      ['DELETE /orgs/org/workspaces/ws?force=false'],
    ],
  ])('sends %s', async (_, use, variables, requests) => {
    expect(await writes(use, variables)).toEqual(requests)
  })

  it('changes one member of a registration and keeps the others', async () => {
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
    expect(await writes(() => agents.useUpdateAgent('a'), { description: 'new' })).toEqual([
      'GET /agents/a',
      'PUT /agents/a | {"private":false,"deprecated":true,"installable_by":"owner","installers":["org_b"],"description":"new","publisher":"p","category":"c","llm_provider":"l","url":"u","card":{"a":1},"capabilities":["read"],"permissions":{"network":true}}',
    ])
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
    ['no filter', filters, 'GET /tasks | x-workspace-id: ws'],
    [
      'a state',
      { ...filters, status: 'failed' as const },
      'GET /tasks?status=failed | x-workspace-id: ws',
    ],
    [
      'every filter',
      { ...filters, status: 'completed' as const, skill: 'read', agent: 'a' },
      'GET /tasks?status=completed&skill=read&agent_id=a | x-workspace-id: ws',
    ],
    [
      'a skill with spaces around it',
      { ...filters, skill: ' read ' },
      'GET /tasks?skill=read | x-workspace-id: ws',
    ],
  ])('is read with %s', async (_, chosen, request) => {
    const nothing = () => undefined
    const list = () => TaskList({ filters: chosen, onOpen: nothing, onClear: nothing })
    expect(await reads(list)).toEqual([request])
  })
})

it('verifies an audit chain in batches and reports that it has begun', async () => {
  responses.push(
    { complete: false, records: 2, next_sequence: 3 },
    { complete: true, status: 'intact', records: 1 },
  )
  const reports: unknown[] = []
  await audit.verifyChain('org', new AbortController().signal, ({ kind, ...report }) =>
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
  const [form] = propsOf<{ readonly onSubmit: (values: FormData) => void }>(Form as never, () =>
    show(() => NewTokenDialog(props)),
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
