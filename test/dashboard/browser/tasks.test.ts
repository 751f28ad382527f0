import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createClock } from '../../../src/system.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { inspect, takeScreenshots } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'
import { agentsThatFail, bootstrapAgent, routeTask, seedAgents } from '../seed.ts'

const TASKS = 24
const PAUSE_MS = 5 * 60_000

browserTest('tasks', (start) => {
  let dashboard: Dashboard
  let acme: Seeded
  let page: Page
  let svc_id: string
  let idle: string
  beforeAll(async () => {
    const clock = createClock(() => Date.now() - TASKS * PAUSE_MS)
    dashboard = await start({}, { clock, agentCaller: agentsThatFail(4) })
    acme = await dashboard.organization()
    const [agent, other] = await seedAgents(acme, 2)
    svc_id = agent!.svc_id
    idle = other!.svc_id
    await bootstrapAgent(dashboard, acme, agent!, {
      capabilities: ['extract_invoice', 'summarize'],
    })
    page = await dashboard.visit(acme.email, '/tasks')
  })

  const rows = () => page.locator('.table tbody tr')

  it('appear without a reload', async () => {
    await page.getByText('No tasks yet').waitFor()
    await inspect(page, 'tasks-empty')
    for (let count = 0; count < TASKS; count += 1) {
      await routeTask(acme, count % 3 === 0 ? 'summarize' : 'extract_invoice')
      dashboard.app.clock.advance(PAUSE_MS)
    }
    await expect.poll(() => rows().count()).toBe(TASKS)
  })

  it('are summarized by outcome, duration and error code', async () => {
    await page.reload()
    await page.getByText('Failures by code').waitFor()
    expect(await page.locator('.status-counts button').allTextContents()).toEqual([
      '0submitted',
      '0working',
      '18completed',
      '6failed',
      '0canceled',
      '0rejected',
    ])
    expect(await page.locator('.failures li').allTextContents()).toEqual(['execution_error6'])
    await page.getByText(/^median \d+ ms/).waitFor()
    await page.getByText('Show as table').first().click()
    await inspect(page)
    await page.getByText('Show as table').first().click()
    await takeScreenshots(page, 'tasks')
  })

  it('are filtered by state, skill and agent, and keep the filters in the URL', async () => {
    await page.locator('.status-counts button', { hasText: 'failed' }).click()
    await expect.poll(() => rows().count()).toBe(6)
    expect(new URL(page.url()).searchParams.get('status')).toBe('failed')
    await page.getByLabel('State', { exact: true }).selectOption('')
    await page.getByRole('searchbox').fill('summarize')
    await expect.poll(() => rows().count()).toBe(8)
    await page.goto(`/tasks?agent=${idle}`)
    await page.getByText('No matching tasks').waitFor()
    await page.goto(`/tasks?agent=${svc_id}`)
    await page
      .locator('p.filter')
      .getByRole('link', { name: /^Amber Booker/ })
      .waitFor()
    await expect.poll(() => rows().count()).toBe(TASKS)
    await page.getByRole('searchbox').fill('nothing_like_it')
    await page.getByText('No matching tasks').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => rows().count()).toBe(TASKS)
  })

  it('show why they failed and link to a report', async () => {
    await page.getByLabel('State', { exact: true }).selectOption('failed')
    await expect.poll(() => rows().count()).toBe(6)
    await rows().first().getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The invoice has no total.').waitFor()
    await dialog
      .getByText('the installation had never signed an answer with the agent’s key')
      .waitFor()
    await inspect(page, 'tasks-one')
    await dialog.getByRole('link', { name: 'Report this task' }).click()
    await page.getByRole('dialog', { name: 'Report an agent' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Agent' }).inputValue()).toBe(svc_id)
    expect(await page.getByRole('textbox', { name: 'Task' }).inputValue()).not.toBe('')
  })

  it('name the key that requested them, and appear as one row each in the audit log', async () => {
    await page.goto('/tasks')
    await rows().first().getByText('API key seed').waitFor()
    await rows().first().getByRole('button').click()
    await page.getByRole('dialog').getByText('API key seed').waitFor()
    const requestedFor = page
      .getByRole('dialog')
      .locator('div', { has: page.getByText('Requested for', { exact: true }) })
    await requestedFor.last().getByRole('link', { name: 'Acme' }).waitFor()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: 'Amber Booker', exact: false })
      .first()
      .waitFor()
    await page.goto('/audit')
    const records = page.getByRole('table', { name: 'Audit records' }).locator('tbody tr')
    const completed = records.filter({ hasText: 'task.completed' })
    await expect.poll(() => completed.count()).toBe(18)
    expect([
      await records.filter({ hasText: 'task.failed' }).count(),
      await records.filter({ hasText: 'task.routed' }).count(),
    ]).toEqual([6, 0])
    await expect
      .poll(() => completed.first().innerText())
      .toMatch(/^Task completed\s+task\.completed\s+took \d+ ms\s+success\s+API key seed\s/)
    await takeScreenshots(page, 'audit-tasks')
    await completed.first().getByRole('link', { name: 'Start of the task' }).click()
    await page.getByRole('dialog').getByText('task.routed').first().waitFor()
    await page.goto('/')
    const recent = page.getByRole('table', { name: 'Newest audit records' })
    await recent
      .getByText(/^took \d+ ms$/)
      .first()
      .waitFor()
    expect(await recent.getByText('Task routed').count()).toBe(0)
    await inspect(page, 'overview-tasks')
  })

  it('require a workspace', async () => {
    const small = await dashboard.organization('free', 'Small Works', 'sam@small.example')
    await small.api.delete(`/orgs/${small.organization_id}/workspaces/${small.workspace_id}`)
    const other = await dashboard.visit(small.email, '/tasks')
    await other.getByText('No workspaces yet').waitFor()
    await inspect(other)
  })
})
