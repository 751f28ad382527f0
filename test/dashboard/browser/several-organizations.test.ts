import { beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { browserTest } from '../browser-test.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { inspect } from '../inspect.ts'

browserTest('several organizations', (start) => {
  let dashboard: Dashboard
  let acme: Seeded
  let globex: Seeded
  let page: Page
  beforeAll(async () => {
    dashboard = await start()
    acme = await dashboard.organization()
    globex = await dashboard.organization('enterprise', 'Globex')
    page = await dashboard.visit()
    await opened('Acme Robotics')
  })

  const opened = (heading: string, on = page) =>
    on.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
  const organizations = (on = page) => on.getByRole('combobox', { name: 'Organization' })
  const workspaces = () => page.getByRole('combobox', { name: 'Workspace' })
  const selected = (on = page) => organizations(on).inputValue()
  const inUrl = (on = page) => new URL(on.url()).searchParams.get('organization')
  const section = (name: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name })

  it('are named by the URL of each page, so that a copied address opens the same one', async () => {
    await expect.poll(() => inUrl()).toBe(acme.organization_id)
    await organizations().selectOption('Globex')
    await opened('Globex')
    for (const name of ['Workspaces', 'Tasks', 'Audit log']) {
      await section(name).click()
      await opened(name)
      expect(inUrl()).toBe(globex.organization_id)
    }
    const tab = await dashboard.visit(acme.email, page.url())
    await opened('Audit log', tab)
    expect(await selected(tab)).toBe(globex.organization_id)
  })

  it('stay in the URL when a record of the audit log is opened and closed', async () => {
    const record = () => page.getByRole('table').getByRole('row').nth(1)
    for (let times = 0; times < 2; times += 1) {
      await record().click()
      await page.getByRole('dialog').waitFor()
      expect([inUrl(), new URL(page.url()).searchParams.has('record')]).toEqual([
        globex.organization_id,
        true,
      ])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(inUrl()).toBe(globex.organization_id)
    }
  })

  it('are restored by Back and Forward', async () => {
    await section('Overview').click()
    await opened('Globex')
    await organizations().selectOption('Acme Robotics')
    await opened('Acme Robotics')
    await page.goBack()
    await opened('Globex')
    expect(await selected()).toBe(globex.organization_id)
    await page.goForward()
    await opened('Acme Robotics')
    expect(await selected()).toBe(acme.organization_id)
  })

  it('are not switched by an arrow key, but by Enter or when the list is left', async () => {
    await organizations().focus()
    await page.keyboard.press('ArrowDown')
    expect([await selected(), inUrl()]).toEqual([globex.organization_id, acme.organization_id])
    await page.keyboard.press('Escape')
    await expect.poll(() => selected()).toBe(acme.organization_id)
    await page.keyboard.press('ArrowDown')
    await page.getByText('Press Enter to open').and(page.locator(':visible')).waitFor()
    await inspect(page, 'switcher-pending')
    await page.keyboard.press('Enter')
    await opened('Globex')
    await workspaces().focus()
    await page.keyboard.type('Prod')
    expect(new URL(page.url()).pathname).toBe('/')
    await page.keyboard.press('Tab')
    await opened('Production')
    expect(inUrl()).toBe(globex.organization_id)
  })

  it('are switched at once, as workspaces are, by a choice in the open list', async () => {
    await workspaces().focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await opened('Workspaces')
  })

  it('to which the user does not belong are not replaced by another one', async () => {
    const other = await dashboard.organization('enterprise', 'Paper Mill', 'mia@mill.example')
    const path = `/organization/keys?organization=${acme.organization_id}`
    const mia = await dashboard.visit(other.email, path)
    await opened('Other organization', mia)
    await mia.getByText(`${other.email} is not a member of it`).waitFor()
    expect(await mia.getByRole('button', { name: 'Revoke' }).count()).toBe(0)
    await inspect(mia, 'other-organization')
    await mia.getByRole('link', { name: 'Open Paper Mill' }).click()
    await opened('Paper Mill', mia)
    await mia.goBack()
    await mia.getByRole('button', { name: 'Sign in with another address' }).click()
    await mia.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(mia.url()).searchParams.get('next')).toBe(path)
  })

  it('that the user leaves are replaced by one of the others', async () => {
    await section('Tasks').click()
    await opened('Tasks')
    await page.getByRole('button', { name: acme.email, exact: true }).click()
    await dashboard.store.addMember(dashboard.context(), {
      organization_id: globex.organization_id,
      email: 'hank@globex.example',
      role: 'owner',
    })
    await page.getByRole('button', { name: 'Leave Globex' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByText('You left Globex.').waitFor()
    await opened('Tasks')
    await expect.poll(() => inUrl()).toBe(null)
    expect(await page.locator('.switchers .organization').textContent()).toBe('Acme Robotics')
  })
})
