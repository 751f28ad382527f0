import { expect, it } from 'vitest'
import Usage from '../../../dashboard/src/pages/organizations/usage/usage.tsx'
import { renderPage, textOf } from './render.ts'

const AT = '2026-03-02T09:10:00.000Z'

it('warns of a quota that is nearly or fully used, and says how to get more only if it is full', async () => {
  const bars = (await usageOn('professional')).split('<div class="quota">').slice(1)
  expect(
    bars.map((bar) => [
      /<strong>([^<]+)/.exec(bar)![1],
      />(nearly full|full)</.exec(bar)?.[1] ?? null,
      textOf(bar).includes('remove some, or ask the registry operator for a higher plan.'),
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

it('does not mention a higher plan than enterprise if a quota is full', async () => {
  const text = textOf(await usageOn('enterprise'))
  expect(text).toContain('To add more, remove some.')
  expect(text).not.toContain('higher plan')
})

/** Returns the HTML of the page of an organization on a plan, which uses one of its quotas fully and another nearly. */
function usageOn(plan: 'professional' | 'enterprise'): Promise<string> {
  const quotas = {
    workspaces: { current: 7, max: 10 },
    agents: { current: 8, max: 10 },
    installations: { current: 10, max: 10 },
    install_tokens: { current: 4 },
    api_keys: { current: 0, max: 10 },
    stored_bytes: { current: 0, max: 10 },
  }
  const data = { name: 'Acme', plan, quotas, audit_log_retention_days: 365, created_at: AT }
  return renderPage(Usage, { plan, responded: [[['organization', 'org_1'], { data }]] })
}

it('offers to change the retention only on the plan that includes a longer one', async () => {
  const shown = async (plan: string, role: 'admin' | 'developer' = 'admin') => {
    const quota = { current: 1, max: 10 }
    const names = ['workspaces', 'agents', 'installations', 'install_tokens', 'api_keys']
    const quotas = Object.fromEntries([...names, 'stored_bytes'].map((name) => [name, quota]))
    const data = { name: 'Acme', plan, quotas, audit_log_retention_days: 365, created_at: AT }
    return textOf(
      await renderPage(Usage, { role, responded: [[['organization', 'org_1'], { data }]] }),
    )
  }
  expect(await shown('enterprise')).toContain('Change Records are kept for 365 days')
  const free = await shown('free')
  expect(free).not.toContain('Change Records')
  expect(free).toContain('A longer retention requires the enterprise plan.')
  expect(await shown('free', 'developer')).not.toContain('A longer retention requires')
})
