import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import Compliance from '../../../dashboard/src/pages/compliance/compliance.tsx'
import Tasks from '../../../dashboard/src/pages/tasks/tasks.tsx'
import { EmailAddress } from '../../../dashboard/src/shell/account-menu.tsx'
import { FleetTrends } from '../../../dashboard/src/entities/fleet-trends.tsx'
import { NamedLink } from '../../../dashboard/src/entities/named-entity.tsx'
import { PATHS } from '../../../dashboard/src/paths.ts'
import { Switchers } from '../../../dashboard/src/shell/switchers.tsx'
import { useLocation } from 'preact-iso'
import { InvitationsOfUser } from '../../../dashboard/src/shell/pending-invitations.tsx'
import { OtherOrganization } from '../../../dashboard/src/shell/other-organization.tsx'
import {
  CLIENT_LINKS,
  organizationIn,
  pageUrl,
  ROOT,
  urlInOrganization,
} from '../../../dashboard/src/urls.ts'
import { renderPage, textOf } from './render.ts'

it('allows line breaks between the parts of an e-mail address', () => {
  expect(renderToString(h(EmailAddress, { address: 'ada@acme.example' }))).toBe(
    '<span class="email-address">ada<wbr/>@acme.<wbr/>example</span>',
  )
})

it('shows the identifier of an agent next to the name that its owner chose', () => {
  const id = `81bae876b705${'0'.repeat(40)}2e0f12`
  const shown = renderToString(h(NamedLink, { href: '/x', name: 'Platform\u202E 1.0', id }))
  expect(shown.replaceAll(/<[^>]*>/g, '')).toBe('Platform\uFFFD 1.0 81bae876b705…2e0f12')
  expect(shown).toContain(`title="${id}"`)
})

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

it.each([
  '/docs/guides',
  '/api/v1/agents',
  '/log/key',
  '/metrics',
  '/healthz',
  '/readyz',
  '/upgrade',
])('leaves links to %s to the browser, because the registry serves it', (path) =>
  expect(CLIENT_LINKS.test(ROOT + path)).toBe(false),
)

it.each(Object.values(PATHS))('handles links to %s without loading a page', (path) => {
  expect(CLIENT_LINKS.test(ROOT + path)).toBe(true)
})

const INVITATION = {
  invitation_id: 'inv_1',
  organization_id: 'org_9',
  name: 'Globex',
  role: 'viewer',
  created_at: '2026-03-02T09:10:00.000Z',
  expires_at: '2026-03-09T09:10:00.000Z',
} as const

describe('the organization in the URL', () => {
  const tasks = pageUrl('tasks', {}, { status: 'failed' })
  const inAcme = pageUrl('tasks', {}, { status: 'failed', organization: 'org_1' })

  it('is added to each page that depends on it, next to the other parameters', () => {
    expect(urlInOrganization(`${tasks}#first`, 'org_1')).toBe(`${inAcme}#first`)
    expect(urlInOrganization(inAcme, 'org_2')).toBe(inAcme.replace('org_1', 'org_2'))
    expect(urlInOrganization(inAcme, undefined)).toBe(tasks)
    const operator = pageUrl('operator', {}, { organization: 'org_1' })
    expect(urlInOrganization(operator, 'org_2')).toBe(operator)
    expect([inAcme, tasks, operator].map(organizationIn)).toEqual(['org_1', undefined, undefined])
  })

  /** Returns the URL that the router opens for a URL that a page opens. */
  async function opened(url: string, organizations: readonly string[]): Promise<string> {
    const urls: string[] = []
    const Opening = () => {
      useLocation().route(url)
      return null
    }
    await renderPage(Opening, { organizations, route: (to) => urls.push(to) })
    return urls[0]!
  }

  it('is added to the URLs that a page opens, unless they already name one or the user belongs to only one', async () => {
    expect(await opened(tasks, ['Acme', 'Globex'])).toBe(inAcme)
    expect(await opened(tasks, ['Acme'])).toBe(tasks)
    const other = pageUrl('overview', {}, { organization: 'org_2' })
    expect(await opened(other, ['Acme', 'Globex'])).toBe(other)
  })

  it('is selected in the list of organizations', async () => {
    const html = await renderPage(Switchers, {
      organizations: ['Acme', 'Globex'],
      query: { organization: 'org_2' },
    })
    expect(html).toMatch(/<option selected value="org_2">/)
  })

  it('is explained to a user who does not belong to it, with an invitation if there is one', async () => {
    const open = async (invitations: readonly (typeof INVITATION)[]) =>
      textOf(await renderPage(OtherOrganization, { query: { organization: 'org_9' }, invitations }))
    expect(await open([])).toContain(
      'The link is for org_9, and ada@acme.example is not a member of it. Ask one of its owners',
    )
    expect(await open([])).toContain('Open Acme Sign in with another address')
    expect(await open([INVITATION])).toContain('accept the invitation to Globex above')
  })
})

it('shows open invitations in one line on pages other than the overview', async () => {
  const show = (collapsed: boolean) =>
    renderPage(() => h(InvitationsOfUser, { collapsed }), { invitations: [INVITATION] })
  expect(await show(true)).toContain('<summary>Open invitation: Globex</summary>')
  expect(await show(false)).not.toContain('<summary>')
})

const AT = '2026-03-02T09:10:00.000Z'

it('labels the steps of a month, which are not calendar days, with their time', async () => {
  const points = [AT, '2026-03-03T09:10:00.000Z'].map((from) => ({
    from,
    to: from,
    online: 1,
    heartbeats: 1,
    tasks: 0,
    failures: 0,
  }))
  const html = await renderPage(() => h(FleetTrends, { organization_id: 'org_1' }), {
    query: { period: 'month' },
    responded: [[['fleet-trends', 'org_1', 'month'], { data: { period: 'month', points } }]],
  })
  const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
  expect(html).toContain(time.format(new Date(AT)))
})

it('distinguishes a metric that was not counted in a period from one that was zero', async () => {
  const points = [{ from: AT, to: AT, heartbeats: 0, tasks: 0, failures: 0 }]
  const html = await renderPage(() => h(FleetTrends, { organization_id: 'org_1' }), {
    responded: [[['fleet-trends', 'org_1', 'day'], { data: { period: 'day', points } }]],
  })
  const text = textOf(html)
  expect(text).toContain('Online or unhealthy installations, on average: not counted in this')
  expect(text).toContain('Heartbeats: none in this period.')
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
        [['tasks', 'ws_201', { skill: '', agent_id: '' }], { data: { items: [], total: 0 } }],
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
