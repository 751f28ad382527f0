import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runRegistry } from '../../cli/process.ts'
import { axe, takeScreenshots } from '../inspect.ts'
import { isToolMissing } from '../../kit/tools.ts'
import {
  STORE_KINDS,
  MASTER_KEY,
  startDashboard,
  type Dashboard,
  type Seeded,
} from '../dashboard.ts'
import { seedAgents } from '../seed.ts'
import type { TestAgent } from '../../http/agents.ts'

/** Judges a dispute on the command line while the registry is running. */
async function judge(
  { config: { store } }: Dashboard,
  verb: 'review' | 'uphold',
  dispute_id: string,
  reason: string,
): Promise<void> {
  const { code, stderr } = await runRegistry(['dispute', verb, dispute_id, '--reason', reason], {
    env: { SVC_STORE: store, SVC_MASTER_KEY: MASTER_KEY },
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
}

describe.skipIf(isToolMissing('chromium')).each(STORE_KINDS)('a dispute, on %s', (kind) => {
  let dashboard: Dashboard
  let acme: Seeded
  let northwind: Seeded
  let agent: TestAgent
  let page: Page
  let theirs: Page
  let dispute_id: string
  beforeAll(async () => {
    dashboard = await startDashboard(kind)
    acme = await dashboard.organization()
    northwind = await dashboard.organization(
      'professional',
      'Northwind Traders',
      'nora@northwind.example',
    )
    agent = (await seedAgents(northwind, 1))[0]!
    page = await dashboard.newPage()
    await dashboard.signIn(page, acme.email, '/disputes')
    theirs = await dashboard.newPage()
    await dashboard.signIn(theirs, northwind.email, '/disputes?side=received')
  })
  afterAll(async () => {
    expect(dashboard.faults()).toEqual([])
    await dashboard.end()
  })

  it('is in neither list before it is reported', async () => {
    await page.getByText('You have not reported any agents').waitFor()
    await theirs.getByText('No reports about your agents').waitFor()
    await axe(page)
    await takeScreenshots(page, 'disputes-empty')
  })

  it('is reported on the agent page with a task and logs', async () => {
    await page.goto(`/agents/${agent.svc_id}`)
    await page.getByRole('link', { name: 'Report this agent' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('textbox', { name: 'Agent' }).inputValue()).toBe(agent.svc_id)
    await dialog.getByRole('button', { name: 'Report' }).click()
    await dialog.getByText(/^What happened /).waitFor()
    await dialog.getByRole('radio', { name: /^Incorrect response/ }).check()
    await dialog
      .getByRole('textbox', { name: 'What happened' })
      .fill(
        'The total of invoice 4711 is 1,840.00 and not 184.00, so we paid a tenth of what was due.',
      )
    await dialog.getByRole('textbox', { name: 'Task' }).fill('task_invoice_4711')
    await dialog
      .getByRole('textbox', { name: 'Logs' })
      .fill('09:13:02 extract_invoice 4711.pdf\n09:13:03 {"total": 184.00, "currency": "EUR"}')
    await axe(page)
    await takeScreenshots(page, 'disputes-report')
    await dialog.getByRole('button', { name: 'Report' }).click()
    await page.getByText('The total of invoice 4711').waitFor()
    dispute_id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1)!)
    await page.getByText('50 out of 100').waitFor()
    await page.getByText('1 open, 0 upheld').waitFor()
    await axe(page)
  })

  it('shows comments of both organizations without a reload', async () => {
    await theirs.reload()
    await theirs.getByRole('link', { name: /^Amber Booker/ }).waitFor()
    await theirs.getByRole('link', { name: 'Incorrect response' }).click()
    await theirs
      .getByRole('textbox', { name: 'Comment' })
      .fill('The scan of page 2 was unreadable. Could you send us the original?')
    await theirs.getByRole('button', { name: 'Comment' }).click()
    await page.getByText('The scan of page 2 was unreadable').waitFor()
    await page.getByRole('textbox', { name: 'Comment' }).fill('It is attached to the task.')
    await page.getByRole('button', { name: 'Comment' }).click()
    await theirs.getByText('It is attached to the task.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('')
    await axe(theirs)
  })

  it('shows the reason, the lower reputation and an audit record after it was upheld', async () => {
    await judge(dashboard, 'review', dispute_id, 'We are checking the logs.')
    await page.getByText('We are checking the logs.').waitFor()
    await takeScreenshots(page, 'disputes-under-review')
    await judge(dashboard, 'uphold', dispute_id, 'The logs show a wrong total.')
    await page.getByText('The agent lost 10 points').waitFor()
    await page.getByText('The logs show a wrong total.').waitFor()
    await page.getByText('40 out of 100').waitFor()
    await page.getByText('0 open, 1 upheld').waitFor()
    expect(await page.getByRole('textbox', { name: 'Comment' }).count()).toBe(0)
    await axe(page)
    await takeScreenshots(page, 'disputes-upheld')
    await page.getByRole('link', { name: 'View in audit log' }).click()
    await page.getByRole('link', { name: 'dispute.upheld' }).waitFor()
    await page.getByRole('link', { name: 'dispute.opened' }).waitFor()
  })

  it('is listed for both organizations by state', async () => {
    await page.goto('/disputes')
    await page.getByRole('link', { name: 'Incorrect response' }).waitFor()
    await axe(page)
    await takeScreenshots(page, 'disputes')
    await page.getByLabel('State', { exact: true }).selectOption('rejected')
    await page.getByText('No rejected disputes').waitFor()
    await theirs.goto('/disputes?side=received&state=upheld')
    await theirs.getByRole('link', { name: 'Incorrect response' }).waitFor()
    await axe(theirs)
    await takeScreenshots(theirs, 'disputes-received')
  })

  it('is not visible to other organizations', async () => {
    const stranger = await dashboard.organization('free', 'Small Works', 'sam@small.example')
    const other = await dashboard.newPage()
    await dashboard.signIn(other, stranger.email, `/disputes/${dispute_id}`)
    await other.getByText('Not found', { exact: true }).waitFor()
    await axe(other)
  })
})
