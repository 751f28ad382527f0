import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { agentIdentity, register } from '../../http/agents.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { installAgent } from '../seed-installations.ts'
import { inspect } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'
import { rateLimited, unavailable } from '../pages.ts'

/** More installations than one request revokes. */
const MANY = 120
const ACTIONS = '**/installations/actions'

browserTest('revoking a whole view', (start) => {
  let dashboard: Dashboard
  let page: Page
  let owner: Seeded
  let untouched: string
  beforeAll(async () => {
    dashboard = await start()
    owner = await dashboard.organization()
    const [leaking, sound] = [
      await register(owner, agentIdentity(1, 'Invoice Reader')),
      await register(owner, agentIdentity(2, 'Ledger Clerk')),
    ]
    for (let count = 0; count < MANY; count += 1) await installAgent(dashboard, owner, leaking)
    untouched = (await installAgent(dashboard, owner, sound)).installation_id
    page = await dashboard.visit(
      owner.email,
      `/workspaces/${owner.workspace_id}/installations?agent=${leaking.svc_id}`,
    )
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('dialog')
  const countActive = async () =>
    (
      await owner.api.get(
        `/workspaces/${owner.workspace_id}/installations?lifecycle=active&limit=1`,
      )
    ).body.total as number

  it('asks for the number of installations on all pages', async () => {
    await button('Select all active and paused that match').click()
    await page.getByText('All active and paused that match are selected, on all pages.').waitFor()
    await button('Revoke…').click()
    await dialog().getByText('120 installations').first().waitFor()
    await dialog().getByText('including those on other pages').waitFor()
    expect(await button('Revoke 120 installations').isDisabled()).toBe(true)
    await inspect(page, 'fleet-revocation')
    await page.getByLabel('Reason').fill('A key has leaked.')
    await page.getByLabel('Type 120 to confirm').fill('120')
  })

  it('waits while the rate limit is exceeded, and lists the rest after a failure', async () => {
    const responses = [rateLimited(3), undefined, unavailable('The store cannot be reached.')]
    await page.route(ACTIONS, (route) => {
      const response = responses.shift()
      return response ? route.fulfill(response) : route.continue()
    })
    await button('Revoke 120 installations').click()
    await dialog().getByText('Continuing in').waitFor()
    await inspect(page)
    await dialog().getByText('100 of 120 revoked.').waitFor()
    await dialog().getByText('The store cannot be reached.').waitFor()
    await dialog().getByText('20 not revoked').click()
    expect(await dialog().locator('.bullets li').count()).toBe(20)
    expect(await countActive()).toBe(21)
    await inspect(page, 'fleet-revocation-failed')
  })

  it('can be stopped between batches and continued', async () => {
    const late = Promise.withResolvers<void>()
    await page.unroute(ACTIONS)
    await page.route(ACTIONS, (route) => route.fulfill(rateLimited(600)).then(late.resolve))
    await button('Revoke the remaining 20').click()
    await late.promise
    await button('Stop').click()
    await dialog().getByText('100 of 120 revoked, then stopped.').waitFor()
    await page.unroute(ACTIONS)
    await button('Revoke the remaining 20').click()
    await dialog().getByText('120 of 120 revoked.').waitFor()
    await inspect(page, 'fleet-revocation-done')
    await button('Close').last().click()
  })

  it('revokes only the installations of the view, with the given reason', async () => {
    await page.getByRole('table', { name: 'Installations' }).getByText('revoked').first().waitFor()
    const {
      body: {
        items: [ended],
      },
    } = await owner.api.get(
      `/workspaces/${owner.workspace_id}/installations?lifecycle=revoked&limit=1`,
    )
    expect(ended).toMatchObject({ revoke_reason: 'A key has leaked.' })
    expect([
      await countActive(),
      (await owner.api.get(`/installations/${untouched}`)).body.lifecycle,
    ]).toEqual([1, 'active'])
    await button('Select all active and paused that match').click()
    await button('Pause…').click()
    await dialog().getByText('No active or paused installation matches').waitFor()
  })
})
