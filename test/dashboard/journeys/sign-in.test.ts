import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axe } from '../axe.ts'
import { CHROMIUM } from '../browser.ts'
import { KINDS, startDashboard, type Dashboard } from '../dashboard.ts'
import { shoot } from '../shoot.ts'

describe.skipIf(CHROMIUM === undefined).each(KINDS)('signing in, on %s', (kind) => {
  let dashboard: Dashboard
  beforeAll(async () => {
    dashboard = await startDashboard(kind)
    await dashboard.organization()
  })
  afterAll(async () => {
    expect(dashboard.faults()).toEqual([])
    await dashboard.end()
  })

  it('a PIN from the mailbox leads to where somebody wanted to go', async () => {
    const page = await dashboard.newPage()
    await page.goto('/registry?q=reader')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await axe(page)
    await shoot(page, 'sign-in')
    await page.getByLabel('E-mail address').fill('ada@acme.example')
    await page.getByRole('button', { name: 'Send PIN' }).click()
    await page.getByRole('heading', { name: 'Type the PIN' }).waitFor()
    await axe(page)
    await shoot(page, 'sign-in-pin')
    await page.getByRole('textbox', { name: 'PIN' }).fill(await dashboard.pinFor('ada@acme.example'))
    await page.getByRole('heading', { name: 'Registry' }).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/registry?q=reader')
    await axe(page)
  })
})
