import { json } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAdvisory } from '../../../src/domain/images/advisory.ts'
import { readImages } from '../../../src/config/images.ts'
import { buildImage } from '../../../src/sandbox/images/build.ts'
import { SANDBOX_ADVISORIES, SANDBOX_IMAGES } from '../../../src/sandbox/images/images.ts'
import { startImageRegistry, type ImageRegistry } from '../../../src/sandbox/images/registry.ts'
import type { Dashboard } from '../dashboard.ts'
import { inspect } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'

const BROKEN = 'acme/gone:1.0.0'

browserTest('the images page', (start) => {
  let dashboard: Dashboard
  let imageRegistry: ImageRegistry
  let page: Page
  beforeAll(async () => {
    imageRegistry = await startImageRegistry(
      await Promise.all(SANDBOX_IMAGES.map((spec) => buildImage(spec, '2026-03-01T00:00:00.000Z'))),
    )
    // Organizations are allowed by identifier, which is known only after the registry has started.
    const allowed: string[] = []
    const images = readImages({ SVC_IMAGES_REGISTRY: imageRegistry.url })
    const registries = images.registries.map((one) => ({ ...one, namespaces: { '*': allowed } }))
    dashboard = await start({ images: { ...images, registries } })
    const { email, organization_id } = await dashboard.organization()
    allowed.push(organization_id)
    page = await dashboard.visit(email, '/images')
  })
  afterAll(() => imageRegistry.stop())

  const scan = async (ref: string, on = page) => {
    await on.getByRole('button', { name: 'Scan an image' }).first().click()
    await on.getByRole('dialog').getByRole('textbox', { name: 'Image' }).fill(ref)
    await on.getByRole('dialog').getByRole('button', { name: 'Scan', exact: true }).click()
  }

  it('lists no images at first and rejects an invalid reference', async () => {
    await page.getByText('No images have been scanned yet').waitFor()
    await inspect(page, 'images-empty')
    await scan('Not A Reference')
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await inspect(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  it('explains that a scan had no vulnerability data', async () => {
    await scan('acme/invoice-reader:1.4.0')
    await page.getByRole('heading', { name: 'acme/invoice-reader:1.4.0' }).waitFor()
    await page.getByText('without vulnerability data').waitFor()
    await page.getByText('vulnerabilities could not be detected').waitFor()
    await inspect(page, 'images-without-data')
  })

  it('shows the details of a finding, and searches the findings', async () => {
    await dashboard.store.importAdvisories(dashboard.context(), {
      read: SANDBOX_ADVISORIES.map(readAdvisory).filter((read) => read.kind !== 'unreadable'),
    })
    await page.getByRole('button', { name: 'Scan again' }).click()
    await page.getByText('completed', { exact: true }).waitFor()
    const finding = page.locator('.findings li', { hasText: 'Command injection in lodash' })
    await finding.locator('summary').click()
    await finding.getByText('Fixed in').waitFor()
    await inspect(page, 'images-report')
    await page.getByRole('searchbox').fill('lodash')
    await expect.poll(() => page.locator('.findings li').count()).toBe(1)
    await page.getByRole('searchbox').fill('no such thing')
    await page.getByText('No matching findings').waitFor()
    await page.getByRole('searchbox').fill('')
  })

  it('downloads the bill of materials', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download SBOM' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('acme-invoice-reader-1.4.0.cdx.json')
    expect(await json(await download.createReadStream())).toMatchObject({ bomFormat: 'CycloneDX' })
  })

  it('shows why a scan failed', async () => {
    await page.goto('/images')
    await scan(BROKEN)
    await page.getByText('failed', { exact: true }).waitFor()
    await page.locator('.error-notice').waitFor()
    await inspect(page)
    await page.goto('/images')
    await page.getByRole('link', { name: BROKEN }).waitFor()
    await inspect(page, 'images')
  })

  it('rejects a scan without access to the image registry and says whom to ask', async () => {
    const { email } = await dashboard.organization('enterprise', 'Small Works', 'sam@small.example')
    const other = await dashboard.visit(email, '/images')
    await scan('acme/invoice-reader:1.4.0', other)
    await other.getByRole('dialog').getByText('ask the operator to assign one').waitFor()
    await inspect(other)
  })

  it('reports an image that was never scanned', async () => {
    await page.goto('/images?ref=acme%2Fnever%3A1')
    await page.getByText('Not found', { exact: true }).waitFor()
    await inspect(page)
  })
})
