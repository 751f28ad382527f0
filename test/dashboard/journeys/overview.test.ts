import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axe } from '../axe.ts'
import { CHROMIUM } from '../browser.ts'
import { KINDS, startDashboard, type Dashboard } from '../dashboard.ts'
import { installed, seedAgents } from '../seed.ts'
import { shoot } from '../shoot.ts'

describe.skipIf(CHROMIUM === undefined).each(KINDS)('the overview, on %s', (kind) => {
  let dashboard: Dashboard
  let page: Page
  beforeAll(async () => {
    dashboard = await startDashboard(kind)
    const owner = await dashboard.organization('professional')
    const [first, second] = await seedAgents(owner, 2)
    await installed(dashboard, owner, first!)
    const { installation_id, runtime_token } = await installed(dashboard, owner, second!)
    await dashboard.as({ Authorization: `Bearer ${runtime_token}` }).post(`/installations/${installation_id}/lease`, { status: 'degraded' })
    page = await dashboard.newPage()
    await dashboard.signIn(page)
  })
  afterAll(async () => {
    expect(dashboard.faults()).toEqual([])
    await dashboard.end()
  })

  it('counts, names what needs attention, and tells what happened', async () => {
    await expect.poll(() => page.locator('.counts').innerText()).toMatch(/Installations\s+2\s+of 2,000/)
    const troubled = page.getByRole('table', { name: 'Installations that need attention' })
    await troubled.waitFor()
    expect(await troubled.locator('tbody tr').allInnerTexts()).toEqual([expect.stringMatching(/^Brisk Booker\s+unhealthy\s+Production/)])
    await page.getByRole('table', { name: 'Newest audit records' }).getByText('installation.bootstrapped').first().waitFor()
    await axe(page)
    await shoot(page, 'overview')
  })

  it('the theme is chosen, and is there again after a reload before anything is painted', async () => {
    await page.getByRole('button', { name: 'ada@acme.example' }).click()
    await page.getByRole('radio', { name: 'Dark' }).check()
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await page.reload()
    await page.locator('main h1').waitFor()
    expect(await page.evaluate(() => [document.documentElement.dataset['theme'], Object.keys(localStorage)])).toEqual(['dark', ['svc-theme']])
  })

  it('signing out forgets everything, in every tab', async () => {
    const other = await page.context().newPage()
    await other.goto('/')
    await other.locator('main#main h1').waitFor()
    await page.getByRole('button', { name: 'ada@acme.example' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await other.getByRole('link', { name: 'Workspaces', exact: true }).click()
    await other.getByRole('link', { name: 'Overview', exact: true }).click()
    await other.reload()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.context().cookies()).toEqual([])
  })
})
