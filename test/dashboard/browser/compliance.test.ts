import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { Dashboard } from '../dashboard.ts'
import { inspect, takeScreenshots } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'
import { bootstrapAgent, seedAgents } from '../seed.ts'

browserTest('compliance reports', (start) => {
  let dashboard: Dashboard
  let page: Page
  beforeAll(async () => {
    dashboard = await start()
    const acme = await dashboard.organization()
    const [agent] = await seedAgents(acme, 1)
    await bootstrapAgent(dashboard, acme, agent!)
    page = await dashboard.visit(acme.email, '/compliance')
  })

  it('cover a selected agent for all frameworks or only some of them', async () => {
    await page.getByText('Select an agent', { exact: true }).waitFor()
    await inspect(page, 'compliance-empty')
    await page.getByLabel('Agent', { exact: true }).selectOption({ label: 'Amber Booker 1.0.0' })
    await page.getByText('recomputed, matches').waitFor()
    await inspect(page, 'compliance')
    await page.getByRole('checkbox', { name: 'GDPR' }).check()
    await page.getByRole('checkbox', { name: 'SOC 2' }).check()
    await expect.poll(() => page.locator('.framework').count()).toBe(2)
    await page.getByText('recomputed, matches').waitFor()
    await takeScreenshots(page, 'compliance-two')
  })

  it('link from a control to its evidence and to the audit record', async () => {
    const framework = page.locator('.framework').first()
    if ((await framework.getAttribute('open')) === null) await framework.locator('summary').click()
    await framework.getByRole('row').nth(1).getByRole('link').first().click()
    expect(new URL(page.url()).hash).toMatch(/^#evidence-/)
    await page.locator('.record-list summary').first().click()
    const link = page.locator('.record-list a').first()
    const sequence = await link.textContent()
    await link.click()
    await page.getByRole('dialog', { name: `Record ${sequence}` }).waitFor()
    await page.goBack()
  })

  it('can be downloaded as JSON and Markdown', async () => {
    const downloadWith = async (button: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ])
      return {
        name: download.suggestedFilename(),
        text: await text(await download.createReadStream()),
      }
    }
    const json = await downloadWith('Download JSON')
    expect(json.name).toMatch(/^compliance-amber-booker-.*\.json$/)
    expect(JSON.parse(json.text)).toMatchObject({
      agent: { name: 'Amber Booker' },
      frameworks: [{ id: 'gdpr' }, { id: 'soc2' }],
    })
    const markdown = await downloadWith('Download Markdown')
    expect(markdown.text).toMatch(/^# Compliance evidence for/)
  })

  it('show an upgrade notice on a lower plan', async () => {
    const small = await dashboard.organization('professional', 'Small Works', 'sam@small.example')
    const other = await dashboard.visit(small.email, `/compliance?agent=${'a'.repeat(64)}`)
    await other.getByText('Not included in your plan').waitFor()
    await inspect(other, 'compliance-402')
  })
})
