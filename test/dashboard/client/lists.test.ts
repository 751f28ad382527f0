import { h, type AnyComponent } from 'preact'
import { LocationProvider } from 'preact-iso'
import { useState } from 'preact/hooks'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { downloadSummary } from '../../../dashboard/src/pages/audit/download-dialog.tsx'
import Disputes from '../../../dashboard/src/pages/disputes/disputes.tsx'
import Images from '../../../dashboard/src/pages/images/images.tsx'
import { ALARM_KINDS } from '../../../dashboard/src/pages/installations/alarms/alarm-list.tsx'
import Alarms from '../../../dashboard/src/pages/installations/alarms/alarms.tsx'
import Tokens from '../../../dashboard/src/pages/installations/tokens/tokens.tsx'
import Keys from '../../../dashboard/src/pages/organizations/keys/keys.tsx'
import OrganizationMembers from '../../../dashboard/src/pages/organizations/members/members.tsx'
import Workspaces from '../../../dashboard/src/pages/workspaces/workspaces.tsx'
import { OffsetPager, usePaging } from '../../../dashboard/src/parts/tables/pager.tsx'
import { propsOf, renderPage, textOf } from './render.ts'

const AT = '2026-03-02T09:10:00.000Z'
type Paging = ReturnType<typeof usePaging>

/** Returns the cursors that a list shows first and after each step. A step pages, or returns the cursor that the browser's own buttons lead to. */
function cursorsAfter(
  ...steps: readonly ((paging: Paging) => string | void)[]
): readonly (string | undefined)[] {
  const shown: (string | undefined)[] = []
  const location = {
    path: '/',
    query: {} as Readonly<Record<string, string>>,
    route: (url: string) => {
      location.query = Object.fromEntries(new URL(url, 'http://registry.test').searchParams)
    },
  }
  const List = () => {
    const paging = usePaging()
    const [step, setStep] = useState(0)
    shown.push(paging.cursor)
    if (step < steps.length) {
      const cursor = steps[step]!(paging)
      if (cursor !== undefined) location.query = { cursor }
      setStep(step + 1)
    }
    return null
  }
  renderToString(
    h(LocationProvider.ctx.Provider, { value: location as never, children: h(List, null) }),
  )
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
})

describe('a later page that has become empty', () => {
  const EMPTY = { data: { items: [], total: 50, limit: 50, offset: 0 } }
  const KIND = ALARM_KINDS[0]!.type
  const SCOPE = { organization_id: 'org_1', workspace_id: 'ws_1' }

  /** The title of the page without entries, and the key of its query. */
  const LISTS: readonly [
    title: string,
    page: AnyComponent<never>,
    keyOf: (cursor: string | undefined, offset: number) => readonly unknown[],
  ][] = [
    ['No images have been scanned yet', Images, (cursor) => ['images', 'org_1', cursor]],
    [
      'You have not reported any agents',
      Disputes,
      (cursor) => ['disputes', 'org_1', 'made', undefined, cursor],
    ],
    ['No install tokens', Tokens, (cursor) => ['install-tokens', 'ws_1', cursor, 50]],
    ['No alarms', Alarms, (cursor) => ['alarms', SCOPE, [KIND], cursor]],
    ['No API keys yet', Keys, (cursor) => ['api-keys', 'org_1', cursor]],
    ['No workspaces yet', Workspaces, (_, offset) => ['workspaces', 'org_1', 'page', offset]],
  ]
  it.each(LISTS)('does not say “%s”, but leads back', async (title, page, keyOf) => {
    const open = async (query: Readonly<Record<string, string>>, queryKey: readonly unknown[]) =>
      textOf(
        await renderPage(page as AnyComponent<unknown>, {
          pattern: '/workspaces/:workspace_id',
          path: '/workspaces/ws_1',
          query: { kind: KIND, ...query },
          responded: [[queryKey, EMPTY]],
        }),
      )
    expect(await open({}, keyOf(undefined, 0))).toContain(title)
    const later = await open({ cursor: 'c', offset: '50' }, keyOf('c', 50))
    expect(later).not.toContain(title)
    expect(later).toContain('Previous')
  })

  it('leads back to the last page of a list that is paged by offset', () => {
    const opened: string[] = []
    const location = { path: '/', query: {}, route: (url: string) => opened.push(url) }
    const render = () =>
      renderToString(
        h(LocationProvider.ctx.Provider, {
          value: location as never,
          children: h(OffsetPager, { offset: 500, size: 50, shown: 0, total: 120 }),
        }),
      )
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

it('does not claim that further records match when a download was truncated', () => {
  expect(downloadSummary(7, true)).toBe(
    'The newest 7 records were downloaded; older ones may also match.',
  )
  expect(downloadSummary(7, false)).toBe('7 records were downloaded.')
})
