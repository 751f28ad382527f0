import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axe, takeScreenshots } from '../inspect.ts'
import { isToolMissing } from '../../kit/tools.ts'
import { STORE_KINDS, startDashboard, type Dashboard, type Seeded } from '../dashboard.ts'
import { seedAgents } from '../seed.ts'
import type { TestAgent } from '../../http/agents.ts'

const OLGA = 'olga@registry.example'

describe.skipIf(isToolMissing('chromium')).each(STORE_KINDS)('an operator, on %s', (kind) => {
  let dashboard: Dashboard
  let acme: Seeded
  let northwind: Seeded
  let agent: TestAgent
  let page: Page
  let theirs: Page
  let dispute_id: string
  let reported = 0
  const report = async (
    description: string,
    issue_type = 'incorrect_response',
  ): Promise<string> => {
    const logs = '09:13:02 extract_invoice 4711.pdf\n09:13:03 {"total": 184.00, "currency": "EUR"}'
    const evidence = { task_id: `task_${(reported += 1)}`, logs }
    const { status, body } = await acme.api.post(`/agents/${agent.svc_id}/disputes`, {
      issue_type,
      description,
      evidence,
    })
    expect(status).toBe(201)
    return body.dispute_id
  }
  beforeAll(async () => {
    dashboard = await startDashboard(kind)
    acme = await dashboard.organization()
    northwind = await dashboard.organization(
      'professional',
      'Northwind Traders',
      'nora@northwind.example',
    )
    agent = (await seedAgents(northwind, 1))[0]!
    await dashboard.store.addOperator(dashboard.context(), { email: OLGA })
    page = await dashboard.newPage()
    theirs = await dashboard.newPage()
    await dashboard.signIn(theirs, acme.email, '/disputes')
  })
  afterAll(async () => {
    expect(dashboard.faults()).toEqual([])
    await dashboard.end()
  })

  it('sees only the dispute queue if they do not belong to any organization', async () => {
    await dashboard.signIn(page, OLGA)
    await page.getByRole('heading', { name: 'Disputes to judge' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/operator')
    await page.getByText('No open disputes').waitFor()
    expect(await page.locator('#navigation li').allTextContents()).toEqual(['Operator'])
    await axe(page)
    await takeScreenshots(page, 'operator-empty')
    await page.goto('/workspaces')
    await page.getByText('This page requires an organization').waitFor()
    await axe(page)
    await page.getByRole('link', { name: 'Go to the disputes' }).click()
    await page.getByText('No open disputes').waitFor()
  })

  it('sees new reports without a reload, oldest first', async () => {
    dispute_id = await report(
      'The total of invoice 4711 is 1,840.00 and not 184.00, so we paid a tenth of what was due.',
    )
    await report('It sent a customer list to an unknown address.', 'security_concern')
    await page.getByRole('link', { name: 'Incorrect response' }).waitFor()
    await page.getByRole('link', { name: 'Security concern' }).waitFor()
    expect(await page.locator('.table .lead-cell a').allTextContents()).toEqual([
      'Incorrect response',
      'Security concern',
    ])
    expect(await page.getByText('Northwind Traders').count()).toBe(2)
    expect(await page.getByText('Amber Booker 1.0.0').count()).toBe(2)
    await axe(page)
    await takeScreenshots(page, 'operator-queue')
  })

  it('starts a review with a reason that both organizations see', async () => {
    await theirs.goto(`/disputes/${dispute_id}`)
    await theirs
      .getByRole('textbox', { name: 'Comment' })
      .fill('The invoice is attached to the task.')
    await theirs.getByRole('button', { name: 'Comment' }).click()
    await page.getByRole('link', { name: 'Incorrect response' }).click()
    await page.getByText('The invoice is attached to the task.').waitFor()
    await page.getByText('"total": 184.00').waitFor()
    await page.getByText('50 out of 100').waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    await axe(page)
    await takeScreenshots(page, 'operator-case')
    await page.getByRole('button', { name: 'Start review' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Start review' }).click()
    await dialog.getByText('Reason must not be empty').waitFor()
    await dialog
      .getByRole('textbox', { name: 'Reason' })
      .fill('We are comparing the logs with the invoice.')
    await dialog.getByRole('button', { name: 'Start review' }).click()
    await page.getByText('Review started.').waitFor()
    expect(await page.getByRole('button', { name: 'Start review' }).count()).toBe(0)
    await theirs.getByText('We are comparing the logs with the invoice.').waitFor()
  })

  it('sees the consequence before upholding a dispute, which lowers the reputation', async () => {
    await page.getByRole('button', { name: 'Uphold' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The agent loses 10 points of reputation. This is final.').waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The logs show a wrong total.')
    await axe(page)
    await takeScreenshots(page, 'operator-uphold')
    await dialog.getByRole('button', { name: 'Uphold' }).click()
    await page.getByText('The agent lost 10 points').waitFor()
    await page.getByText('40 out of 100').waitFor()
    expect(await page.getByRole('button', { name: /Uphold|Reject/ }).count()).toBe(0)
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Judgement')
    await axe(page)
    await takeScreenshots(page, 'operator-upheld')
  })

  it('makes decisions that both organizations see and that name the operator in the audit log', async () => {
    await theirs.getByText('The logs show a wrong total.').waitFor()
    await theirs.getByText('40 out of 100').waitFor()
    expect(await theirs.locator('.steps time').count()).toBe(3)
    await takeScreenshots(theirs, 'operator-upheld-reporter')
    await theirs.getByRole('link', { name: 'View in audit log' }).click()
    await theirs.getByRole('link', { name: 'dispute.upheld' }).click()
    await theirs.getByText(OLGA).first().waitFor()
  })

  it('rejects a dispute and lists disputes by state', async () => {
    await page.goto('/operator')
    await page.getByRole('link', { name: 'Security concern' }).click()
    await page.getByRole('button', { name: 'Reject' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The agent is not penalized. This is final.').waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The address is the customer’s own.')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('It has no consequences for the agent.').waitFor()
    await page.goto('/operator')
    await page.getByText('No open disputes').waitFor()
    const steps = [
      ['Decided', 'Incorrect response'],
      ['rejected', 'Security concern'],
      ['upheld', 'Incorrect response'],
    ] as const
    for (const [state, title] of steps) {
      await page.getByRole('link', { name: state, exact: true }).click()
      await page.getByRole('link', { name: title }).waitFor()
    }
    await axe(page)
    await takeScreenshots(page, 'operator-decided')
    await page.getByRole('link', { name: 'Under review' }).click()
    await page.getByText('No disputes under review').waitFor()
  })

  it('cannot judge a dispute that involves their own organization', async () => {
    const id = await report('It answers in the wrong currency.')
    await dashboard.store.addMember(dashboard.context(), {
      organization_id: acme.organization_id,
      email: OLGA,
      role: 'viewer',
    })
    await page.goto('/operator')
    await page.getByText('conflict of interest').waitFor()
    await axe(page)
    await page.goto(`/operator/disputes/${id}`)
    await page.getByText('Another operator must judge this dispute.').waitFor()
    expect(await page.getByRole('button', { name: /Uphold|Reject|review/ }).count()).toBe(0)
    await axe(page)
    await takeScreenshots(page, 'operator-conflict')
  })

  it('has access to pages on which other users see an explanation', async () => {
    await theirs.goto('/operator')
    await theirs.getByText('Only registry operators can judge disputes').waitFor()
    expect(await theirs.locator('#navigation li').allTextContents()).not.toContain('Operator')
    await axe(theirs)
    await theirs.goto(`/operator/disputes/${dispute_id}`)
    await theirs.getByText('Only registry operators can judge disputes').waitFor()
  })

  it('loses access after being removed', async () => {
    await dashboard.store.removeOperator(dashboard.context(), { email: OLGA })
    await page.goto('/operator')
    await page.getByText('Only registry operators can judge disputes').waitFor()
  })
})
