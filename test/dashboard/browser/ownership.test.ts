import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { agentIdentity, register, type TestAgent } from '../../http/agents.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { inspect } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'

browserTest('ownership of agents', (start) => {
  let dashboard: Dashboard
  let acme: Seeded
  let northwind: Seeded
  let ada: Page
  let nora: Page
  let owned: TestAgent
  let claimed: TestAgent
  const details = {
    description: 'Reads invoices.',
    publisher: 'Acme Robotics',
    category: 'finance',
    llm_provider: 'example-llm',
    capabilities: ['extract_invoice'],
    permissions: { network: ['api.bank.example:443'] },
    url: 'https://agents.example/a2a',
    card: { name: 'Invoice Reader', skills: [{ id: 'extract_invoice' }] },
  }
  beforeAll(async () => {
    dashboard = await start()
    acme = await dashboard.organization()
    northwind = await dashboard.organization(
      'enterprise',
      'Northwind Traders',
      'nora@northwind.example',
    )
    owned = await register(acme, agentIdentity(1, 'Invoice Reader'), details)
    claimed = agentIdentity(2, 'Ledger Clerk')
    const registered = await acme.api.post('/agents/register', {
      ...claimed.registration,
      description: 'Keeps the ledger.',
    })
    expect(registered.status).toBe(201)
    ada = await dashboard.visit(acme.email, '/registry')
    nora = await dashboard.visit(northwind.email, '/registry')
  })

  const pageOf = (agent: TestAgent) => `/agents/${encodeURIComponent(agent.svc_id)}`
  const ownershipNotes = (page: Page) => page.locator('.ownership-notes')
  const dialog = () => ada.getByRole('dialog')
  const edit = () => ada.getByRole('button', { name: 'Edit', exact: true }).click()
  const save = () => dialog().getByRole('button', { name: 'Save', exact: true }).click()
  /** Saves and waits until the dialog has closed, because an earlier toast may still be visible. */
  const saveAndClose = async () => {
    await save()
    await dialog().waitFor({ state: 'hidden' })
  }
  const stored = async (agent: TestAgent) =>
    (await acme.api.get(pageOf(agent))).body as Record<string, unknown>
  /** Requests an install token in the dashboard. */
  const requestToken = async () => {
    await nora.goto(`/workspaces/${northwind.workspace_id}/tokens`)
    await nora.getByRole('button', { name: 'New install token', exact: true }).first().click()
    await nora.getByRole('combobox', { name: 'Agent' }).fill('invo')
    await nora.getByRole('listbox').getByRole('option', { name: 'Invoice Reader' }).click()
    await nora.getByRole('button', { name: 'Create token', exact: true }).click()
  }

  it('distinguishes claimed and owned agents in the list', async () => {
    const row = (name: string) =>
      nora.getByRole('table', { name: 'Agents' }).getByRole('row', { name })
    await row('Invoice Reader').getByText('owned', { exact: true }).waitFor()
    await row('Ledger Clerk').getByText('claimed', { exact: true }).waitFor()
    await nora
      .getByText('Claimed: the organization says that it owns the agent, but has not proved it.')
      .waitFor()
  })

  it('explains the ownership on the agent page', async () => {
    await nora.goto(pageOf(owned))
    await ownershipNotes(nora)
      .getByText('Its owner has proved possession of the agent’s key.')
      .waitFor()
    expect(await ownershipNotes(nora).locator('.badge').allTextContents()).toEqual(['owned'])
    await nora.getByText('every organization', { exact: true }).waitFor()
    await nora.goto(pageOf(claimed))
    await ownershipNotes(nora)
      .getByText('An organization claims this agent, but has not proved possession of its key.')
      .waitFor()
    expect(await ownershipNotes(nora).locator('.badge').allTextContents()).toEqual(['claimed'])
    await inspect(nora, 'ownership-claimed')
    await ada.goto(pageOf(owned))
    await ownershipNotes(ada)
      .getByText('Acme Robotics owns this agent and has proved possession of its key.')
      .waitFor()
    await inspect(ada, 'ownership-owned')
  })

  it('allows edits only by the organization that registered the agent', async () => {
    await nora.goto(pageOf(owned))
    await nora.getByRole('link', { name: 'Report this agent' }).waitFor()
    expect(await nora.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0)
  })

  it('does not allow restrictions on a claimed agent', async () => {
    await ada.goto(pageOf(claimed))
    await edit()
    expect(await dialog().getByLabel('Private').isDisabled()).toBe(true)
    expect(await dialog().getByRole('radio', { name: 'Listed organizations' }).isDisabled()).toBe(
      true,
    )
    await dialog().getByText('Access can be restricted only once ownership is proved').waitFor()
    await inspect(ada, 'ownership-edit-claim')
    await dialog().getByLabel('Description').fill('Keeps the ledger, by day.')
    await saveAndClose()
    await ada.getByText('Ledger Clerk saved.').waitFor()
    await ada.locator('.author-text', { hasText: 'Keeps the ledger, by day.' }).waitFor()
  })

  it('keeps concurrent changes to other fields', async () => {
    const before = await stored(owned)
    await ada.goto(pageOf(owned))
    await edit()
    await acme.api.put(pageOf(owned), { ...details, category: 'accounting' })
    await dialog().getByLabel('Deprecated').check()
    await saveAndClose()
    await ownershipNotes(ada).getByText('advises against new use').waitFor()
    expect(await stored(owned)).toEqual({ ...before, deprecated: true, category: 'accounting' })
    await inspect(ada, 'ownership-deprecated')
    await nora.goto('/registry')
    await nora
      .getByRole('row', { name: 'Invoice Reader' })
      .getByText('deprecated', { exact: true })
      .waitFor()
    await inspect(nora, 'ownership-registry')
  })

  it('removes the value of a cleared field, and shows an error next to its field', async () => {
    await edit()
    await dialog().getByLabel('Deprecated').uncheck()
    await dialog().getByLabel('Category').fill('')
    await dialog().getByLabel('URL').fill('not an address')
    await save()
    await expect
      .poll(() => dialog().locator('.issue').allTextContents())
      .toEqual(['URL has an invalid format.'])
    await dialog().getByLabel('URL').fill(details.url)
    await saveAndClose()
    expect(await stored(owned)).not.toHaveProperty('category')
    expect(await stored(owned)).toMatchObject({
      deprecated: false,
      url: details.url,
      card: details.card,
      permissions: details.permissions,
    })
  })

  it('rejects an install token for an unlisted organization', async () => {
    await edit()
    await dialog().getByRole('radio', { name: 'Listed organizations' }).check()
    await dialog()
      .getByLabel('Organizations', { exact: true })
      .fill('org_somebody\nno organization')
    await save()
    await dialog().getByText('“no organization” is not a valid organization identifier.').waitFor()
    await inspect(ada, 'ownership-edit')
    await dialog().getByLabel('Organizations', { exact: true }).fill('org_somebody')
    await saveAndClose()
    await ada.getByText('your organization and listed organizations').waitFor()
    await ada.getByText('org_somebody').waitFor()
    await nora.goto(pageOf(owned))
    await nora.getByText('its owner and the organizations on its list').waitFor()
    await nora.getByText('If your organization is not listed, ask the owner to list it').waitFor()
    await inspect(nora, 'ownership-listed')
    await requestToken()
    await nora
      .getByRole('dialog')
      .getByText('The owner of this agent does not allow your organization to install it')
      .waitFor()
    await inspect(nora, 'ownership-refused')
  })

  it('creates an install token for a listed organization', async () => {
    await edit()
    await dialog()
      .getByLabel('Organizations', { exact: true })
      .fill(`org_somebody\n${northwind.organization_id}`)
    await saveAndClose()
    await nora.getByRole('button', { name: 'Create token', exact: true }).click()
    await nora.getByText('The token is shown only once.').waitFor()
  })

  it('reports that another organization has since proved its ownership', async () => {
    await ada.goto(pageOf(claimed))
    await edit()
    await dialog().getByLabel('Description').fill('Still mine.')
    await ada.setViewportSize({ width: 390, height: 844 })
    await register(northwind, claimed, { description: 'Keeps the ledger of Northwind.' })
    await save()
    await dialog()
      .getByText('Another organization has since proved that it owns this agent.')
      .waitFor()
    const [error, buttons] = await Promise.all(
      ['.error-notice', '.dialog-foot'].map((part) => dialog().locator(part).boundingBox()),
    )
    expect(error!.y + error!.height, 'the buttons cover the error').toBeLessThanOrEqual(buttons!.y)
    await inspect(ada, 'ownership-lost')
  })

  it.for([
    {
      code: 'OWNERSHIP_NOT_PROVED',
      status: 403,
      message: 'Access can be restricted only once ownership is proved',
    },
    {
      code: 'AGENT_EXISTS',
      status: 409,
      message:
        'Another organization’s registration of this agent is public, so yours must stay private.',
    },
  ])('explains $code', async ({ code, status, message }) => {
    const problem = { error: 'problem', code, message: 'For programs.', request_id: 'req_1' }
    await ada.goto(pageOf(owned))
    await ada.route('**/api/v1/agents/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status, json: problem })
        : route.continue(),
    )
    await edit()
    await dialog().getByLabel('Private').check()
    await save()
    await dialog().getByText(message).waitFor()
    await ada.unroute('**/api/v1/agents/*')
  })
})
