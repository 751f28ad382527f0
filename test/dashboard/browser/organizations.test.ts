import { beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { inspect, takeScreenshots } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'
import { layoutShiftOf } from '../pages.ts'

browserTest('an organization', (start) => {
  let dashboard: Dashboard
  let acme: Seeded
  let page: Page
  beforeAll(async () => {
    dashboard = await start()
    acme = await dashboard.organization()
    page = await dashboard.visit(acme.email, '/organization')
  })

  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  const dialog = () => page.getByRole('dialog')

  it('invites a member, changes the role and removes the member', async () => {
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    await page.getByRole('button', { name: 'Invite member' }).click()
    await inspect(page, 'organization-invite-member')
    await dialog().getByRole('textbox', { name: 'E-mail address' }).fill('bob@acme.example')
    await dialog()
      .getByRole('radio', { name: /^developer/ })
      .check()
    await dialog().getByRole('button', { name: 'Send invitation' }).click()
    await row('bob@acme.example').getByText('developer').waitFor()
    await inspect(page, 'organization-invitations')
    await page
      .getByRole('button', { name: 'Withdraw the invitation for bob@acme.example' })
      .waitFor()
    const { store, context } = dashboard
    const {
      items: [invitation],
    } = await store.listOwnInvitations({
      email: 'bob@acme.example',
      limit: 1,
      offset: 0,
      now: context().now,
    })
    await store.acceptInvitation(context(), {
      invitation_id: invitation!.invitation.invitation_id,
      email: 'bob@acme.example',
    })
    await page.reload()

    await page.getByRole('button', { name: 'Change role of bob@acme.example' }).click()
    await dialog()
      .getByRole('radio', { name: /^admin/ })
      .check()
    await dialog().getByRole('button', { name: 'Save role' }).click()
    await row('bob@acme.example').getByText('admin').waitFor()
    await inspect(page, 'organization-members')

    await page.getByRole('button', { name: 'Remove bob@acme.example' }).click()
    await inspect(page)
    await dialog().getByRole('button', { name: 'Remove' }).click()
    await row('bob@acme.example').waitFor({ state: 'detached' })
  })

  it('rejects an invitation for a member and the departure of the last owner', async () => {
    await page.getByRole('button', { name: 'Invite member' }).click()
    await dialog().getByRole('textbox', { name: 'E-mail address' }).fill(acme.email)
    await dialog().getByRole('button', { name: 'Send invitation' }).click()
    await dialog().getByRole('alert').getByText('is already a member').waitFor()
    await page.keyboard.press('Escape')
    await dialog().getByRole('button', { name: 'Discard' }).click()
    await dialog().waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Leave the organization' }).click()
    await dialog().getByRole('button', { name: 'Leave' }).click()
    await dialog().getByRole('alert').waitFor()
    await takeScreenshots(page, 'organization-last-owner')
    await page.keyboard.press('Escape')
  })

  it('returns the focus to the button that opened a dialog, however the dialog is closed', async () => {
    await page.goto('/organization/keys')
    const opener = page.getByRole('button', { name: 'Create API key' })
    const isFocused = () => opener.evaluate((element) => element === document.activeElement)
    for (const close of ['Cancel', 'Close', 'Escape']) {
      await opener.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      if (close === 'Escape') await page.keyboard.press('Escape')
      else await page.getByRole('button', { name: close, exact: true }).click()
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      expect([close, await isFocused()]).toEqual([close, true])
    }
  })

  it('creates, replaces and revokes an API key', async () => {
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    await page.getByRole('button', { name: 'Create API key' }).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('build server')
    await dialog()
      .getByRole('combobox', { name: 'Access' })
      .selectOption({ label: 'Only Production' })
    await dialog()
      .getByRole('radio', { name: /^Selected scopes/ })
      .check()
    await dialog()
      .getByRole('checkbox', { name: /^tokens:write/ })
      .check()
    await dialog()
      .getByRole('checkbox', { name: /^workspaces:read/ })
      .check()
    await inspect(page, 'organization-create-key')
    await dialog().getByRole('button', { name: 'Create key' }).click()
    const token = await dialog().getByLabel('API key', { exact: true }).innerText()
    expect(token).toMatch(/^sk_live_/)
    await inspect(page, 'organization-new-key')
    await dialog().getByRole('button', { name: 'Done' }).click()
    await row('build server').getByText('2 scopes').waitFor()
    expect(await page.content()).not.toContain(token)
    const request = () =>
      fetch(
        `${dashboard.origin}/api/v1/orgs/${acme.organization_id}/workspaces/${acme.workspace_id}`,
        { headers: { 'x-api-key': token } },
      )
    expect((await request()).status).toBe(200)

    await page.getByRole('button', { name: 'Replace build server' }).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('build server 2')
    expect(
      await dialog()
        .getByRole('checkbox', { name: /^tokens:write/ })
        .isChecked(),
    ).toBe(true)
    await dialog().getByRole('button', { name: 'Create key' }).click()
    await dialog().getByText('still works').waitFor()
    await dialog().getByRole('button', { name: 'Done' }).click()
    await row('build server 2').getByText('Production').waitFor()
    expect((await request()).status).toBe(200)
    await inspect(page)

    // Only the first workspaces of an organization are loaded.
    await page.route('**/workspaces?limit=200', (route) =>
      route.fulfill({ json: { items: [], total: 0, limit: 200, offset: 0 } }),
    )
    await page.reload()
    await page.getByRole('button', { name: 'Replace build server 2' }).click()
    expect(await dialog().getByRole('combobox', { name: 'Access' }).inputValue()).toBe(
      acme.workspace_id,
    )
    await page.keyboard.press('Escape')
    await page.unroute('**/workspaces?limit=200')
    await page.reload()

    await page.getByRole('button', { name: 'Revoke build server', exact: true }).click()
    await inspect(page)
    await dialog().getByRole('button', { name: 'Revoke key' }).click()
    await row('build server').getByText('revoked').waitFor()
    expect((await request()).status).toBe(401)
    await takeScreenshots(page, 'organization-keys')
  })

  it('shows which keys expire soon, how a key is used, and what it created', async () => {
    const creator = await dashboard.store.createApiKey(dashboard.context(), {
      organization_id: acme.organization_id,
      name: 'deployment',
      expiry_minutes: 10 * 1440,
    })
    if (creator.kind !== 'created') return expect.unreachable()
    const created = await fetch(
      `${dashboard.origin}/api/v1/orgs/${acme.organization_id}/api-keys`,
      {
        method: 'POST',
        headers: { 'x-api-key': creator.token, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'night job', expiry_minutes: 60 }),
      },
    )
    expect(created.status).toBe(201)
    const notice = page.locator('.notice')
    const expiring = page.waitForResponse('**/api-keys?expires_before=*')
    await page.reload()
    await (await expiring).finished()
    await page.getByRole('button', { name: 'Details of deployment' }).waitFor()
    await layoutShiftOf(page)
    expect(await notice.count()).toBe(0)
    // The notice lists only keys that were created before their warning became due, so this key is given an earlier date.
    await page.route('**/api-keys?expires_before=*', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { items: { created_at: string }[] }
      for (const item of body.items) item.created_at = '2020-01-01T00:00:00.000Z'
      await route.fulfill({ response, json: body })
    })
    await page.reload()
    await notice.getByText('deployment', { exact: true }).waitFor()
    await inspect(page, 'organization-keys-ending')
    await page.getByRole('button', { name: 'Details of deployment' }).click()
    await dialog().getByText('night job').waitFor()
    await dialog().getByText('127.0.0.0/24').waitFor()
    await inspect(page, 'organization-key-details')
    await dialog().getByRole('link', { name: 'Audit records of this key' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('shows the usage of the plan and changes the retention', async () => {
    await page.getByRole('link', { name: 'Plan and usage' }).click()
    await page.getByText('1, no limit').waitFor()
    await inspect(page, 'organization-usage')
    await page.getByRole('button', { name: 'Change' }).click()
    await dialog().getByRole('spinbutton', { name: 'Days' }).fill('100')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog()
      .getByText(/^Days must be/)
      .waitFor()
    await dialog().getByRole('spinbutton', { name: 'Days' }).fill('730')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await page.getByText('730 days').waitFor()
  })

  it('shows an exhausted quota and an upgrade notice', async () => {
    const small = await dashboard.organization('free', 'Small Works', 'sam@small.example')
    for (const name of ['Second', 'Third'])
      await small.api.post(`/orgs/${small.organization_id}/workspaces`, { name })
    const other = await dashboard.visit(small.email, '/organization/usage')
    await other.getByText('3 of 3').waitFor()
    await other.getByText('full', { exact: true }).waitFor()
    await inspect(other, 'organization-usage-free')
    await other.getByText('A longer retention requires the enterprise plan.').waitFor()
    expect(await other.getByRole('button', { name: 'Change' }).count()).toBe(0)
    await inspect(other, 'organization-402')
  })
})
