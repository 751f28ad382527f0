import { expect, it } from 'vitest'
import Members from '../../../dashboard/src/pages/workspaces/members.tsx'
import Workspaces from '../../../dashboard/src/pages/workspaces/workspaces.tsx'
import { renderPage } from './render.ts'

const AT = '2026-03-02T09:10:00.000Z'

const textsOf = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, text]) => text)

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

it('replaces direction overrides in the names of workspaces with U+FFFD', async () => {
  const name = 'Production\u202Etset'
  const data = { items: [{ workspace_id: 'ws_1', name, description: name, created_at: AT }] }
  const html = await renderPage(Workspaces, {
    responded: [[['workspaces', 'org_1', 'page', 0], { data }]],
  })
  expect(html).toContain('Production\uFFFDtset')
  expect(html).not.toContain('\u202E')
})
