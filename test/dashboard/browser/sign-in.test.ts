import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentIdentity } from '../../http/agents.ts'
import { axe, takeScreenshots } from '../inspect.ts'
import { isToolMissing } from '../../kit/tools.ts'
import { STORE_KINDS, startDashboard, type Dashboard } from '../dashboard.ts'

const ADA = 'ada@acme.example'

describe.skipIf(isToolMissing('chromium')).each(STORE_KINDS)('signing in, on %s', (kind) => {
  let dashboard: Dashboard
  beforeAll(async () => {
    dashboard = await startDashboard(kind)
    await dashboard.organization()
  })
  afterAll(async () => {
    expect(dashboard.faults()).toEqual([])
    await dashboard.end()
  })

  it('returns to the requested page after the PIN is entered', async () => {
    const page = await dashboard.newPage()
    await page.goto('/tasks?status=failed')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await axe(page)
    await takeScreenshots(page, 'sign-in')
    await page.keyboard.type(ADA)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Enter the PIN' }).waitFor()
    await page.getByText(/Expires in 4:5\d/).waitFor()
    await axe(page)
    await takeScreenshots(page, 'sign-in-pin')
    await page.keyboard.type(await dashboard.pinFor(ADA))
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/tasks?status=failed')
  })

  it('keeps the session away from scripts, other sites and storage', async () => {
    const page = await dashboard.newPage()
    await dashboard.signIn(page)
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    expect(
      await page.evaluate(() => [
        document.cookie,
        Object.keys(localStorage),
        Object.values({ ...sessionStorage }),
      ]),
    ).toEqual(['', [], []])
  })

  it('rejects a wrong PIN, accepts a pasted one with spaces, and sends each once', async () => {
    const page = await dashboard.newPage()
    const sentPins: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/admin/auth/session'))
        sentPins.push((request.postDataJSON() as { pin: string }).pin)
    })
    await page.goto('/sign-in')
    await page.getByLabel('E-mail address').fill(ADA)
    const before = dashboard.emailCountFor(ADA)
    await page.getByRole('button', { name: 'Send PIN' }).click()
    const pin = await dashboard.pinFor(ADA, before)
    const wrong = pin === '12345678' ? '87654321' : '12345678'
    await page.getByRole('textbox', { name: 'PIN' }).fill(wrong)
    await page.locator('.issue').waitFor()
    expect(await page.locator('.issue').innerText()).toMatch(/PIN is wrong/)
    expect(await page.getByRole('textbox', { name: 'PIN' }).getAttribute('aria-invalid')).toBe(
      'true',
    )
    await axe(page)
    await takeScreenshots(page, 'sign-in-wrong')
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `${pin.slice(0, 4)} ${pin.slice(4)}`,
    )
    await page.getByRole('textbox', { name: 'PIN' }).fill('')
    await page.getByRole('textbox', { name: 'PIN' }).press('ControlOrMeta+v')
    await page.getByRole('heading', { name: 'Acme Robotics' }).waitFor()
    expect(sentPins).toEqual([wrong, pin])
  })

  it('does not send a wrong PIN twice, and stops after the fifth', async () => {
    const page = await dashboard.newPage()
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/admin/auth/session')) sent += 1
    })
    await page.goto('/sign-in')
    await page.getByLabel('E-mail address').fill('nobody@nowhere.example')
    await page.getByRole('button', { name: 'Send PIN' }).click()
    const field = page.getByRole('textbox', { name: 'PIN' })
    const submit = page.getByRole('button', { name: 'Sign in' })
    for (let at = 0; at < 4; at += 1) {
      const answered = page.waitForResponse('**/admin/auth/session')
      await field.fill(`1000000${at}`)
      await answered
      await expect.poll(() => submit.isEnabled()).toBe(true)
      // The form does not know how many times the PIN was entered before a reload or in another tab.
      await page.getByText('A PIN can be entered 5 times.').waitFor()
      expect(await page.getByText(/\bleft\b/).count()).toBe(0)
      await field.press('Enter')
    }
    await field.fill('10000009')
    await page.getByText('This PIN can no longer be used. Request a new one.').waitFor()
    expect([sent, await page.getByText('Expires in').count()]).toEqual([5, 0])
    await field.fill('10000008')
    expect(await submit.isDisabled()).toBe(true)
    expect(sent).toBe(5)
    await axe(page)
    await takeScreenshots(page, 'sign-in-no-tries')
    await page.getByRole('button', { name: 'Send a new PIN' }).click()
    await page.getByText(/Expires in 4:5\d/).waitFor()
  })

  it('stays signed in if the 401 for an earlier request arrives late', async () => {
    const page = await dashboard.newPage()
    await page.goto('/sign-in')
    await page.getByLabel('E-mail address').fill(ADA)
    const before = dashboard.emailCountFor(ADA)
    await page.getByRole('button', { name: 'Send PIN' }).click()
    const pin = await dashboard.pinFor(ADA, before)
    const { promise: signedIn, resolve: onSignedIn } = Promise.withResolvers<void>()
    await page.route('**/api/v1/admin/auth/session', async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      await signedIn
      await route.fulfill({ status: 401, json: { code: 'INVALID_SESSION' } }).catch(() => undefined)
    })
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await page.getByRole('textbox', { name: 'PIN' }).fill(pin)
    await page.getByRole('heading', { name: 'Acme Robotics' }).waitFor()
    onSignedIn()
    await page.unrouteAll({ behavior: 'wait' })
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('requests a new PIN and accepts another address', async () => {
    const page = await dashboard.newPage()
    await page.goto('/sign-in')
    await page.getByLabel('E-mail address').fill(ADA)
    await page.getByRole('button', { name: 'Send PIN' }).click()
    await page.getByRole('heading', { name: 'Enter the PIN' }).waitFor()
    const before = dashboard.emailCountFor(ADA)
    await page.getByRole('button', { name: 'Send a new PIN' }).click()
    await page.getByText('New PIN requested.').waitFor()
    await dashboard.pinFor(ADA, before)
    await page.getByRole('button', { name: 'Use another address' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('E-mail address').fill('another@nowhere.example')
    await page.getByRole('button', { name: 'Send PIN' }).click()
    await page.getByText('another@nowhere.example').first().waitFor()
  })

  it('shows everyone the operator command that prints a PIN, and quotes the e-mail address for the shell if necessary', async () => {
    const page = await dashboard.newPage()
    for (const [email, word] of [
      [ADA, ADA],
      ["o'brien&co@nowhere.example", String.raw`'o'\''brien&co@nowhere.example'`],
    ] as const) {
      await page.goto('/sign-in')
      await page.getByLabel('E-mail address').fill(email)
      await page.getByRole('button', { name: 'Send PIN' }).click()
      await page.getByText('No e-mail?').click()
      expect(await page.locator('.no-email pre').innerText()).toBe(
        `svc-registry pin show --email ${word}`,
      )
    }
    await axe(page)
    await takeScreenshots(page, 'sign-in-no-email')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(
      await page
        .locator('.no-email pre')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      'the command is cut off on the right',
    ).toBe(0)
  })

  it('shows the error for an invalid address next to its field', async () => {
    const page = await dashboard.newPage()
    await page.goto('/sign-in')
    await page.getByLabel('E-mail address').fill('nobody')
    await page.getByRole('button', { name: 'Send PIN' }).click()
    await page.locator('.issue').waitFor()
    expect(await page.locator('.issue').innerText()).toBe(
      'E-mail address must be an e-mail address such as ada@acme.example.',
    )
    expect(await page.locator('input:focus').getAttribute('aria-invalid')).toBe('true')
  })

  it('does not redirect to another site', async () => {
    const page = await dashboard.newPage()
    await dashboard.signIn(page, ADA, `/sign-in?next=${encodeURIComponent('/\t/evil.example/')}`)
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('does not show the next user of a tab what the previous user has read', async () => {
    const owner = await dashboard.organization('enterprise', 'First Works', 'eve@first.example')
    const { email, api } = owner
    await dashboard.organization('enterprise', 'Second Works', 'bob@second.example')
    const { svc_id, registration, proof } = agentIdentity(1, 'Secret Reader')
    expect(
      (await api.post('/agents/register', { ...registration, proof: proof(owner), private: true }))
        .status,
    ).toBe(201)
    const page = await dashboard.newPage()
    await dashboard.signIn(page, email, `/agents/${svc_id}`)
    await page.getByRole('heading', { name: 'Secret Reader' }).waitFor()
    await page.evaluate(() => fetch('/api/v1/admin/auth/session', { method: 'DELETE' }))
    await page.getByLabel('Period').selectOption('30')
    await page.getByLabel('E-mail address').fill('bob@second.example')
    await page.getByRole('button', { name: 'Send PIN' }).click()
    await page
      .getByRole('textbox', { name: 'PIN' })
      .fill(await dashboard.pinFor('bob@second.example'))
    await page.locator('main#main h1').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/agents/${svc_id}`)
    await page.getByText('Not found', { exact: true }).waitFor()
    expect(await page.content()).not.toContain('Secret Reader')
  })

  it('reports a sign-out that did not reach the registry', async () => {
    const page = await dashboard.newPage()
    await dashboard.signIn(page)
    await page.route('**/admin/auth/session', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: ADA }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are still signed in.').waitFor()
    expect(await page.getByRole('heading', { name: 'Acme Robotics' }).isVisible()).toBe(true)
    await page.unroute('**/admin/auth/session')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.context().cookies()).toEqual([])
  })

  it('keeps the navigation usable after an invalid link', async () => {
    const page = await dashboard.newPage()
    await dashboard.signIn(page)
    await page.goto('/workspaces/%E0%A4%A/policy')
    await page.getByText('This page failed.').waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { name: 'Acme Robotics' }).waitFor()
  })

  it('asks a user who was signed out elsewhere to sign in again', async () => {
    const page = await dashboard.newPage()
    await dashboard.signIn(page, ADA, '/registry?verified=true')
    await page.evaluate(() => fetch('/api/v1/admin/auth/session', { method: 'DELETE' }))
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await dashboard.signIn(page, ADA, page.url())
    await page.getByRole('heading', { name: 'Acme Robotics' }).waitFor()
  })
})
