import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { agentIdentity, register } from '../../http/agents.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { installAgent } from '../seed-installations.ts'
import { inspect } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'
import { unavailable } from '../pages.ts'

browserTest('workspaces', (start) => {
  let dashboard: Dashboard
  let page: Page
  let owner: Seeded
  beforeAll(async () => {
    dashboard = await start()
    owner = await dashboard.organization()
    page = await dashboard.visit(owner.email, '/workspaces')
  })

  const row = (name: string) =>
    page.getByRole('table', { name: 'Workspaces' }).getByRole('row', { name })
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  it('are created with a name, and an invalid name is rejected', async () => {
    await button('New workspace').click()
    await button('Create workspace').click()
    await page.locator('[aria-invalid=true]').waitFor()
    await inspect(page, 'workspace-refused')
    await page.getByRole('textbox', { name: 'Name' }).fill('Accounts payable')
    await page.getByLabel('Description').fill('Invoices, from the mailbox to the bank.')
    await button('Create workspace').click()
    await row('Accounts payable').waitFor()
    await inspect(page, 'workspaces')
  })

  it('are edited', async () => {
    await button('Edit Accounts payable').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Payables')
    await button('Save').click()
    await row('Payables').getByText('Invoices, from the mailbox').waitFor()
  })

  it('can be reached with Tab after the focused row has disappeared', async () => {
    const rows = page.getByRole('table', { name: 'Workspaces' }).locator('tbody tr')
    const reachable = rows.and(page.locator('[tabindex="0"]'))
    const url = `/orgs/${owner.organization_id}/workspaces`
    const { workspace_id } = (await owner.api.post(url, { name: 'Temporary' })).body as {
      workspace_id: string
    }
    await page.reload()
    await row('Temporary').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('End')
    await expect.poll(() => reachable.innerText()).toMatch(/^Temporary/)
    await owner.api.delete(`${url}/${workspace_id}`)
    // The list is read again when a workspace has been edited.
    await button('Edit Payables').click()
    await button('Save').click()
    await expect.poll(() => row('Temporary').count()).toBe(0)
    expect(await reachable.count()).toBe(1)
  })

  it('list their members', async () => {
    await row('Payables').getByRole('link', { name: 'Payables' }).click()
    await page.getByText('No installations yet').waitFor()
    await inspect(page, 'workspace-empty')
    await page.getByRole('link', { name: 'Members', exact: true }).click()
    await page
      .getByRole('table', { name: 'Members' })
      .getByRole('row', { name: 'ada@acme.example' })
      .getByText('owner')
      .waitFor()
    await inspect(page, 'workspace-members')
  })

  it('show a new install token only in the workspace for which it was created', async () => {
    const { svc_id } = await register(owner, agentIdentity(2, 'Ledger Clerk'))
    await page.goto(`/workspaces/${owner.workspace_id}/tokens?new=true&agent=${svc_id}`)
    await button('Create token').click()
    const token = (await page.getByLabel('install token', { exact: true }).textContent())!
    expect(token).toMatch(/^skt_/)
    await page.getByRole('combobox', { name: 'Workspace', exact: true }).selectOption('Payables')
    await page.getByText('No install tokens').waitFor()
    expect(await page.content()).not.toContain(token)
  })

  it('are deleted after confirmation, and with installations only after a second one', async () => {
    const agent = await register(owner, agentIdentity(1, 'Invoice Reader'))
    const { installation_id } = await installAgent(dashboard, owner, agent)
    await page.getByRole('link', { name: 'Workspaces', exact: true }).first().click()
    await button('Delete Production').click()
    expect(await button('Delete workspace').isDisabled()).toBe(true)
    await page.getByLabel('Type Production to confirm').fill('Production')
    await button('Delete workspace').click()
    await page.getByText('One agent is still installed here').waitFor()
    await inspect(page, 'workspace-in-use')
    await page.getByLabel('Revoke the installation and delete the workspace').check()
    await page.route('**/workspaces/*?force=true', (route) =>
      route.fulfill(unavailable('The store cannot be reached.')),
    )
    await button('Revoke and delete').click()
    await page.getByText('The registry is not ready').waitFor()
    // The failed attempt revoked nothing, so the page still warns that an agent is installed and offers the forced deletion.
    await page.getByText('One agent is still installed here').waitFor()
    expect(await button('Delete workspace').count()).toBe(0)
    await page.unroute('**/workspaces/*?force=true')
    await button('Revoke and delete').click()
    await page.getByText('Production deleted.').waitFor()
    await expect.poll(() => row('Production').count()).toBe(0)
    const records = await owner.api.get(
      `/audit-logs?organization_id=${owner.organization_id}&event_type=installation.revoked`,
    )
    expect(records.body.items[0].target.id).toBe(installation_id)
    await row('Payables').waitFor()
  })

  it('are not found after they have been deleted', async () => {
    await page.goto(`/workspaces/${owner.workspace_id}/installations`)
    await page.getByText('Not found', { exact: true }).first().waitFor()
    await inspect(page, 'workspace-missing')
  })
})
