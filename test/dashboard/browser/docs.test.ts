import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { browserTest } from '../browser-test.ts'
import { inspect } from '../inspect.ts'

browserTest('the documentation', (start) => {
  let page: Page
  beforeAll(async () => {
    page = await (await start()).newPage()
    await page.goto('/docs/platform/agents')
  })
  const request = (id: string) => page.locator(`#${id} .request`)
  const shown = (id: string, from: Page = page) =>
    from
      .locator(`#${id} .request pre`)
      .evaluateAll((all: HTMLElement[]) =>
        all.filter((one) => one.offsetParent !== null).map(({ dataset }) => dataset['language']),
      )

  it('copies a block of code with the keyboard, and announces it', async () => {
    await request('verifyAgent').getByRole('button', { name: 'Copy: Request' }).press('Enter')
    await page
      .getByRole('status')
      .filter({ hasText: /^Copied$/ })
      .waitFor({ state: 'attached' })
    expect(await request('verifyAgent').getByText('Copied').count()).toBe(1)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^curl "http[^"]+\/api\/v1\/agents\/[0-9a-f]+\/verify" \\\n {2}-H "X-API-Key: \$SVC_API_KEY"$/,
    )
    const buttons = await page.getByRole('button', { name: /^Cop(y|ied):? / }).count()
    expect(buttons).toBe(await page.locator('.listing, .block').count())
  })

  it('shows every request in the chosen language, including on the next page and after a reload', async () => {
    expect(await shown('verifyAgent')).toEqual(['curl'])
    await request('verifyAgent').getByRole('radio', { name: 'curl' }).press('ArrowLeft')
    expect([await shown('verifyAgent'), await shown('registerAgent')]).toEqual([['go'], ['go']])
    await request('verifyAgent').getByRole('radio', { name: 'Python' }).check()
    await request('registerAgent').getByRole('button', { name: 'Copy: Request' }).click()
    await page
      .getByRole('status')
      .filter({ hasText: /^Copied$/ })
      .waitFor({ state: 'attached' })
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^import json\nimport os\n/,
    )
    await page.goto('/docs/platform/trust')
    expect(await shown('verifyTrust')).toEqual(['python'])
    await page.reload()
    expect(await request('verifyTrust').getByRole('radio', { name: 'Python' }).isChecked()).toBe(
      true,
    )
    await inspect(page, 'docs-reference')
  })

  it('selects the code where the browser does not permit copying', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not permitted'))
    })
    await request('verifyTrust').getByRole('button', { name: 'Copy: Request' }).click()
    await page
      .getByRole('status')
      .filter({ hasText: 'Selected: press Ctrl+C' })
      .waitFor({ state: 'attached' })
    expect(await page.evaluate(() => String(getSelection()))).toMatch(/^import json\nimport os\n/)
  })

  it('fits pages, commands and samples into the window, including on a phone', async () => {
    for (const [path, width] of [
      ['/docs/guides/trust', 1280],
      ['/docs/guides/trust', 390],
      ['/docs/platform/trust', 390],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      expect(
        await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll('.request pre, pre:has([class])')]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent.slice(0, 80)),
        ),
        `${path} at ${width}`,
      ).toEqual([])
    }
  })

  it('lets a language be chosen without scripts', async () => {
    const context = await page.context().browser()!.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(page.url())
    const languages = plain.locator('#verifyTrust .request').getByRole('radio')
    expect(await plain.locator('#verifyTrust .request pre:visible').count()).toBe(1)
    await languages.nth(1).check()
    expect(
      await plain.locator('#verifyTrust .request pre:visible').getAttribute('data-language'),
    ).toBe('typescript')
    expect(await plain.getByRole('button', { name: /^Copy/ }).count()).toBe(0)
    await context.close()
  })
})
