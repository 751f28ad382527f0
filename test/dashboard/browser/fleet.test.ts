import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { agentIdentity, register } from '../../http/agents.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { installAgent } from '../seed-installations.ts'
import { inspect } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'

browserTest('the installations of an organization', (start) => {
  let dashboard: Dashboard
  let page: Page
  let owner: Seeded
  let installed: Awaited<ReturnType<typeof installAgent>>[]
  beforeAll(async () => {
    dashboard = await start()
    owner = await dashboard.organization()
    page = await dashboard.visit(owner.email)
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('dialog')
  const table = () => page.getByRole('table', { name: 'Installations' })
  const rows = () => table().locator('tbody tr')

  it('do not exist yet, so the overview shows the first steps instead of a healthy state', async () => {
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByText('No agent is installed yet.').waitFor()
    await steps.getByRole('link', { name: 'Create an install token' }).waitFor()
    expect(await steps.locator('li', { hasText: 'Create a workspace' }).innerText()).toMatch(/done/)
    expect(await page.getByText('all healthy').count()).toBe(0)
    await inspect(page, 'overview-empty')
    await page.getByRole('link', { name: 'Installations', exact: true }).first().click()
    await page.getByText('No installations yet').waitFor()
    await inspect(page, 'fleet-empty')
  })

  it('are listed across workspaces, with the workspace as a column and as a filter', async () => {
    const second = await owner.api.post(`/orgs/${owner.organization_id}/workspaces`, {
      name: 'Staging',
    })
    const staging = { ...owner, workspace_id: second.body.workspace_id as string }
    const [reader, clerk] = [
      await register(owner, agentIdentity(1, 'Invoice Reader')),
      await register(owner, agentIdentity(2, 'Ledger Clerk')),
    ]
    installed = [
      await installAgent(dashboard, owner, reader),
      await installAgent(dashboard, staging, reader),
      await installAgent(dashboard, owner, clerk),
    ]
    await installed[1]!.beacon({ platform: 'kubernetes' })
    await page.goto('/installations')
    await expect.poll(() => rows().count()).toBe(3)
    await page
      .locator('main')
      .getByRole('combobox', { name: 'Workspace' })
      .selectOption({ label: 'Staging' })
    await expect.poll(() => rows().count()).toBe(1)
    expect(await rows().first().innerText()).toMatch(/Invoice Reader[\s\S]*Staging/)
    await page.locator('main').getByRole('combobox', { name: 'Workspace' }).selectOption('')
    await expect.poll(() => rows().count()).toBe(3)
  })

  it('are found by name, platform and identifier, and the search is kept in the URL', async () => {
    const search = page.getByRole('searchbox')
    await search.fill('read inv')
    await expect.poll(() => rows().count()).toBe(2)
    await page.getByRole('combobox', { name: 'Platform' }).selectOption({ label: 'Kubernetes' })
    await expect.poll(() => rows().count()).toBe(1)
    await page.reload()
    await expect.poll(() => rows().count()).toBe(1)
    await page.getByRole('combobox', { name: 'Platform' }).selectOption('')
    await search.fill(installed[2]!.installation_id)
    await table().getByText('Ledger Clerk').waitFor()
    await expect.poll(() => rows().count()).toBe(1)
    await search.fill('nobody')
    await page.getByText('No installations match').waitFor()
    await page.getByRole('link', { name: 'Show all' }).click()
    await expect.poll(() => rows().count()).toBe(3)
  })

  it('get labels one by one and several at once, and are selected by them', async () => {
    await rows().filter({ hasText: 'Staging' }).getByRole('link').first().click()
    await button('Edit labels').click()
    await dialog().getByLabel('Labels').fill('env=staging')
    await button('Save labels').click()
    // The dialog, which closes a moment later, has the same text.
    await page.getByRole('list', { name: 'Labels' }).getByText('env=staging').waitFor()
    await dialog().waitFor({ state: 'hidden' })
    await inspect(page, 'installation-labels')
    await page.goto('/installations?workspace=' + owner.workspace_id)
    await expect.poll(() => rows().count()).toBe(2)
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await button('Labels…').click()
    await dialog().getByLabel('Add or change').fill('env=prod, team=books')
    await inspect(page, 'fleet-label')
    await button('Label 2 installations').click()
    await dialog().getByText('2 of 2 labelled.').waitFor()
    await button('Close').last().click()
    await page.goto('/installations')
    await page.getByRole('textbox', { name: 'Labels' }).fill('env!=prod')
    await expect.poll(() => rows().count()).toBe(1)
    await table().getByText('env=staging').waitFor()
    await page.getByRole('textbox', { name: 'Labels' }).fill('env=prod')
    await expect.poll(() => rows().count()).toBe(2)
  })

  it('are paused and resumed by a filter, with the outcome for each', async () => {
    await installed[2]!.command({ type: 'pause' })
    await button('Select all active and paused that match').click()
    await button('Pause…').click()
    await dialog().getByText('2 installations').first().waitFor()
    await dialog().getByLabel('Reason').fill('Closing the quarter.')
    await inspect(page, 'fleet-pause')
    await button('Pause 2 installations').click()
    await dialog().getByText('1 of 2 paused.').waitFor()
    await dialog().getByText('1 needed no change').click()
    await dialog().getByText(installed[2]!.installation_id).waitFor()
    await inspect(page, 'fleet-paused')
    await button('Close').last().click()
    await rows()
      .filter({ hasText: 'Invoice Reader' })
      .getByText('paused', { exact: true })
      .waitFor()
    await inspect(page, 'fleet-all')
    await button('Select all active and paused that match').click()
    await button('Resume…').click()
    await button('Resume 2 installations').click()
    await dialog().getByText('2 of 2 resumed.').waitFor()
    await button('Close').last().click()
    const read = await owner.api.get(`/installations/${installed[1]!.installation_id}`)
    expect(read.body.lifecycle).toBe('active')
    expect(read.body).not.toHaveProperty('command')
  })

  it('have trends, whose period is kept in the URL', async () => {
    const { organization_id } = owner
    const moment = Date.parse(dashboard.app.clock.now())
    for (let hour = 0; hour < 24; hour += 1)
      await dashboard.store.addToTrends(
        { ...dashboard.context(), now: new Date(moment - hour * 3_600_000).toISOString() },
        {
          counts: [
            { organization_id, metric: 'heartbeats', amount: 120 + ((hour * 37) % 60) },
            { organization_id, metric: 'tasks', amount: hour % 5 },
            { organization_id, metric: 'failures', amount: Number(hour % 8 === 3) },
          ],
        },
      )
    await page.reload()
    const trends = page.getByRole('region', { name: 'Trends' })
    await trends.getByRole('figure', { name: 'Failed tasks: 3' }).waitFor()
    await inspect(page, 'fleet-trends')
    await trends.getByRole('link', { name: '30 days' }).click()
    await trends.getByRole('figure', { name: 'Tasks: 46', exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('period')).toBe('month')
    const figures = trends.getByRole('figure', { name: 'Tasks: 46', exact: true })
    await figures.getByText('Show as table').click()
    expect(await figures.locator('tbody tr').count()).toBe(30)
    await figures.getByText('Show as table').click()
  })

  it('show a revocation before any other command', async () => {
    await installed[0]!.command({ type: 'pause' })
    await page.goto(`/installations/${installed[0]!.installation_id}`)
    await button('Revoke…').click()
    await button('Revoke installation').click()
    await page.getByText('left to finish and acknowledge').waitFor()
    const commands = page.getByRole('table', { name: 'Commands' })
    await commands.getByText('waiting').waitFor()
    expect(await commands.getByText('waiting').count()).toBe(1)
    expect(await page.getByText('heartbeats are rejected').count()).toBe(0)
    await inspect(page, 'revoked-while-paused')
  })
})
