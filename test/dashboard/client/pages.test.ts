import { h } from 'preact'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../dashboard/src/api/problem.ts'
import { ScannedImages } from '../../../dashboard/src/pages/agents/activity.tsx'
import Compliance from '../../../dashboard/src/pages/compliance/compliance.tsx'
import InstallationPage from '../../../dashboard/src/pages/installations/details/installation.tsx'
import Usage from '../../../dashboard/src/pages/organizations/usage/usage.tsx'
import Overview from '../../../dashboard/src/pages/overview/overview.tsx'
import Members from '../../../dashboard/src/pages/workspaces/members.tsx'
import PolicyPage from '../../../dashboard/src/pages/policies/policy.tsx'
import Tasks from '../../../dashboard/src/pages/tasks/tasks.tsx'
import { Failure } from '../../../dashboard/src/parts/feedback/failure.tsx'
import { Switchers } from '../../../dashboard/src/shell/switchers.tsx'
import { renderPage, textOf } from './render.ts'

const AT = '2026-03-02T09:10:00.000Z'
const textsOf = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, text]) => text)

describe('the switchers', () => {
  it('name the only organization of a user', async () => {
    const html = await renderPage(Switchers, { organizations: ['Acme'] })
    expect(html).toContain('<span class="organization">Acme</span>')
    expect(textsOf(html, /<option[^>]*>([^<]*)/g)).toEqual(['All workspaces'])
  })

  it('offer each of several organizations', async () => {
    const html = await renderPage(Switchers, { organizations: ['Acme', 'Globex'] })
    expect(html).not.toContain('class="organization"')
    expect(textsOf(html, /<option[^>]*>([^<]*)/g)).toEqual(['Acme', 'Globex', 'All workspaces'])
  })
})

it('marks only the address of a member as the lead cell', async () => {
  const html = await renderPage(Members, {
    pattern: '/workspaces/:workspace_id/members',
    path: '/workspaces/ws_1/members',
    responded: [
      [
        ['workspace-members', 'org_1', 'ws_1', 0],
        {
          data: {
            items: [{ user_id: 'u', email: 'ada@acme.example', role: 'owner', joined_at: AT }],
            total: 1,
          },
        },
      ],
    ],
  })
  expect(textsOf(html, /<td data-name="([^"]+)" class="lead-cell"/g)).toEqual(['E-mail address'])
})

describe('the page of an installation', () => {
  const open = (error?: Problem) =>
    renderPage(InstallationPage, {
      pattern: '/installations/:installation_id',
      path: '/installations/inst_1',
      responded: error ? [[['installation', 'inst_1'], { error }]] : [],
    })

  it('shows a placeholder while the installation is read', async () => {
    const html = await open()
    expect(html).toContain('aria-label="Loading"')
    expect(html).not.toContain('role="alert"')
  })

  it('shows why an installation cannot be read', async () => {
    const html = await open(new Problem(404, { code: 'NOT_FOUND', message: 'There is none.' }))
    expect(html).toContain('There is none.')
    expect(html).not.toContain('aria-label="Loading"')
  })
})

it.each([
  ['none is installed', { data: [] }, true],
  ['they cannot be read', { error: new Problem(503, { code: 'X' }) }, false],
])(
  'says that no agents are installed only if the registry says so: %s',
  async (_, response, expected) => {
    const workspaces = { items: [{ workspace_id: 'ws_1', name: 'W' }] }
    const html = await renderPage(Compliance, {
      responded: [
        [['workspaces', 'org_1'], { data: workspaces }],
        [['installations', 'agents', 'ws_1'], response],
      ],
    })
    expect(html.includes('No agents installed')).toBe(expected)
  },
)

it('shows how much of each quota of the plan is used', async () => {
  const quotas = {
    workspaces: { current: 2, max: 3 },
    installations: { current: 3, max: 3 },
    install_tokens: { current: 4 },
  }
  const html = await renderPage(Overview, {
    responded: [[['organization', 'org_1'], { data: { plan: 'growth', quotas } }]],
  })
  expect(
    [...html.matchAll(/<strong>(\d)<\/strong><span class="([^"]+)">([^<]+)/g)].map((match) =>
      match.slice(1),
    ),
  ).toEqual([
    ['2', 'muted small', 'of 3'],
    ['3', 'full small', 'of 3, none left'],
    ['4', 'muted small', 'no limit'],
  ])
})

it('warns of a quota that is nearly or fully used, and says how to get more only if it is full', async () => {
  const quotas = {
    workspaces: { current: 7, max: 10 },
    agents: { current: 8, max: 10 },
    installations: { current: 10, max: 10 },
    install_tokens: { current: 4 },
    api_keys: { current: 0, max: 10 },
    stored_bytes: { current: 0, max: 10 },
  }
  const html = await renderPage(Usage, {
    responded: [
      [
        ['organization', 'org_1'],
        { data: { name: 'Acme', plan: 'growth', quotas, retention: {}, created_at: AT } },
      ],
    ],
  })
  const bars = html.split('<div class="quota">').slice(1)
  expect(
    bars.map((bar) => [
      /<strong>([^<]+)/.exec(bar)![1],
      />(nearly full|full)</.exec(bar)?.[1] ?? null,
      bar.includes('upgrade the plan'),
      bar.includes('<svg'),
    ]),
  ).toEqual([
    ['Workspaces', null, false, true],
    ['Agents', 'nearly full', false, true],
    ['Installations', 'full', true, true],
    ['Install tokens', null, false, false],
    ['API keys', null, false, true],
    ['Storage', null, false, true],
  ])
})

