import { h, type AnyComponent } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { useState } from 'preact/hooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Audit from '../../../dashboard/src/pages/audit/audit.tsx'
import Disputes from '../../../dashboard/src/pages/disputes/disputes.tsx'
import Cases from '../../../dashboard/src/pages/disputes/operator/queue.tsx'
import Images from '../../../dashboard/src/pages/images/images.tsx'
import { ALARM_KINDS } from '../../../dashboard/src/pages/installations/alarms/alarm-list.tsx'
import Alarms from '../../../dashboard/src/pages/installations/alarms/alarms.tsx'
import Installations from '../../../dashboard/src/pages/installations/list/installations.tsx'
import Tokens from '../../../dashboard/src/pages/installations/tokens/tokens.tsx'
import Keys from '../../../dashboard/src/pages/organizations/keys/keys.tsx'
import { OpenInvitations } from '../../../dashboard/src/pages/organizations/members/invitations.tsx'
import OrganizationMembers from '../../../dashboard/src/pages/organizations/members/members.tsx'
import Registry from '../../../dashboard/src/pages/registry/registry.tsx'
import { NO_FILTERS } from '../../../dashboard/src/pages/registry/search-state.ts'
import { TaskList } from '../../../dashboard/src/pages/tasks/task-list.tsx'
import Workspaces from '../../../dashboard/src/pages/workspaces/workspaces.tsx'
import { OffsetPager, usePaging } from '../../../dashboard/src/parts/tables/pager.tsx'
import { useQueryParameters } from '../../../dashboard/src/urls.ts'
import { propsOf, renderPage, textOf, withLocation } from './render.ts'

const AT = '2026-03-02T09:10:00.000Z'

type Paging = ReturnType<typeof usePaging>

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://registry.test'))
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})

afterEach(() => vi.unstubAllGlobals())

/**
 * Returns the cursors that a list shows first and after each step. A step turns a page, or returns the cursor to which the browser's own
 * buttons lead.
 */
function cursorsAfter(
  ...steps: readonly ((paging: Paging) => string | void)[]
): readonly (string | undefined)[] {
  const shown: (string | undefined)[] = []
  const location = {
    url: '/',
    path: '/',
    query: {} as Readonly<Record<string, string>>,
    route: (url: string) => {
      location.url = url
      location.query = Object.fromEntries(new URL(url, 'http://registry.test').searchParams)
    },
  }
  const List = () => {
    const paging = usePaging()
    const [step, setStep] = useState(0)
    shown.push(paging.cursor)
    if (step < steps.length) {
      const cursor = steps[step]!(paging)
      if (cursor !== undefined) location.route(`/?cursor=${cursor}`)
      setStep(step + 1)
    }
    return null
  }
  renderToString(withLocation(h(List, null), location))
  return shown
}

describe('a list that is paged by cursor', () => {
  const next = (cursor: string) => (paging: Paging) => paging.next(cursor)
  const previous = ({ back }: Paging) => back!()

  it('returns to each earlier page', () => {
    expect(cursorsAfter(next('a'), next('b'), previous, previous)).toEqual([
      undefined,
      'a',
      'b',
      'a',
      undefined,
    ])
  })

  it('returns to the page before the one that the browser went back to', () => {
    expect(cursorsAfter(next('a'), next('b'), () => 'a', previous)).toEqual([
      undefined,
      'a',
      'b',
      'a',
      undefined,
    ])
  })

  it('returns to the first page from a page that was opened by its URL', () => {
    expect(cursorsAfter(() => 'c', previous)).toEqual([undefined, 'c', undefined])
  })

  it('keeps filters with several values when a page is turned or another filter changes', () => {
    const opened: string[] = []
    const location = {
      url: '/registry?category=a&category=b&cursor=c',
      path: '/registry',
      query: { category: 'b', cursor: 'c' },
      route: (url: string) => opened.push(url),
    }
    const List = () => {
      usePaging().next('d')
      useQueryParameters().navigate({ q: 'invoice' })
      return null
    }
    renderToString(withLocation(h(List, null), location))
    expect(opened).toEqual([
      '/registry?category=a&category=b&cursor=d',
      '/registry?category=a&category=b&q=invoice',
    ])
  })
})

