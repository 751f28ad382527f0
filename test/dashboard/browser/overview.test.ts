import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { Dashboard } from '../dashboard.ts'
import { inspect } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'
import { holdBack, layoutShiftOf } from '../pages.ts'
import { bootstrapAgent, seedAgents } from '../seed.ts'

browserTest('the overview', (start) => {
  let dashboard: Dashboard
  let page: Page
  beforeAll(async () => {
    dashboard = await start()
    const owner = await dashboard.organization('professional')
    const [first, second] = await seedAgents(owner, 2)
    await bootstrapAgent(dashboard, owner, first!)
    const { installation_id, runtime_token } = await bootstrapAgent(dashboard, owner, second!)
    await dashboard
      .as({ Authorization: `Bearer ${runtime_token}` })
      .post(`/installations/${installation_id}/lease`, { status: 'degraded' })
    page = await dashboard.visit()
  })

  it('shows usage, installations that need attention and recent activity', async () => {
    await expect
      .poll(() => page.locator('.counts').innerText())
      .toMatch(/Installations\s+2\s+of 2,000/)
    const needingAttention = page.getByRole('table', { name: 'Installations that need attention' })
    await needingAttention.waitFor()
    expect(await needingAttention.locator('tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/^Brisk Booker\s+unhealthy\s+Production/),
    ])
    await page
      .getByRole('table', { name: 'Newest audit records' })
      .getByText('Agent installed', { exact: true })
      .first()
      .waitFor()
    await inspect(page, 'overview')
  })

  it.each([
    ['plan', /\/orgs\/[^/?]+$/],
    ['list of installations', /\/installations\?/],
    ['trends', /\/installations\/trends/],
    ['list of workspaces', /\/workspaces\?/],
    ['list of audit records', /\/audit-logs\?/],
  ])(
    'has no layout shift while it loads, even if the response with the %s arrives last',
    async (_, address) => {
      const release = await holdBack(page, address)
      await page.reload()
      await release()
      await page.getByRole('table', { name: 'Newest audit records' }).waitFor()
      await page.getByRole('heading', { name: 'Trends' }).waitFor()
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
      expect(await layoutShiftOf(page)).toBeLessThan(0.05)
    },
  )

  it('has a menu on a phone, and is not wider than its screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Registry', exact: true }).waitFor()
    await inspect(page, 'menu')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { name: 'Acme Robotics' }).waitFor()
    await inspect(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('has a link that skips the navigation', async () => {
    await page.reload()
    // Before its data is loaded the page has nothing to focus.
    await page.locator('main :is(a, button)').first().waitFor()
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').textContent()).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(() => document.querySelector('main')!.contains(document.activeElement)),
    ).toBe(true)
  })

  it('keeps the theme after a reload', async () => {
    await page.getByRole('button', { name: 'ada@acme.example' }).click()
    await page.getByRole('radio', { name: 'Dark' }).check()
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await page.reload()
    await page.locator('main h1').waitFor()
    expect(
      await page.evaluate(() => [
        document.documentElement.dataset['theme'],
        Object.keys(localStorage),
      ]),
    ).toEqual(['dark', ['svc-theme']])
  })

  it('signs out in every tab', async () => {
    const other = await page.context().newPage()
    await other.goto('/')
    await other.locator('main#main h1').waitFor()
    await page.getByRole('button', { name: 'ada@acme.example' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await other.getByRole('link', { name: 'Workspaces', exact: true }).click()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.context().cookies()).toEqual([])
  })
})
