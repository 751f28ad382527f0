import { expect, it } from 'vitest'
import Usage from '../../../dashboard/src/pages/organizations/usage/usage.tsx'
import { renderPage } from './render.ts'

const AT = '2026-03-02T09:10:00.000Z'

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
