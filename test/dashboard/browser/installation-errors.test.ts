import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { agentIdentity, register } from '../../http/agents.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { installAgent } from '../seed-installations.ts'
import { inspect, takeScreenshots } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'
import { unavailable } from '../pages.ts'

browserTest('a page about installations', (start) => {
  let dashboard: Dashboard
  let page: Page
  let owner: Seeded
  let installation_id: string
  beforeAll(async () => {
    dashboard = await start()
    owner = await dashboard.organization('free')
    const agent = await register(owner, agentIdentity(1, 'Invoice Reader'))
    installation_id = (await installAgent(dashboard, owner, agent)).installation_id
    await dashboard.store.addMember(dashboard.context(), {
      organization_id: owner.organization_id,
      email: 'grace@acme.example',
      role: 'viewer',
    })
    page = await dashboard.visit(owner.email, `/workspaces/${owner.workspace_id}/alarms`)
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })

  it('shows an upgrade notice for alarms', async () => {
    await page.getByText('Not included in your plan').waitFor()
    await inspect(page, 'alarms-plan')
  })

  it('accepts an identifier if the plan does not include agent search', async () => {
    await page.goto(`/workspaces/${owner.workspace_id}/tokens?new=true`)
    await page.getByText('Your plan does not include agent search.').waitFor()
    await takeScreenshots(page, 'token-search-plan')
    await page
      .getByRole('combobox', { name: 'Agent' })
      .fill(agentIdentity(1, 'Invoice Reader').svc_id)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Invoice Reader 1.0.0').waitFor()
    await inspect(page)
  })

  it('shows why the search for an agent failed, and tries again', async () => {
    const search = '**/api/v1/registry/network/search*'
    await page.route(search, (route) => route.fulfill(unavailable('The store is not reachable.')))
    await page.goto(`/workspaces/${owner.workspace_id}/tokens?new=true`)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The store is not reachable.').waitFor()
    await inspect(page, 'token-search-failed')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await page.unroute(search)
    await dialog.getByText('Your plan does not include agent search.').waitFor()
  })

  it('reports an unknown installation', async () => {
    await page.goto('/installations/01a20000-0000-7000-8000-000000000000')
    await page.getByText('Not found', { exact: true }).waitFor()
    await inspect(page, 'installation-missing')
  })

  it('keeps data while the registry is unreachable and recovers', async () => {
    await page.goto(`/installations/${installation_id}`)
    await page.locator('.status-summary').getByText('online').waitFor()
    await page.context().setOffline(true)
    await button('Pause…').click()
    await button('Pause agent').click()
    await page.getByText('The registry is not responding.').waitFor()
    expect(await page.locator('.status-summary').getByText('online').count()).toBe(1)
    await inspect(page, 'installation-unreachable')
    await page.context().setOffline(false)
    await button('Pause agent').click()
    await page.locator('.status-summary').getByText('paused').waitFor()
  })

  it('reports an unavailable registry and recovers', async () => {
    await page.route('**/api/v1/workspaces/*/policy', (route) =>
      route.fulfill(unavailable('The registry cannot reach its store.')),
    )
    await page.goto(`/workspaces/${owner.workspace_id}/policy`)
    await page.getByText('The registry is not ready').waitFor()
    await inspect(page, 'policy-unavailable')
    await page.unroute('**/api/v1/workspaces/*/policy')
    await page.getByText('Allowed tools').waitFor()
  })

  it('shows a viewer everything that the role permits, and no action that it does not', async () => {
    const other = await dashboard.visit(
      'grace@acme.example',
      `/workspaces/${owner.workspace_id}/installations`,
    )
    await other.getByRole('table', { name: 'Installations' }).getByText('Invoice Reader').waitFor()
    expect(await other.locator('#navigation li').allTextContents()).toEqual([
      'Overview',
      'Registry',
      'Workspaces',
      'Installations',
      'Tasks',
      'Disputes',
      'Images',
      'Compliance',
    ])
    expect(await other.getByRole('navigation', { name: 'Workspace sections' }).innerText()).toBe(
      'Installations\nInstall tokens\nPolicy\nMembers',
    )
    expect(await other.getByRole('button', { name: /Revoke|Pause/ }).count()).toBe(0)
    expect(await other.getByRole('link', { name: 'Install an agent' }).count()).toBe(0)
    await inspect(other, 'fleet-viewer')
  })

  it('reports what the role of a viewer does not permit', async () => {
    const other = await dashboard.visit('grace@acme.example', '/organization')
    await other.getByText('Your role does not give you access to this page').waitFor()
    await inspect(other, 'organization-viewer')
    expect(await other.getByRole('link', { name: 'API keys' }).count()).toBe(0)
    await other.goto('/audit')
    await other.getByText('An auditor, admin or owner can read this page.').waitFor()
    await inspect(other, 'audit-viewer')
  })
})