it('shows the most severe findings of the latest scan of each image', async () => {
  const none = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 }
  const scans = [
    { status: 'queued' },
    { status: 'failed' },
    { status: 'completed', summary: { ...none, critical: 2, high: 5 } },
    { status: 'completed', summary: { ...none, high: 5, low: 1 } },
    { status: 'completed', summary: { ...none, low: 1 } },
    { status: 'completed_without_vulnerability_data', summary: none },
  ]
  const items = scans.map((scan, index) => ({
    ref: `acme/web:${index}`,
    last_scan: { ...scan, requested_at: AT },
  }))
  const html = await renderPage(ScannedImages, {
    responded: [[['images', 'first', 'org_1'], { data: { items } }]],
  })
  expect(
    [...html.matchAll(/class="badge (\w+)"[^>]*>(?:<[^>]*>)*([^<]+)/g)].map((match) =>
      match.slice(1),
    ),
  ).toEqual([
    ['info', 'queued'],
    ['bad', 'failed'],
    ['bad', '2 critical'],
    ['warn', '5 high'],
    ['good', 'no critical or high findings'],
    ['idle', 'completed without vulnerability data'],
  ])
})

describe('the notice of a plan limit', () => {
  const shown = async (details: object) => {
    const error = new Problem(402, { code: 'X', message: 'No more.', upgrade_url: '/', ...details })
    return textOf(await renderPage(() => h(Failure, { error }), { plan: 'starter' }))
  }
  const current_usage = { current: 3, max: 3 }

  it('names the plan that includes a feature', async () => {
    expect(await shown({ required_plan: 'professional' })).toBe(
      'Not included in your plan No more. Requires the professional plan or higher. How to upgrade',
    )
  })

  it('does not say that an exhausted quota is not included', async () => {
    expect(await shown({ required_plan: 'professional', current_usage })).toBe(
      'Plan limit reached No more. Requires the professional plan or higher. 3 of 3 used. How to upgrade',
    )
  })

  it('does not suggest an upgrade if no plan allows more', async () => {
    expect(await shown({ required_plan: 'starter', current_usage })).toBe(
      'Plan limit reached No more. 3 of 3 used.',
    )
  })
})

it.each([
  [250, 151],
  [100, 1],
  [7, 1],
])('offers only versions of a policy that are kept: of %i, from %i', async (newest, oldest) => {
  const version = (number: number) => ({ version: number, status: 'superseded', written_at: AT })
  const html = await renderPage(PolicyPage, {
    pattern: '/workspaces/:workspace_id',
    path: '/workspaces/ws_1',
    query: { from: String(newest - 1), to: String(newest) },
    responded: [
      [
        ['policy', 'ws_1', 'current'],
        {
          data: {
            workspace_id: 'ws_1',
            version: newest,
            content: {
              models: { allowed: [], denied: [], allowed_providers: [] },
              tools: { allowed: [], denied: [], require_approval: [] },
              network: { allowed_hosts: [], require_tls: false },
              filesystem: { allowed_paths: [] },
              a2a: { allowed_callers: [], allowed_skills: [] },
              compliance: { frameworks: [], data_residency: [] },
            },
            hash: 'a'.repeat(64),
            signing_key_id: 'key',
            created_at: AT,
            updated_at: AT,
          },
        },
      ],
      [
        ['policy', 'ws_1', 'versions', undefined],
        {
          data: {
            items: [oldest + 1, oldest].map((number) => ({
              ...version(number),
              author: { type: 'platform' },
              hash: 'a'.repeat(64),
            })),
            total: newest - oldest + 1,
          },
        },
      ],
    ],
  })
  const links = textsOf(html, /href="[^"]*\?from=([^"]+)"/g)
  expect(links).toEqual([`${oldest}&amp;to=${oldest + 1}`, `${oldest}&amp;to=${newest}`])
  const offered = textsOf(html, /<option[^>]* value="(\d+)"/g).map(Number)
  expect([Math.min(...offered), Math.max(...offered)]).toEqual([oldest, newest])
})

describe.each([
  ['tasks', Tasks],
  ['compliance', Compliance],
])('the choice of a workspace on the page %s', (_, page) => {
  const open = (query: Readonly<Record<string, string>>) =>
    renderPage(page, {
      query,
      responded: [
        [['workspaces', 'org_1'], { data: { items: [{ workspace_id: 'ws_1', name: 'First' }] } }],
        [['tasks', 'ws_201', undefined, '', '', undefined], { data: { items: [], total: 0 } }],
        [['installations', 'agents', 'ws_201'], { data: [] }],
      ],
    })
  const optionsOf = (html: string) =>
    textsOf(/<select[^>]*>(.*?)<\/select>/.exec(html)![1]!, /<option[^>]*>([^<]*)/g)

  it('has no option for all workspaces', async () => {
    expect(optionsOf(await open({}))).toEqual(['First'])
  })

  it('keeps a workspace that is not among the listed ones', async () => {
    const html = await open({ workspace: 'ws_201' })
    expect(optionsOf(html)).toEqual(['ws_201', 'First'])
    expect(html).toMatch(/No tasks yet|No agents installed/)
  })
})
