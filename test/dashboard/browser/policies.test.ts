import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { inspect } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'

browserTest('the policy of a workspace', (start) => {
  let dashboard: Dashboard
  let page: Page
  let owner: Seeded
  beforeAll(async () => {
    dashboard = await start()
    owner = await dashboard.organization()
    page = await dashboard.visit(owner.email, `/workspaces/${owner.workspace_id}/policy`)
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const stored = async () =>
    (await owner.api.get(`/workspaces/${owner.workspace_id}/policy`)).body as {
      version: number
      content: typeof DEFAULT_POLICY
    }
  const changes = async (label: string) =>
    (
      await page.getByLabel(label, { exact: true }).locator('.added, .removed').allTextContents()
    ).map((line) => line.trim())

  /** Saves a version as another user does. */
  const replacePolicy = async (content: typeof DEFAULT_POLICY, from: number) => {
    const { workspace_id, organization_id } = owner
    const written = await dashboard.store.replacePolicy(dashboard.context(), {
      reach: { organizations: [organization_id], workspace_id: null },
      workspace_id,
      content,
      signer: dashboard.app.services.signer,
      if_match: `"${from}"`,
    })
    expect(written.kind).toBe('written')
  }

  it('is shown with its rules', async () => {
    await page.getByText('Allowed tools').waitFor()
    await inspect(page, 'policy')
  })

  /** Tries one action and returns the decision on it. */
  const decide = async (subject: string, fields: Readonly<Record<string, string>>) => {
    await button(subject).click()
    for (const [name, value] of Object.entries(fields))
      if (name === 'Encryption') await page.getByLabel(name).selectOption(value)
      else await page.getByLabel(name, { exact: false }).last().fill(value)
    await button('Try').click()
    const decision = page.locator('.decision')
    await decision.waitFor()
    return (await decision.innerText()).replaceAll(/\s+/g, ' ')
  }

  it('can be tried, and says which rule decides', async () => {
    expect(await decide('Tool', { Tool: 'shell.exec' })).toMatch(
      /^allowed shell.exec by version 1 The entry \* in “Allowed tools” matches it\. The agent enforces/,
    )
    await button('Tool').click()
    await page.getByRole('textbox', { name: 'Tool' }).fill('')
    await button('Try').click()
    await page.getByText('Tool must not be empty.').waitFor()
  })

  it('is tried as a draft before it is saved', async () => {
    await button('Edit policy').click()
    await field('Denied tools').fill('shell.*')
    await field('Tools that require approval').fill('pay')
    await field('Allowed hosts').fill('api.example.com:*')
    await page.getByLabel('Require encrypted connections').check()
    await field('Allowed paths').fill('/data/*')
    await page.getByRole('heading', { name: 'Try the draft' }).waitFor()
    expect(await decide('Tool', { Tool: 'shell.exec' })).toMatch(
      /^denied shell.exec by the draft The entry shell.\* in “Denied tools” matches it/,
    )
    expect(await decide('Skill call', { Skill: 'pay' })).toMatch(
      /^needs approval pay .* The registry cannot ask a person/,
    )
    expect(
      await decide('Connection', { Host: 'api.example.com:443', Encryption: 'false' }),
    ).toMatch(/^denied .* forbids connections without TLS/)
    expect(await decide('Connection', { Host: 'api.example.com:443', Encryption: 'true' })).toMatch(
      /^allowed /,
    )
    expect(await decide('File', { Path: '/data/../etc/passwd' })).toMatch(
      /^denied \/etc\/passwd by the draft No entry in “Allowed paths” matches it/,
    )
    await inspect(page, 'policy-try')
    // A decision about rules that have changed since is no longer shown.
    await field('Allowed paths').fill('/etc/*')
    await page.locator('.decision').waitFor({ state: 'detached' })
    await button('Discard').click()
    await button('Discard').last().click()
    expect((await stored()).version).toBe(1)
  })

  it('is saved after a review of the changes', async () => {
    await button('Edit policy').click()
    await field('Allowed tools').fill('mail\ncalendar\nledger')
    await field('Denied tools').fill('mail')
    await page.getByText('mail is also denied, which takes precedence.').waitFor()
    await field('Denied tools').fill('shell')
    await page.getByLabel('Require encrypted connections').check()
    await inspect(page, 'policy-edit')
    await button('Review changes').click()
    expect(await changes('What changes')).toEqual([
      '- removed:     - "*"',
      '+ added:     - mail',
      '+ added:     - calendar',
      '+ added:     - ledger',
      '- removed:     (none)',
      '+ added:     - shell',
      '- removed:   require_tls: false',
      '+ added:   require_tls: true',
    ])
    await inspect(page, 'policy-review')
    await button('Save policy').click()
    await page.getByText('Version 2 is active.').waitFor()
    expect(await stored()).toMatchObject({
      version: 2,
      content: {
        tools: { allowed: ['mail', 'calendar', 'ledger'], denied: ['shell'] },
        network: { require_tls: true },
      },
    })
  })

  it('reports invalid rules in the JSON while the user edits it', async () => {
    await button('Edit policy').click()
    await button('JSON').click()
    const text = await field('Policy as JSON').inputValue()
    await field('Policy as JSON').fill(
      text.replace('"require_tls": true', '"require_tls": "yes"').replace('"tools"', '"tolls"'),
    )
    await page.getByText('network.require_tls must be true or false.').waitFor()
    await page.getByText('tolls is not a policy rule.').waitFor()
    expect(await button('Review changes').isDisabled()).toBe(true)
    await inspect(page, 'policy-json')
    await field('Policy as JSON').fill(text.replace('"ledger"', '"ledger", "camera"'))
    await button('Fields').click()
    expect(await field('Allowed tools').inputValue()).toBe('mail\ncalendar\nledger\ncamera')
  })

  it('keeps a draft when the user opens another page', async () => {
    await page.getByRole('link', { name: 'Members', exact: true }).click()
    await page.getByRole('table', { name: 'Members' }).waitFor()
    await page.getByRole('link', { name: 'Policy', exact: true }).click()
    expect(await field('Allowed tools').inputValue()).toBe('mail\ncalendar\nledger\ncamera')
  })

  it('resolves a conflict with a version that another user has saved', async () => {
    const { content } = await stored()
    const theirs = {
      ...content,
      tools: { ...content.tools, allowed: ['mail', 'ledger', 'printer'] },
    }
    await button('Review changes').click()
    await replacePolicy(theirs, 2)
    await button('Save policy').click()
    await page.getByText('Version 3 was saved while you were editing').waitFor()
    await page.getByText('Changes in the other version').click()
    expect(await changes('Changes in the other version')).toEqual([
      '- removed:     - calendar',
      '+ added:     - printer',
    ])
    expect(await field('Allowed tools').inputValue()).toBe('mail\ncalendar\nledger\ncamera')
    await inspect(page, 'policy-conflict')
    await button('Apply my changes to version 3').click()
    expect(await field('Allowed tools').inputValue()).toBe('mail\nledger\nprinter\ncamera')
    await button('Review changes').click()
    expect(await changes('What changes')).toEqual(['+ added:     - camera'])
    await button('Save policy').click()
    await page.getByText('Version 4 is active.').waitFor()
    expect((await stored()).content.tools.allowed).toEqual(['mail', 'ledger', 'printer', 'camera'])
  })

  it('compares versions and restores an old one', async () => {
    await page
      .getByRole('table', { name: 'Policy versions' })
      .getByRole('row', { name: 'Version 3' })
      .getByRole('link', { name: 'with the previous version' })
      .click()
    await expect
      .poll(() => changes('From version 2 to 3'))
      .toEqual(['- removed:     - calendar', '+ added:     - printer'])
    await page.getByRole('combobox', { name: 'From version' }).selectOption('1')
    await page.getByLabel('From version 1 to 3', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'To version' }).selectOption('4')
    await page.getByLabel('From version 1 to 4', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('?from=1&to=4')
    await inspect(page, 'policy-history')
    await button('Edit from version 1').click()
    await button('Review changes').click()
    await button('Save policy').click()
    await page.getByText('Version 5 is active.').waitFor()
    expect((await stored()).content).toEqual(DEFAULT_POLICY)
  })

  it('keeps the change of another user when a conflict is resolved in JSON', async () => {
    const json = field('Policy as JSON')
    const { content } = await stored()
    await button('Edit policy').click()
    await button('JSON').click()
    await json.fill(
      (await json.inputValue()).replace('"require_tls": false', '"require_tls": true'),
    )
    await replacePolicy({ ...content, tools: { ...content.tools, denied: ['printer'] } }, 5)
    await button('Review changes').click()
    await button('Save policy').click()
    await page.getByText('Version 6 was saved while you were editing').waitFor()
    const text = await json.inputValue()
    await json.fill(`${text},`)
    await page.getByText('To apply your changes, correct the JSON first.').waitFor()
    expect(await button('Apply my changes to version 6').isDisabled()).toBe(true)
    await inspect(page, 'policy-conflict-json')
    await json.fill(text)
    await button('Apply my changes to version 6').click()
    await json.press('End')
    await json.press('Space')
    await button('Review changes').click()
    expect(await changes('What changes')).toEqual([
      '- removed:   require_tls: false',
      '+ added:   require_tls: true',
    ])
    await button('Save policy').click()
    await page.getByText('Version 7 is active.').waitFor()
    expect((await stored()).content.tools.denied).toEqual(['printer'])
  })

  it('shows nothing from the previously selected workspace', async () => {
    await owner.api.post(`/orgs/${owner.organization_id}/workspaces`, { name: 'Staging' })
    await page.reload()
    const select = async (name: string) => {
      await page.getByRole('combobox', { name: 'Workspace', exact: true }).selectOption(name)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      expect(await page.locator('main h1:focus').textContent()).toBe(name)
    }
    await button('Edit policy').click()
    await select('Staging')
    await button('Edit policy').click()
    await button('JSON').click()
    expect(await decide('Tool', { Tool: 'printer' })).toMatch(/^allowed printer by the draft/)
    await select('Production')
    // The draft of the first workspace is edited as fields, as it was before.
    expect(await field('Denied tools').inputValue()).toBe('printer')
    expect(await page.locator('.decision').count()).toBe(0)
    await button('JSON').click()
    await field('Policy as JSON').fill('{')
    await select('Staging')
    expect(await field('Denied tools').inputValue()).toBe('')
    await select('Production')
    expect(await field('Policy as JSON').inputValue()).toBe('{')
    await page.getByText('This is not valid JSON').waitFor()
    await button('Discard').click()
    await button('Discard').last().click()
  })
})
