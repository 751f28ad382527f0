import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { agentIdentity, register } from '../../http/agents.ts'
import { browserTest } from '../browser-test.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { inspect } from '../inspect.ts'
import { installAgent } from '../seed-installations.ts'

browserTest('a page whose registry does not respond', (start) => {
  let dashboard: Dashboard
  let owner: Seeded
  let page: Page
  beforeAll(async () => {
    dashboard = await start()
    owner = await dashboard.organization()
    const agent = await register(owner, agentIdentity(1, 'Invoice Reader'))
    await installAgent(dashboard, owner, agent)
    page = await dashboard.visit(owner.email)
    await page.clock.install()
    await page.goto(`/workspaces/${owner.workspace_id}/installations`)
    await row().getByText('online').waitFor()
  })

  const row = () =>
    page.getByRole('table', { name: 'Installations' }).getByRole('row', { name: 'Invoice Reader' })
  const banner = () => page.getByRole('alert')
  const remaining = () => row().getByRole('timer').textContent()

  it('says how old its data is, and does not show a lease as expired', async () => {
    await page.context().setOffline(true)
    // Ages are rounded to minutes. Time that passes on a busy machine is added, so the two durations are only just long enough to be
    // rounded to 3 and 6 minutes.
    await page.clock.fastForward(160_000)
    await banner().getByText('This device is offline. What you see is as of').waitFor()
    await banner().getByText('3 minutes ago').waitFor()
    // Timers show the time of the last response from their next tick on.
    await page.clock.runFor(2000)
    const before = await remaining()
    await page.clock.fastForward(180_000)
    await banner().getByText('6 minutes ago').waitFor()
    expect([await row().getByText('online').count(), await remaining()]).toEqual([1, before])
    await inspect(page, 'connection-lost')
  })

  it('recovers automatically when the registry responds', async () => {
    await page.context().setOffline(false)
    await page.clock.fastForward(5000)
    await banner().waitFor({ state: 'detached' })
    await row().getByText('online').waitFor()
  })

  it('says that the registry is not responding if it accepts requests but sends no response', async () => {
    await page.route('**/api/v1/**', () => undefined)
    await page.clock.fastForward(20_000)
    await page.clock.runFor(20_000)
    await banner().getByText('The registry is not responding.').waitFor()
    expect(await row().getByText('online').count()).toBe(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await banner().waitFor({ state: 'detached' })
  })
})

browserTest('a page that cannot be loaded or does not exist', (start) => {
  let page: Page
  let dashboard: Dashboard
  beforeAll(async () => {
    dashboard = await start()
    const owner = await dashboard.organization()
    page = await dashboard.visit(owner.email)
  })

  it('reports an upgrade while the tab is open, and works after a reload', async () => {
    await page.route('**/assets/tasks-*.js', (route) => route.fulfill({ status: 404 }))
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Tasks' })
      .click()
    await page.getByText('This page could not be loaded').waitFor()
    expect(new URL(page.url()).pathname).toBe('/tasks')
    await inspect(page, 'page-not-loaded')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
  })

  it('shows a person who mistyped an address a not-found page with links, not JSON', async () => {
    const response = await page.goto('/regsitry')
    expect(response?.status()).toBe(404)
    await page.getByText('There is no page at /regsitry.').waitFor()
    expect(
      await page.getByRole('link', { name: 'Read the documentation' }).getAttribute('href'),
    ).toBe('/docs')
    await inspect(page, 'not-found')
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await page.waitForURL('/')
  })

  it('does not ask a visitor to sign in for an address that does not exist', async () => {
    const stranger = await dashboard.newPage()
    await stranger.goto('/regsitry/<b>')
    await stranger.getByText('There is no page at /regsitry/%3Cb%3E.').waitFor()
    await inspect(stranger, 'not-found-stranger')
    await stranger.getByRole('link', { name: 'Go to the dashboard' }).click()
    await stranger.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})
