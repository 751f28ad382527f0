import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { PATHS } from '../../../dashboard/src/paths.ts'
import { browserTest } from '../browser-test.ts'
import type { Dashboard } from '../dashboard.ts'
import { bootstrapAgent, seedAgents } from '../seed.ts'

const EMAIL = 'maximiliane.mustermann@accounts-payable.subsidiary.example'

browserTest('every page', (start) => {
  let dashboard: Dashboard
  let page: Page
  let paths: readonly string[]
  beforeAll(async () => {
    dashboard = await start()
    const owner = await dashboard.organization('enterprise', 'Acme Robotics', EMAIL)
    await dashboard.store.addOperator(dashboard.context(), { email: EMAIL })
    const [agent] = await seedAgents(owner, 1)
    const { installation_id } = await bootstrapAgent(dashboard, owner, agent!)
    const ids: Readonly<Record<string, string>> = {
      svc_id: agent!.svc_id,
      workspace_id: owner.workspace_id,
      installation_id,
    }
    paths = Object.values(PATHS)
      .map((path) => path.replace(/:(\w+)/g, (whole, name: string) => ids[name] ?? whole))
      .filter((path) => !path.includes(':') && path !== PATHS.signIn)
      // The workspace opens its first tab.
      .filter((path) => path !== `/workspaces/${owner.workspace_id}`)
    page = await dashboard.visit(EMAIL)
  })

  it('has its own title in the browser tab', async () => {
    const titles = new Map<string, string>()
    for (const path of paths) {
      await page.goto(path)
      await page.locator('main#main h1').waitFor()
      await expect.poll(() => page.locator('[aria-label=Loading]').count()).toBe(0)
      titles.set(path, await page.title())
    }
    expect(titles.size).toBeGreaterThan(17)
    const all = [...titles.values()]
    expect(
      [...titles].filter(([, title]) => all.filter((other) => other === title).length > 1),
    ).toEqual([])
    expect(all.filter((title) => !title.endsWith(' – Agent Registry'))).toEqual([])
  })

  it('shows the e-mail address of the user without breaks in the middle of a word', async () => {
    await page.getByRole('button', { name: EMAIL }).click()
    const lines = await page.locator('#account .email-address').evaluate((address) =>
      [...address.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map((part) => {
          const range = document.createRange()
          range.selectNodeContents(part)
          return range.getClientRects().length
        }),
    )
    expect(lines).toEqual([1, 1, 1, 1, 1])
  })
})
