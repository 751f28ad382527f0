import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axe } from '../axe.ts'
import { CHROMIUM } from '../browser.ts'
import { KINDS, startDashboard, type Dashboard } from '../dashboard.ts'
import { shoot } from '../shoot.ts'

const ADA = 'ada@acme.example'

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

  it('a PIN from the mailbox leads to where somebody wanted to go, without a mouse', async () => {
    const page = await dashboard.newPage()
    await page.goto('/tasks?status=failed')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await axe(page)
    await shoot(page, 'sign-in')
    await page.keyboard.type(ADA)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Type the PIN' }).waitFor()
    await page.getByText(/Works for another 4:5\d/).waitFor()
    await axe(page)
    await shoot(page, 'sign-in-pin')
    await page.keyboard.type(await dashboard.pinFor(ADA))
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/tasks?status=failed')
  })

  it('the session is out of reach for scripts and for other sites, and nothing of it is kept on the device', async () => {
    const page = await dashboard.newPage()
    await dashboard.signIn(page)
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    expect(await page.evaluate(() => [document.cookie, Object.keys(localStorage), Object.values({ ...sessionStorage })])).toEqual(['', [], []])
  })

  it('a wrong PIN is said beside the field, a pasted one is taken with its spaces, and each is sent once', async () => {
    const page = await dashboard.newPage()
    const tries: string[] = []
    page.on('request', (request) => { if (request.method() === 'POST' && request.url().endsWith('/admin/auth/session')) tries.push((request.postDataJSON() as { pin: string }).pin) })
    await page.goto('/sign-in')
    await page.getByLabel('E-mail address').fill(ADA)
    const before = dashboard.mailsTo(ADA)
    await page.getByRole('button', { name: 'Send PIN' }).click()
    const pin = await dashboard.pinFor(ADA, before)
    const wrong = pin === '12345678' ? '87654321' : '12345678'
    await page.getByRole('textbox', { name: 'PIN' }).fill(wrong)
    await page.locator('.issue').waitFor()
    expect(await page.locator('.issue').innerText()).toMatch(/PIN does not match/)
    expect(await page.getByRole('textbox', { name: 'PIN' }).getAttribute('aria-invalid')).toBe('true')
    await axe(page)
    await shoot(page, 'sign-in-wrong')
    await page.evaluate((text) => navigator.clipboard.writeText(text), `${pin.slice(0, 4)} ${pin.slice(4)}`)
    await page.getByRole('textbox', { name: 'PIN' }).fill('')
    await page.getByRole('textbox', { name: 'PIN' }).press('ControlOrMeta+v')
    await page.getByRole('heading', { name: 'Acme Robotics' }).waitFor()
    expect(tries).toEqual([wrong, pin])
  })

  it('a new PIN can be asked for, and another address', async () => {
    const page = await dashboard.newPage()
    await page.goto('/sign-in')
    await page.getByLabel('E-mail address').fill(ADA)
    await page.getByRole('button', { name: 'Send PIN' }).click()
    await page.getByRole('heading', { name: 'Type the PIN' }).waitFor()
    const before = dashboard.mailsTo(ADA)
    await page.getByRole('button', { name: 'Send a new PIN' }).click()
    await page.getByText('A new PIN is on its way.').waitFor()
    await dashboard.pinFor(ADA, before)
    await page.getByRole('button', { name: 'Other address' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('who gets no mail is told what the operator can type, whoever they are, in one word of a shell', async () => {
    const page = await dashboard.newPage()
    for (const [email, word] of [[ADA, ADA], ["o'brien&co@nowhere.example", String.raw`'o'\''brien&co@nowhere.example'`]] as const) {
      await page.goto('/sign-in')
      await page.getByLabel('E-mail address').fill(email)
      await page.getByRole('button', { name: 'Send PIN' }).click()
      await page.getByText('No mail?').click()
      expect(await page.locator('.no-mail pre').innerText()).toBe(`svc-registry pin show --email ${word}`)
    }
    await axe(page)
    await shoot(page, 'sign-in-no-mail')
  })

  it('an address that is none is said beside the field', async () => {
    const page = await dashboard.newPage()
    await page.goto('/sign-in')
    await page.getByLabel('E-mail address').fill('nobody')
    await page.getByRole('button', { name: 'Send PIN' }).click()
    await page.locator('.issue').waitFor()
    expect(await page.locator('input:focus').getAttribute('aria-invalid')).toBe('true')
  })

  it('a link cannot send somebody who signs in to another site', async () => {
    for (const next of ['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
      const page = await dashboard.newPage()
      await dashboard.signIn(page, ADA, `/sign-in?next=${encodeURIComponent(next)}`)
      expect(new URL(page.url()).pathname).toBe('/')
    }
  })

  it('who is signed out elsewhere signs in again and is back where they were', async () => {
    const page = await dashboard.newPage()
    await dashboard.signIn(page, ADA, '/registry?verified=true')
    await page.evaluate(() => fetch('/api/v1/admin/auth/session', { method: 'DELETE' }))
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await dashboard.signIn(page, ADA, page.url())
    await page.getByRole('heading', { name: 'Acme Robotics' }).waitFor()
  })
})
