import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createClock } from '../../../src/system.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { seedInstallations } from '../seed-installations.ts'
import { inspect, takeScreenshots } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'

/** The lease of an agent with a heartbeat every five seconds. */
const SHORTEST_LEASE_MS = 30_000

browserTest('the page of a workspace', (start) => {
  let dashboard: Dashboard
  let page: Page
  let owner: Seeded
  let fleet: Awaited<ReturnType<typeof seedInstallations>>
  beforeAll(async () => {
    dashboard = await start({}, { clock: createClock() })
    owner = await dashboard.organization()
    fleet = await seedInstallations(dashboard, owner)
    page = await dashboard.visit(owner.email, `/workspaces/${owner.workspace_id}`)
  })

  const row = (name: string) =>
    page.getByRole('table', { name: 'Installations' }).getByRole('row', { name })
  const view = (name: string) =>
    page.getByRole('navigation', { name: 'Installations by state' }).getByRole('link', { name })
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  it('lists installations with state and remaining lease', async () => {
    await page.getByRole('heading', { name: 'Production' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/workspaces/${owner.workspace_id}/installations`)
    await row('Invoice Reader').getByText('online').waitFor()
    await row('Ledger Clerk').getByText('unhealthy').waitFor()
    await row('Ledger Clerk').getByText('unattested').waitFor()
    await row('Tax Drafter').getByText('pause pending').waitFor()
    await row('Receipt Finder').getByText('revoked').waitFor()
    await row('Budget Grader').getByText('stopped').waitFor()
    const left = () => row('Invoice Reader').getByRole('timer').textContent()
    const before = await left()
    await expect.poll(left).not.toBe(before)
    await inspect(page, 'fleet')
  })

  it('shows an agent that never bootstrapped as offline', async () => {
    const never = page
      .getByRole('table', { name: 'Agents that never bootstrapped' })
      .getByRole('row', { name: 'Audit Booker' })
    expect(await never.getByText('offline').count()).toBe(1)
    expect(await never.textContent()).toContain('expires in')
  })

  it('highlights changes, and not by colour alone', async () => {
    await fleet.clerk.sendHeartbeat({ status: 'running' })
    await row('Ledger Clerk').getByText('online').waitFor()
    await row('Ledger Clerk').getByText('changed just now').waitFor()
    await takeScreenshots(page, 'fleet-changed')
  })

  it('shows an agent as offline without a reload when its heartbeats stop', async () => {
    dashboard.app.clock.advance(SHORTEST_LEASE_MS)
    await row('Payment Planner').getByText('offline').waitFor()
    await view('Offline').click()
    await expect
      .poll(() => page.getByRole('table', { name: 'Installations' }).locator('tbody tr').count())
      .toBe(1)
    expect(new URL(page.url()).searchParams.get('show')).toBe('offline')
    await inspect(page, 'fleet-offline')
  })

  it('names the agent of an alarm, and does not call an expired lease a success', async () => {
    await page.goto(`/workspaces/${owner.workspace_id}/alarms`)
    const alarm = page
      .getByRole('table', { name: 'Alarms' })
      .getByRole('row')
      .filter({ hasText: 'Lease expired' })
    await alarm.getByRole('link', { name: 'Payment Planner' }).waitFor()
    expect(await alarm.innerText()).not.toMatch(/success|allowed/)
    await page.goto('/audit')
    const record = page.getByRole('row').filter({ hasText: 'installation.lease_expired' }).first()
    await record.getByText('recorded').waitFor()
    await record.getByRole('link', { name: 'Payment Planner 1.0.0' }).first().waitFor()
    expect(await record.locator('.badge.good').count()).toBe(0)
    await page.goto(`/workspaces/${owner.workspace_id}`)
  })

  it('filters by agent and keeps the filter in the URL', async () => {
    await view('All').click()
    await row('Tax Drafter').waitFor()
    await page.getByRole('combobox', { name: 'Agent' }).selectOption({ label: 'Tax Drafter 1.0.0' })
    await expect
      .poll(() => page.getByRole('table', { name: 'Installations' }).locator('tbody tr').count())
      .toBe(1)
    await page.reload()
    await row('Tax Drafter').waitFor()
    await page.getByRole('combobox', { name: 'Agent' }).selectOption('')
    await row('Cost Editor').waitFor()
  })

  it('opens an installation with Enter', async () => {
    await row('Budget Grader').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Budget Grader 1.0.0' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/installations/${fleet.grader.installation_id}`)
    await page.goBack()
  })

  it('selects rows by keyboard and revokes them with a reason and a deadline', async () => {
    await row('Cost Editor').focus()
    await page.keyboard.press(' ')
    await page.getByText('1 installation selected.').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press(' ')
    await page.getByText('2 installations selected.').waitFor()
    expect(await row('Budget Grader').getByRole('checkbox').isChecked()).toBe(true)
    await button('Revoke…').click()
    await page.getByLabel('Reason').fill('Replaced by newer machines.')
    expect(await page.getByLabel('Time to finish').inputValue()).toBe('')
    await page.getByLabel('Time to finish').selectOption('10 minutes from now')
    await inspect(page, 'fleet-revoke')
    await button('Revoke 2 installations').click()
    await page.getByText('2 of 2 revoked.').waitFor()
    await button('Close').last().click()
    await row('Cost Editor').getByText('revoked').waitFor()
    const read = await owner.api.get(`/installations/${fleet.editor.installation_id}`)
    expect(read.body).toMatchObject({
      lifecycle: 'revoked',
      revoke_reason: 'Replaced by newer machines.',
    })
  })

  it('follows the clock of the registry when it is moved', async () => {
    await page.goto(`/installations/${fleet.clerk.installation_id}`)
    await page.locator('dd').getByRole('link', { name: 'Production' }).waitFor()
    const last = page.locator('.status-summary div', { hasText: 'Last seen' })
    await last.getByText(/minutes? ago|just now/).waitFor()
    dashboard.app.clock.advance(3 * 3_600_000)
    await last.getByText('3 hours ago').waitFor()
  })
})