describe('a later page that has become empty', () => {
  const EMPTY = { data: { items: [], total: 50, limit: 50, offset: 0 } }
  const KIND = ALARM_KINDS[0]!.type
  const SCOPE = { organization_id: 'org_1', workspace_id: 'ws_1' }
  const SEARCH = { ...NO_FILTERS, q: '', sort: 'name', organization_id: 'org_1' }
  const Tasks = () =>
    h(TaskList, {
      filters: { workspace: 'ws_1', status: '', skill: '', agent: '' },
      onOpen: () => undefined,
      onClear: () => undefined,
    })

  /** The title of the page without entries, and the key of its query. */
  const LISTS: readonly [
    title: string,
    page: AnyComponent<never>,
    keyOf: (cursor: string | undefined, offset: number) => readonly unknown[],
  ][] = [
    [
      'No images have been scanned yet',
      Images,
      (cursor) => ['images', { organization_id: 'org_1', cursor }],
    ],
    [
      'You have not reported any agents',
      Disputes,
      (cursor) => ['disputes', { organization_id: 'org_1', side: 'made', cursor }],
    ],
    ['No install tokens', Tokens, (cursor) => ['install-tokens', 'ws_1', cursor, 50]],
    ['No alarms', Alarms, (cursor) => ['alarms', SCOPE, [KIND], cursor]],
    ['No API keys yet', Keys, (cursor) => ['api-keys', 'org_1', cursor]],
    ['No workspaces yet', Workspaces, (_, offset) => ['workspaces', 'org_1', 'page', offset]],
    [
      'No installations yet',
      Installations,
      (cursor) => ['installation-list', 'org_1', 'page', { workspace_ids: ['ws_1'] }, cursor],
    ],
    [
      'No records yet',
      Audit,
      (cursor) => ['audit', 'search', 'org_1', { q: '', event_type: '', workspace_id: '', cursor }],
    ],
    ['No agents are registered yet', Registry, (cursor) => ['registry', { ...SEARCH, cursor }]],
    ['No tasks yet', Tasks, (cursor) => ['tasks', 'ws_1', { skill: '', agent_id: '', cursor }]],
    ['No open disputes', Cases, (cursor) => ['cases', 'open', cursor]],
    [
      'There are no open invitations',
      OpenInvitations,
      (cursor) => ['invitations', 'org_1', cursor],
    ],
  ]
  it.each(LISTS)('does not say “%s”, but leads back', async (title, page, keyOf) => {
    const open = async (query: Readonly<Record<string, string>>, queryKey: readonly unknown[]) =>
      textOf(
        await renderPage(page as AnyComponent<unknown>, {
          pattern: '/workspaces/:workspace_id',
          path: '/workspaces/ws_1',
          query: { kind: KIND, ...query },
          operator: true,
          responded: [[queryKey, EMPTY]],
        }),
      )
    expect(await open({}, keyOf(undefined, 0))).toContain(title)
    const later = await open({ cursor: 'c', invitations: 'c', offset: '50' }, keyOf('c', 50))
    expect(later).not.toContain(title)
    expect(later).toContain('Previous')
  })

  it('says that there is nothing more', async () => {
    const responded = [[['images', { organization_id: 'org_1', cursor: 'c' }], EMPTY]] as const
    const html = await renderPage(Images, { query: { cursor: 'c' }, responded })
    expect(textOf(html)).toContain('No more images')
  })

  it('leads back to the last page of a list that is paged by offset', () => {
    const opened: string[] = []
    const pager = h(OffsetPager, { offset: 500, size: 50, shown: 0, total: 120 })
    const location = { url: '/', path: '/', query: {}, route: (url: string) => opened.push(url) }
    const render = () => renderToString(withLocation(pager, location))
    expect(textOf(render())).toContain('None of 120')
    propsOf<{ onClick: () => void }>('button', render)[0]!.onClick()
    expect(opened).toEqual(['/?offset=100'])
  })
})

it('pages through invitations independently of the members on the same page', async () => {
  const invitation = {
    invitation_id: 'i',
    email: 'bo@acme.example',
    role: 'viewer',
    expires_at: AT,
  }
  const html = await renderPage(OrganizationMembers, {
    query: { cursor: 'members-after' },
    responded: [
      [['members', 'org_1', 'members-after'], { data: { items: [], total: 60 } }],
      [['invitations', 'org_1', undefined], { data: { items: [invitation], total: 1 } }],
    ],
  })
  expect(html).toContain('bo@acme.example')
})
