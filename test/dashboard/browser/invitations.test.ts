import { beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { eventually } from '../../kit/bounds.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { inspect } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'

const EMAIL = 'sam@elsewhere.example'

browserTest('invitations', (start) => {
  let dashboard: Dashboard
  let acme: Seeded
  let mill: Seeded
  let page: Page
  beforeAll(async () => {
    dashboard = await start()
    acme = await dashboard.organization()
    mill = await dashboard.organization('enterprise', 'Paper Mill', 'mia@mill.example')
    await invite(acme)
    await invite(mill)
    await eventually(() => expect(dashboard.emailCountFor(EMAIL)).toBe(2))
    page = await dashboard.newPage()
    await page.goto('/')
    await page.getByLabel('E-mail address').fill(EMAIL)
    await page.getByRole('button', { name: 'Send PIN' }).click()
    await page.getByRole('textbox', { name: 'PIN' }).fill(await dashboard.pinFor(EMAIL, 2))
  })

  const dialog = () => page.getByRole('dialog')
  const banner = (name: string) =>
    page
      .getByRole('region', { name: 'Invitations' })
      .locator('.invitation')
      .filter({ hasText: name })
  const isMember = async ({ organization_id }: Seeded) =>
    (await dashboard.store.listMembersAsOperator({ organization_id })).some(
      ({ email }) => email === EMAIL,
    )

  async function invite({ organization_id, email: by }: Seeded): Promise<void> {
    const reach = { organizations: [organization_id], workspace_id: null }
    const invitation = {
      reach,
      organization_id,
      by,
      email: EMAIL,
      role: 'admin',
      limits: [],
      email_limits: [],
    } as const
    const { kind } = await dashboard.store.inviteMember(dashboard.context(), invitation)
    expect(kind).toBe('created')
  }

  it('can be declined by a user without an organization', async () => {
    await page.getByText('No organization yet').waitFor()
    await banner('Acme Robotics').getByText('By ada@acme.example').waitFor()
    await inspect(page, 'invitations-nowhere')
    await page.getByRole('button', { name: 'Decline the invitation to Paper Mill' }).click()
    await inspect(page, 'invitations-decline')
    await dialog().getByRole('button', { name: 'Decline' }).click()
    await banner('Paper Mill').waitFor({ state: 'detached' })
    expect([await isMember(acme), await isMember(mill)]).toEqual([false, false])
  })

  it('make the user a member when accepted, and are shown above every page until then', async () => {
    await page.getByRole('button', { name: 'Accept the invitation to Acme Robotics' }).click()
    await page.locator('main#main h1').waitFor()
    expect(await isMember(acme)).toBe(true)
    await invite(mill)
    await page.goto('/organization')
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    await inspect(page, 'invitations-line')
    await page.getByText('Open invitation: Paper Mill').click()
    await banner('Paper Mill').waitFor()
    await inspect(page, 'invitations-banner')
  })

  it('may have been accepted if the response was lost, so no second attempt is advised', async () => {
    await page.route('**/invitations/*/accept', (route) => route.abort())
    await page.getByRole('button', { name: 'Accept the invitation to Paper Mill' }).click()
    await page.getByText('It is not known whether the request was carried out.').waitFor()
    await page.unrouteAll()
  })

  it('report that they have been withdrawn', async () => {
    await dashboard.store.withdrawInvitationAsOperator(dashboard.context(), {
      organization_id: mill.organization_id,
      email: EMAIL,
    })
    await page.getByRole('button', { name: 'Accept the invitation to Paper Mill' }).click()
    await page.getByText('There is no such open invitation').waitFor()
    expect(await isMember(mill)).toBe(false)
    await inspect(page, 'invitations-withdrawn')
    await page.reload()
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    await banner('Paper Mill').waitFor({ state: 'detached' })
  })

  it('offer to open the organization that the user has joined', async () => {
    await invite(mill)
    await page.goto('/organization')
    await page.getByText('Open invitation: Paper Mill').click()
    await page.getByRole('button', { name: 'Accept the invitation to Paper Mill' }).click()
    const open = page.getByRole('link', { name: 'Open Paper Mill' })
    await expect.poll(() => open.evaluate((link) => link === document.activeElement)).toBe(true)
    await inspect(page, 'invitations-joined')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Paper Mill', level: 1 }).waitFor()
    await open.waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Organization' }).selectOption('Acme Robotics')
    await page.getByRole('heading', { name: 'Acme Robotics', level: 1 }).waitFor()
  })

  it('give access to several organizations: a link selects the organization of its page, and a new tab keeps it', async () => {
    const both = await dashboard.organization('enterprise', 'Second Mill', acme.email)
    const other = await dashboard.visit(acme.email, `/workspaces/${both.workspace_id}/policy`)
    const selected = (of: Page) => of.getByRole('combobox', { name: 'Organization' }).inputValue()
    await other.getByRole('heading', { name: 'Active policy' }).waitFor()
    await expect.poll(() => selected(other)).toBe(both.organization_id)
    const tasks = other
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Tasks' })
    const [tab] = await Promise.all([
      other.context().waitForEvent('page'),
      tasks.click({ modifiers: ['ControlOrMeta'] }),
    ])
    await tab.getByRole('heading', { name: 'Tasks', exact: true }).waitFor()
    expect(await selected(tab)).toBe(both.organization_id)
    await other.getByRole('combobox', { name: 'Organization' }).selectOption('Acme Robotics')
    await expect.poll(() => tasks.getAttribute('href')).toBe('/tasks')
  })

  it('are needed again after the user has left the organizations', async () => {
    for (const name of ['Acme Robotics', 'Paper Mill']) {
      await page.getByRole('button', { name: EMAIL, exact: true }).click()
      await page.getByRole('button', { name: `Leave ${name}` }).click()
      await inspect(page, 'invitations-leave')
      await dialog().getByRole('button', { name: 'Leave' }).click()
      await page.getByText(`You left ${name}.`).waitFor()
    }
    await page.getByText('No organization yet').waitFor()
    expect(await isMember(acme)).toBe(false)
    await inspect(page, 'invitations-left')
  })
})
