import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { Dashboard } from '../dashboard.ts'
import { inspect, takeScreenshots } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'
import { layoutShiftOf, rateLimited } from '../pages.ts'
import { seedAgents } from '../seed.ts'

browserTest('the registry', (start) => {
  let dashboard: Dashboard
  let page: Page
  beforeAll(async () => {
    dashboard = await start()
    await seedAgents(await dashboard.organization(), 60)
    page = await dashboard.visit('ada@acme.example', '/registry')
  })

  const found = () => page.locator('.found')
  const names = () => page.locator('tbody .agent-cell a').allTextContents()
  const search = () => page.getByRole('searchbox')
  const option = (title: string) => page.getByRole('radio', { name: title })
  const check = (title: string) => page.getByRole('checkbox', { name: title })
  const marked = () => page.locator('tbody tr').first().locator('mark').allTextContents()
  const parameters = () => [...new URL(page.url()).searchParams]
  const openRegistry = async (path = '/registry') => {
    await page.goto(path)
    if (!path.includes('q=')) await counted('60 agents')
  }
  /** Waits until a number of agents is found and shown. */
  const counted = (text: string) =>
    expect
      .poll(async () => [await found().textContent(), await page.locator('.stale').count()])
      .toEqual([text, 0])

  it('lists all agents with a count for each option', async () => {
    await counted('60 agents')
    expect(
      await page
        .locator('.options', { hasText: 'Verification' })
        .locator('label')
        .allTextContents(),
    ).toEqual(['Any60', 'Verified only40'])
    expect(
      await page.locator('.options', { hasText: 'Category' }).locator('label').allTextContents(),
    ).toEqual(['finance12', 'logistics12', 'productivity12', 'research12', 'support12'])
    expect(await page.getByText('No matches on this page').count()).toBe(0)
    await inspect(page, 'registry')
  })

  it('searches while the user types', async () => {
    await openRegistry()
    await page.keyboard.press('/')
    await page.keyboard.type('amb reade', { delay: 20 })
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('amb reade')
    await counted('1 agent')
    expect(await names()).toEqual(['Amber Reader'])
    await search().fill('')
    await counted('60 agents')
  })

  it('keeps filters and order in the URL and supports the back button', async () => {
    await openRegistry()
    await option('Verified only').check()
    await check('finance').check()
    await page.getByLabel('Sort by').selectOption('reputation')
    await counted('8 agents')
    expect(parameters()).toEqual([
      ['category', 'finance'],
      ['verified', 'true'],
      ['sort', 'reputation'],
    ])
    const before = await names()
    await page.reload()
    await counted('8 agents')
    expect(await names()).toEqual(before)
    await page.locator('tbody a').first().click()
    await page.getByRole('heading', { name: before[0]! }).waitFor()
    await page.goBack()
    await counted('8 agents')
    expect(await check('finance').isChecked()).toBe(true)
    await takeScreenshots(page, 'registry-filtered')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await counted('60 agents')
  })

  it('finds agents by publisher, skill and description, and marks the words for which each was found', async () => {
    await openRegistry('/registry?q=northwind')
    await counted('30 agents')
    expect(await marked()).toEqual(['Northwind'])
    await search().fill('extract invoice')
    await counted('60 agents')
    expect((await marked()).slice(-3)).toEqual(['extract', 'invoice', 'invoice'])
    await search().fill('deliveries plan')
    await counted('15 agents')
    expect(await marked()).toEqual(['Plans', 'deliveries'])
    await inspect(page, 'registry-matches')
  })

  it('combines several values of a filter and removes each with its chip', async () => {
    await openRegistry()
    await check('finance').check()
    await counted('12 agents')
    await check('support').check()
    await counted('24 agents')
    await page.getByLabel('Publisher').fill('acme robotics')
    await counted('12 agents')
    await check('Owned').check()
    await counted('12 agents')
    expect(parameters()).toEqual([
      ['category', 'finance'],
      ['category', 'support'],
      ['publisher', 'acme robotics'],
      ['own', 'true'],
    ])
    await takeScreenshots(page, 'registry-chips')
    await page.getByRole('button', { name: 'Remove Category: finance' }).click()
    await counted('6 agents')
    expect(await check('finance').isChecked()).toBe(false)
    await check('Installed').check()
    await counted('0 agents')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await counted('60 agents')
  })

  it('suggests another query for a word with a typing error', async () => {
    await page.goto('/registry?q=norhtwind+trader')
    await page.getByText('Did you mean').waitFor()
    await inspect(page, 'registry-suggestion')
    await page.getByRole('button', { name: 'Search for “northwind trader”' }).click()
    await counted('30 agents')
    expect(parameters()).toEqual([['q', 'northwind trader']])
  })

  it('pages forward and back', async () => {
    await openRegistry('/registry?sort=registered')
    const first = await names()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(names).not.toEqual(first)
    expect(await names()).toHaveLength(25)
    await counted('60 agents')
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect.poll(names).toEqual(first)
  })

  it('can be used with the keyboard alone', async () => {
    await openRegistry()
    await page.keyboard.press('j')
    expect(await page.locator('tbody tr:focus .agent-cell a').textContent()).toBe(
      (await names())[0],
    )
    await search().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('k')
    const name = (await names())[1]!
    expect(await page.locator('tbody tr:focus .agent-cell a').textContent()).toBe(name)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name }).waitFor()
    expect(await page.locator('main h1:focus').textContent()).toBe(name)
  })

  it('offers to clear the filters if no agent matches', async () => {
    await page.goto('/registry?q=nobody&category=finance')
    await page.getByText('No matching agents').waitFor()
    await inspect(page, 'registry-empty')
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await counted('60 agents')
  })

  it('cancels an outdated search and never shows its result', async () => {
    await openRegistry()
    const cancelled: string[] = []
    page.on('requestfailed', (request) =>
      cancelled.push(new URL(request.url()).searchParams.get('q') ?? ''),
    )
    const late = Promise.withResolvers<void>()
    await page.route(/q=brisk$|q=brisk&/, (route) =>
      late.promise.then(() => route.continue()).catch(() => undefined),
    )
    await search().fill('brisk')
    await page.waitForRequest(/q=brisk/)
    await search().fill('cedar clerk')
    await counted('1 agent')
    late.resolve()
    expect([cancelled, await names()]).toEqual([['brisk'], ['Cedar Clerk']])
    await page.unrouteAll()
  })

  it('shows a placeholder, then an error, and retries', async () => {
    const { promise: isShown, resolve: onShown } = Promise.withResolvers<void>()
    await page.route('**/registry/network/search*', async (route) => {
      await isShown
      await route.fulfill(rateLimited(5))
    })
    await page.goto('/registry?q=delta')
    await page.locator('.skeleton').waitFor()
    await takeScreenshots(page, 'registry-loading')
    onShown()
    await page.getByText('Too many requests', { exact: true }).waitFor()
    await inspect(page, 'registry-failure')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await counted('8 agents')
  })

  it('has no layout shift while it loads', async () => {
    await openRegistry()
    expect(await layoutShiftOf(page)).toBeLessThan(0.05)
  })

  it('shows an upgrade notice if the plan does not include the search', async () => {
    await dashboard.organization('free', 'Tiny Tools', 'tim@tiny.example')
    const other = await dashboard.visit('tim@tiny.example', '/registry')
    await other.getByText('Not included in your plan').waitFor()
    expect(await other.locator('.upgrade .badge').textContent()).toBe('professional')
    expect(await other.getByRole('link', { name: 'How to upgrade' }).getAttribute('href')).toMatch(
      /\/upgrade$/,
    )
    await inspect(other, 'registry-402')
  })
})
