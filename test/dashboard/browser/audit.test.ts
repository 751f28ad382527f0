import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyAuditHead, type PublishedAuditHead } from '../../../src/agent/index.ts'
import { openUnfinished } from '../../../src/store/open.ts'
import { startVendor, type Vendor } from '../../jobs/audit/vendors.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { inspect, takeScreenshots } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'
import { unavailable } from '../pages.ts'
import { seedAgents } from '../seed.ts'

const DESTINATIONS = [
  { kind: 'logs', title: /^Log aggregation/, secret: 'Log intake API key' },
  { kind: 'collector', title: /^Event collector/, secret: 'Collector token' },
  { kind: 'alerts', title: /^Incident alerts/, secret: 'Routing key' },
] as const

browserTest('the audit log', (start) => {
  let dashboard: Dashboard
  let acme: Seeded
  let page: Page
  const vendors: Vendor[] = []
  beforeAll(async () => {
    dashboard = await start({ outgoing: { http: true, allow: ['127.0.0.1'] } })
    acme = await dashboard.organization()
    await seedAgents(acme, 3)
    for (const name of ['Invoices', 'Returns', 'Payroll'])
      await acme.api.post(`/orgs/${acme.organization_id}/workspaces`, { name })
    page = await dashboard.visit(acme.email, '/audit')
  })
  afterAll(() => Promise.all(vendors.map((vendor) => vendor.close())))

  const events = () => page.locator('tbody .lead-cell code').allTextContents()
  const dialog = () => page.getByRole('dialog')

  it('lists the records of the organization', async () => {
    await page.getByRole('link', { name: 'workspace.created' }).first().waitFor()
    expect(await events()).toContain('agent.registered')
    await inspect(page, 'audit')
  })

  it('names events and targets in words', async () => {
    const rows = page.locator('tbody')
    expect(await rows.innerText()).toMatch(/Workspace created\s+workspace\.created/)
    await rows.getByRole('link', { name: 'Payroll', exact: true }).first().waitFor()
    await rows
      .getByRole('link', { name: /^Amber Booker / })
      .first()
      .waitFor()
  })

  it('downloads the matching records as CSV and as JSON', async () => {
    await page.goto('/audit?event_type=agent.registered')
    for (const format of ['CSV', 'JSON']) {
      await page.getByRole('button', { name: 'Download', exact: true }).click()
      await dialog().getByRole('radio', { name: format }).check()
      if (format === 'CSV') await inspect(page, 'audit-download')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog().getByRole('button', { name: 'Download', exact: true }).click(),
      ])
      const content = await text(await download.createReadStream())
      if (format === 'CSV') {
        const lines = content.trim().split('\r\n')
        expect(lines).toHaveLength(4)
        expect(lines[1]).toContain('"agent.registered"')
      } else {
        const records = JSON.parse(content) as { event_type: string }[]
        expect(records.map(({ event_type }) => event_type)).toEqual(
          Array.from({ length: 3 }, () => 'agent.registered'),
        )
      }
    }
    await page.goto('/audit')
  })

  it('asks for what an export lacks before the export is sent', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const start = dialog().getByRole('button', { name: 'Start export' })
    await start.click()
    await dialog()
      .getByText('has not configured both an intake URL and a credential for log aggregation', {
        exact: false,
      })
      .waitFor()
    await dialog().getByLabel('Intake URL').fill('https://logs.example')
    await start.click()
    await dialog()
      .getByText('Log intake API key is required with an intake URL of your own.')
      .waitFor()
    await inspect(page, 'audit-export-refused')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await dialog().getByRole('button', { name: 'Discard' }).click()
    const { items } = (
      await acme.api.get(
        `/audit-logs?organization_id=${acme.organization_id}&event_type=audit.export_failed`,
      )
    ).body as { items: readonly unknown[] }
    expect(items).toEqual([])
  })

  it('filters by event type, text and day, and keeps the filters in the URL', async () => {
    await page.getByLabel('Event type', { exact: true }).selectOption('workspace.created')
    await expect.poll(async () => [...new Set(await events())]).toEqual(['workspace.created'])
    expect(new URL(page.url()).searchParams.get('event_type')).toBe('workspace.created')
    await page.getByRole('searchbox').fill(acme.workspace_id)
    await expect.poll(async () => (await events()).length).toBe(1)
    await page.getByLabel(/^To \(UTC/).fill('2020-01-01')
    await page.getByText('No matching records').waitFor()
    await inspect(page)
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await expect.poll(async () => (await events()).length).toBeGreaterThan(5)
    await page.getByLabel(/^From \(UTC/).fill('2020-01-01')
    await expect.poll(async () => (await events()).length).toBeGreaterThan(5)
    expect(new URL(page.url()).searchParams.get('from')).toMatch(/^2020-01-01(Z|[+-]\d\d:\d\d)$/)
    await page.getByLabel(/^To \(UTC/).fill('2019-12-31')
    await page.getByText('“To” is before “From”').waitFor()
    await inspect(page, 'audit-days')
    await page.getByRole('searchbox').fill('no such thing')
    await page.getByText('No matching records').waitFor()
    await page.goto('/audit')
  })

  it('shows a record with its neighbours in the chain and a hash recomputed in the browser', async () => {
    await page.locator('tbody tr', { hasText: 'agent.registered' }).last().click()
    await dialog().getByText('recomputed, matches').waitFor()
    expect(await dialog().getByText('linked').count()).toBe(2)
    const sequence = Number(new URL(page.url()).searchParams.get('record'))
    await inspect(page, 'audit-record')
    await dialog()
      .getByRole('link', { name: String(sequence - 1), exact: true })
      .click()
    await page.getByRole('dialog', { name: `Record ${sequence - 1}` }).waitFor()
    await dialog().getByText('recomputed, matches').waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    await expect.poll(() => new URL(page.url()).searchParams.has('record')).toBe(false)
  })

  it('can be used with the keyboard alone', async () => {
    await page.locator('tbody tr').first().focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await dialog().getByText('In the chain').waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
  })

  it('shows the published head with its witnesses, and offers the proof for download', async () => {
    const panel = page.getByRole('region', { name: 'Published head' })
    const { store, log } = dashboard.app.services
    await store.publishHeads(dashboard.app.jobs.platformContext(), { pause_ms: 0 })
    await store.sequenceLog(dashboard.app.jobs.platformContext(), { signer: log })
    await page.goto('/audit')
    await panel.getByText('none have cosigned it yet').waitFor()
    await panel.getByText('13', { exact: true }).waitFor()
    await inspect(page, 'audit-head')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Download proof' }).click(),
    ])
    const { head } = JSON.parse(await text(await file.createReadStream())) as {
      head: PublishedAuditHead
    }
    expect(head).toMatchObject({ chain: acme.organization_id, sequence: 13 })
    expect(verifyAuditHead(head, { log: log.keys(dashboard.app.clock.now())[0]! })).toMatchObject({
      kind: 'proved',
    })
  })

  it('verifies the whole chain in batches', async () => {
    const steps: string[] = []
    await page.route('**/audit-logs/verification*', async (route) => {
      const url = route.request().url().replace('limit=5000', 'limit=4')
      steps.push(new URL(url).searchParams.get('from_sequence') ?? 'the beginning')
      await route.continue({ url })
    })
    await page.route(
      '**/audit-logs/verification*',
      async (route) => {
        await page.getByText('Records verified: 0').waitFor()
        await route.fallback()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Verify chain' }).click()
    await page.getByText('intact', { exact: true }).waitFor()
    expect(steps).toEqual(['the beginning', '5', '9', '13'])
    await page.getByText('13 records, up to record 13.').waitFor()
    await page.unroute('**/audit-logs/verification*')
    await inspect(page, 'audit-intact')
  })

  it.each(DESTINATIONS)(
    'exports to $kind and shows the progress',
    async ({ kind: to, title, secret }) => {
      const vendor = await startVendor(to)
      vendors.push(vendor)
      await page.getByRole('button', { name: 'Export' }).click()
      await dialog().getByRole('radio', { name: title }).check()
      await dialog().getByRole('textbox', { name: 'Intake URL' }).fill(vendor.url)
      await dialog().getByLabel(secret).fill(vendor.credential)
      await dialog().getByRole('textbox', { name: 'Event type' }).fill('workspace.created')
      await inspect(page)
      if (to === 'logs') await takeScreenshots(page, 'audit-export')
      await dialog().getByRole('button', { name: 'Start export' }).click()
      await dialog().getByText('4 of 4 records delivered').waitFor()
      await dialog().getByText('completed', { exact: true }).waitFor()
      expect(vendor.stored.length).toBe(4)
      await inspect(page)
      if (to === 'logs') await takeScreenshots(page, 'audit-exported')
      await dialog().getByRole('button', { name: 'Close' }).last().click()
      await dialog().waitFor({ state: 'hidden' })
    },
  )

  it('shows why an export failed', async () => {
    const vendor = await startVendor('logs')
    vendors.push(vendor)
    await page.getByRole('button', { name: 'Export' }).click()
    await dialog().getByRole('textbox', { name: 'Intake URL' }).fill(vendor.url)
    await dialog().getByLabel('Log intake API key').fill('wrong')
    await dialog().getByRole('button', { name: 'Start export' }).click()
    await dialog().getByText('failed', { exact: true }).waitFor()
    await dialog().getByText('DESTINATION_REFUSED_CREDENTIAL').waitFor()
    await inspect(page, 'audit-export-failed')
    await page.keyboard.press('Escape')
  })

  it('shows where the chain is broken', async () => {
    const database = await openUnfinished(dashboard.config.store)
    await database.transact((tx) =>
      tx.audit_log.update(
        { chain: acme.organization_id, sequence: 3 },
        { reason: 'nothing happened' },
      ),
    )
    await database.close()
    await page.getByRole('button', { name: 'Verify again' }).click()
    await page.getByText('At record 3: the record was changed.').waitFor()
    await inspect(page, 'audit-broken')
    await page.getByRole('link', { name: 'View the record' }).click()
    await dialog().getByText('recomputed, differs').waitFor()
    await takeScreenshots(page, 'audit-broken-record')
    await page.keyboard.press('Escape')
  })

  it('says that a record is missing from the chain, and still finds older ones', async () => {
    const database = await openUnfinished(dashboard.config.store)
    await database.transact((tx) =>
      tx.audit_log.delete({ chain: acme.organization_id, sequence: 6 }),
    )
    await database.close()
    await page.goto('/audit?record=6')
    await dialog().getByText('Record missing from the chain').waitFor()
    await inspect(page, 'audit-missing-record')
    await page.goto('/audit?record=5')
    await dialog().getByText('The next record is missing from the chain.').waitFor()
    expect(await dialog().getByText('recomputed, matches').count()).toBe(1)
    await page.goto('/audit?record=1000')
    await dialog().getByText('It does not exist yet.').waitFor()
  })

  it('shows an upgrade notice on the free plan', async () => {
    const small = await dashboard.organization('free', 'Small Works', 'sam@small.example')
    const other = await dashboard.visit(small.email, '/audit')
    await other.getByText('Not included in your plan').first().waitFor()
    await inspect(other, 'audit-402')
  })

  it('reports an unavailable registry and recovers', async () => {
    await page.route('**/api/v1/audit-logs/search*', (route) =>
      route.fulfill(unavailable('The store cannot be reached.')),
    )
    await page.goto('/audit?event_type=agent.registered')
    await page.getByText('The registry is not ready').waitFor()
    await inspect(page, 'audit-503')
    await page.unroute('**/api/v1/audit-logs/search*')
    await page.getByRole('cell', { name: 'agent.registered' }).first().waitFor()
  })
})
