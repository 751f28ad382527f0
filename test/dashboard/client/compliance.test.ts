import { expect, it } from 'vitest'
import { Problem } from '../../../dashboard/src/api/problem.ts'
import Compliance from '../../../dashboard/src/pages/compliance/compliance.tsx'
import { renderPage, textOf } from './render.ts'

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

it('says which plan compliance reports require, and offers nothing that the plan excludes', async () => {
  const html = await renderPage(Compliance, { plan: 'professional' })
  expect(textOf(html)).toContain('Compliance reports require the enterprise plan.')
  expect(html).not.toContain('<select')
  expect(html).toContain('Compare plans')
  // A viewer cannot open the page that compares them.
  expect(await renderPage(Compliance, { plan: 'free', role: 'viewer' })).not.toContain(
    'Compare plans',
  )
})
