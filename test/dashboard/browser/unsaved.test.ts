import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { agentIdentity, register } from '../../http/agents.ts'
import { browserTest } from '../browser-test.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { inspect } from '../inspect.ts'
import { rateLimited, unavailable } from '../pages.ts'
import { installAgent } from '../seed-installations.ts'

browserTest('unsaved input and the focus', (start) => {
  let dashboard: Dashboard
  let page: Page
  let owner: Seeded
  beforeAll(async () => {
    dashboard = await start()
    owner = await dashboard.organization()
    page = await dashboard.visit(owner.email)
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('dialog')
  const question = () => page.getByRole('group', { name: 'Discard what you entered?' })
  const focused = () => page.locator(':focus')
  const expectFocusOnPage = () =>
    expect.poll(() => focused().count(), { message: 'the focus is on the body' }).toBe(1)

  it('a form with changes stays open when Esc is pressed, until the user discards the changes', async () => {
    await page.goto('/disputes?report=x')
    const description = dialog().getByLabel('What happened')
    await description.fill('It answers with the wrong total.')
    await page.keyboard.press('Escape')
    await question().waitFor()
    expect(await focused().textContent()).toBe('Keep editing')
    await inspect(page, 'dialog-discard')
    // Esc answers the question with no, however often it is pressed.
    for (let times = 0; times < 5; times += 1) await page.keyboard.press('Escape')
    await question().waitFor({ state: 'detached' })
    expect(await description.inputValue()).toBe('It answers with the wrong total.')
    expect(await description.evaluate((element) => element === document.activeElement)).toBe(true)
    await button('Close').click()
    await button('Keep editing').click()
    await button('Cancel').click()
    await button('Discard').click()
    await dialog().waitFor({ state: 'detached' })
  })

  it('a form closes without a question if nothing was entered or the changes were undone', async () => {
    await page.goto('/workspaces')
    await button('New workspace').click()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await button('New workspace').click()
    await dialog().getByLabel('Name').fill('Staging')
    await dialog().getByLabel('Name').fill('')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await focused().textContent()).toBe('New workspace')
  })

  it('a form keeps its input and the focus when it is sent with Enter and the registry is unavailable', async () => {
    await page.route('**/workspaces', (route) =>
      route.request().method() === 'POST' ? route.fulfill(unavailable('No.')) : route.continue(),
    )
    await button('New workspace').click()
    await dialog().getByLabel('Name').fill('Staging')
    await button('Create workspace').focus()
    await page.keyboard.press('Enter')
    await dialog().getByText('It is not known whether the request was carried out.').waitFor()
    await dialog().getByText('req_1').waitFor()
    expect(await focused().textContent()).toBe('Create workspace')
    await page.unroute('**/workspaces')
    await page.route('**/workspaces', (route) =>
      route.request().method() === 'POST' ? route.fulfill(rateLimited(30)) : route.continue(),
    )
    await page.keyboard.press('Enter')
    await dialog().getByText('Nothing was saved. Try again in 30 seconds.').waitFor()
    await inspect(page, 'form-busy')
    await page.unroute('**/workspaces')
    await page.keyboard.press('Enter')
    await page.getByText('Staging created.').waitFor()
  })

  it('a form is not sent again while its request is pending', async () => {
    let sent = 0
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/workspaces', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent += 1
      await answered
      await route.continue()
    })
    await button('New workspace').click()
    await dialog().getByLabel('Name').fill('Once')
    await page.keyboard.press('Enter')
    await page.locator('button[aria-busy]').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('button[aria-busy]').click({ force: true })
    answer()
    await page.getByText('Once created.').waitFor()
    expect(sent).toBe(1)
    await page.unroute('**/workspaces')
  })

  it('a new API key is shown until the user is done', async () => {
    await page.goto('/organization/keys')
    await button('Create API key').click()
    await dialog().getByLabel('Name').fill('build server')
    await button('Create key').click()
    const key = dialog().getByLabel('API key', { exact: true })
    const shown = await key.textContent()
    for (let times = 0; times < 5; times += 1) await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape')
    expect(await key.textContent()).toBe(shown)
    expect(await button('Close').count()).toBe(0)
    await button('Done').click()
    await dialog().waitFor({ state: 'detached' })
    await expectFocusOnPage()
  })

  it('the draft of a policy is discarded only after a confirmation', async () => {
    await page.goto(`/workspaces/${owner.workspace_id}/policy`)
    await button('Edit policy').focus()
    await page.keyboard.press('Enter')
    await button('Discard').waitFor()
    await expectFocusOnPage()
    await page.getByRole('textbox', { name: 'Denied tools' }).fill('shell')
    await button('Discard').click()
    await page.getByRole('group', { name: 'Discard your changes to the policy?' }).waitFor()
    await inspect(page, 'policy-discard')
    await button('Keep editing').click()
    expect(await page.getByRole('textbox', { name: 'Denied tools' }).inputValue()).toBe('shell')
    await button('Discard').click()
    await button('Discard').last().click()
    await button('Edit policy').waitFor()
    await expectFocusOnPage()
  })

  it('a selection of installations is kept until an action has run', async () => {
    const agent = await register(owner, agentIdentity(1, 'Invoice Reader'))
    await installAgent(dashboard, owner, agent)
    await page.goto('/installations')
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await button('Pause…').focus()
    await page.keyboard.press('Enter')
    await dialog().waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await focused().textContent()).toBe('Pause…')
    await page.keyboard.press('Enter')
    await button('Pause 1 installation').click()
    await dialog().getByText('1 of 1 paused.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Nothing selected.').waitFor()
    await expectFocusOnPage()
    expect(await focused().evaluate(({ tagName }) => tagName)).toBe('H1')
  })

  it('the focus moves to the heading when the row with the focus has been removed', async () => {
    await dashboard.store.addMember(dashboard.context(), {
      organization_id: owner.organization_id,
      email: 'bob@acme.example',
      role: 'viewer',
    })
    await page.goto('/organization')
    await button('Remove bob@acme.example').click()
    await dialog().getByRole('button', { name: 'Remove' }).click()
    await button('Remove bob@acme.example').waitFor({ state: 'detached' })
    await expect.poll(() => focused().textContent()).toBe('Members')
  })

  it('an expired session leads to a sign-in with an explanation, which returns to the same page', async () => {
    const other = await dashboard.visit(owner.email, '/organization/keys?x=1')
    await other.evaluate(() => fetch('/api/v1/admin/auth/session', { method: 'DELETE' }))
    await other.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await other.getByRole('button', { name: 'Create API key' }).click()
    await other.getByRole('dialog').getByLabel('Name').fill('x')
    await other.getByRole('button', { name: 'Create key' }).click()
    await other.getByText('Your session has expired. Sign in again to continue.').waitFor()
    await inspect(other, 'sign-in-expired')
    await other.getByLabel('E-mail address').fill(owner.email)
    await other.getByRole('button', { name: 'Send PIN' }).click()
    await other.getByRole('textbox', { name: 'PIN' }).fill(await dashboard.pinFor(owner.email))
    await other.getByRole('heading', { name: 'API keys' }).waitFor()
    expect(new URL(other.url()).search).toBe('?x=1')
    await other.getByRole('button', { name: owner.email }).click()
    await other.getByRole('button', { name: 'Sign out' }).click()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await other.getByText('Your session has expired').count()).toBe(0)
  })
})
