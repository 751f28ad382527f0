import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agentIdentity, register, type TestAgent } from '../../http/agents.ts'
import { ISSUER } from '../../http/platform.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { installAgent } from '../seed-installations.ts'
import { inspect, takeScreenshots } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'
import { startAgent, stopAgents } from '../running-agent.ts'

browserTest('installing and commanding an agent', (start) => {
  let dashboard: Dashboard
  let page: Page
  let owner: Seeded
  let agent: TestAgent
  let token: string
  let queue = 3
  beforeAll(async () => {
    dashboard = await start()
    owner = await dashboard.organization()
    agent = await register(owner, agentIdentity(1, 'Invoice Reader'))
    await register(owner, agentIdentity(2, 'Ledger Clerk'))
    page = await dashboard.visit(owner.email, `/workspaces/${owner.workspace_id}/tokens`)
  })
  afterAll(stopAgents)

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const command = (name: string) =>
    page.getByRole('table', { name: 'Commands' }).getByRole('row', { name })
  const state = () => page.locator('.status-summary')

  it('finds an agent by name, and offers the text as an identifier, even if no agent is found', async () => {
    await page.getByText('No install tokens').waitFor()
    await inspect(page, 'tokens-empty')
    await button('New install token').first().click()
    const offered = () => page.getByRole('listbox').getByRole('option').allTextContents()
    await page.getByRole('combobox', { name: 'Agent' }).fill('acme.reader')
    await page.getByText('You can also enter the identifier of one of your agents.').waitFor()
    expect(await offered()).toEqual(['The agent with this identifieracme.reader'])
    await page.getByRole('combobox', { name: 'Agent' }).fill('invo')
    await expect
      .poll(offered)
      .toEqual([
        expect.stringMatching(/^Invoice Reader 1\.0\.0(un)?verified, /),
        'The agent with this identifierinvo',
      ])
    await inspect(page, 'token-search')
    await page.keyboard.press('Enter')
    expect(await page.getByLabel('Valid for').inputValue()).toBe('15')
    await page.getByLabel('Valid for').selectOption('1 hour')
    await inspect(page)
    await button('Create token').click()
  })

  it('shows the token once with install commands', async () => {
    await page.getByText('The token is shown only once.').waitFor()
    token = (await page.getByLabel('install token', { exact: true }).textContent())!
    expect(token).toMatch(/^skt_[\w-]{43}$/)
    expect(await page.getByLabel('commands for svc-agent', { exact: true }).textContent()).toBe(
      `svc-agent install --token ${token} \\\n  --platform ${dashboard.origin}/api/v1 \\\n  --issuer ${ISSUER}\nsvc-agent run`,
    )
    expect(
      (await page.getByLabel('environment', { exact: true }).textContent())!.split('\n'),
    ).toContain(`SVC_ISSUER=${ISSUER}`)
    await page.getByText('The issuer is the name of this registry in signatures.').waitFor()
    await button('Copy install token').click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
    await page.getByRole('table', { name: 'Install tokens' }).getByText('outstanding').waitFor()
    await inspect(page, 'token-shown')
  })

  it('shows that the agent has used the token and hides the token', async () => {
    await startAgent({
      origin: dashboard.origin,
      agent_id: agent.svc_id,
      install_token: token,
      health: () => ({ queue_depth: queue, memory_mb: 212, model: 'example-llm-2' }),
    })
    await page.getByText('The agent has used the token.').waitFor()
    await page.getByRole('link', { name: 'View installation', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Invoice Reader 1.0.0' }).waitFor()
    expect(await page.content()).not.toContain(token)
    await page.goBack()
    await page.getByRole('table', { name: 'Install tokens' }).getByText('consumed').waitFor()
    expect(await page.content()).not.toContain(token)
    await page.getByRole('link', { name: 'view installation', exact: true }).click()
  })

  it('updates the reported queue depth with a heartbeat', async () => {
    await state().getByText('online').waitFor()
    await page.getByText('queue depth').waitFor()
    await inspect(page, 'installation')
    queue = 181
    await page.getByText('181').waitFor()
  })

  it('pauses and resumes the agent and shows its acknowledgement', async () => {
    await button('Pause…').click()
    await page.getByLabel('Reason').fill('Closing the quarter.')
    await inspect(page, 'installation-pause')
    await button('Pause agent').click()
    await state().getByText('paused').waitFor()
    await command('Pause').getByText('waiting').waitFor()
    await command('Pause').getByText('acknowledged').waitFor()
    await button('Resume…').click()
    await button('Resume agent').click()
    await command('Resume').getByText('acknowledged').waitFor()
    expect(await state().getByText('paused').count()).toBe(0)
  })

  it('sets the interval, reloads the policy and rotates the token', async () => {
    await button('More').click()
    await inspect(page, 'installation-more')
    await page.keyboard.press('Escape')
    const sendCommand = async (name: string, action: string, prepare = async () => {}) => {
      await button('More').click()
      await button(`${name}…`).click()
      await prepare()
      await button(action).click()
      await command(name).getByText('acknowledged').waitFor()
    }
    await sendCommand('Set interval', 'Set interval', async () => {
      await page.getByLabel('Seconds between heartbeats').fill('2')
      await button('Set interval').click()
      await page.locator('[aria-invalid=true]').waitFor()
      await page.getByLabel('Seconds between heartbeats').fill('6')
    })
    await page.getByText('every 6 seconds').waitFor()
    await sendCommand('Rotate token', 'Rotate token')
    await page.getByText('version 2').waitFor()
    await sendCommand('Reload policy', 'Reload policy')
    await inspect(page, 'installation-commands')
  }, 60_000)

  it('revokes an installation and counts down to the deadline', async () => {
    await button('Revoke…').click()
    await page.getByLabel('Reason').fill('The machine was sold.')
    await button('Revoke installation').click()
    await page.getByText('The agent has stopped.').waitFor({ timeout: 60_000 })
    const silent = await installAgent(
      dashboard,
      owner,
      await register(owner, agentIdentity(3, 'Payment Planner')),
    )
    await silent.beacon({
      platform: 'kubernetes',
      metadata: { region: 'eu-central-1', node: 'worker-7' },
    })
    await page.goto(`/installations/${silent.installation_id}`)
    await button('Revoke…').click()
    await page.getByLabel('Time to finish').selectOption('2 minutes from now')
    await button('Revoke installation').click()
    await expect
      .poll(() => page.locator('.notice').textContent())
      .toMatch(/The agent has 1:5\d left/)
    await page.getByText('worker-7').waitFor()
    await inspect(page, 'installation-revoked')
  }, 60_000)

  it('revokes an unused token', async () => {
    await page.goto(
      `/workspaces/${owner.workspace_id}/tokens?new=true&agent=${agentIdentity(2, 'Ledger Clerk').svc_id}`,
    )
    await page.getByText('Ledger Clerk 1.0.0').first().waitFor()
    await button('Create token').click()
    await button('Done').click()
    await page.getByRole('button', { name: 'Revoke the token' }).click()
    await inspect(page)
    await button('Revoke token').click()
    await page
      .getByRole('row', { name: 'Ledger Clerk' })
      .getByText('revoked', { exact: true })
      .waitFor()
    await inspect(page, 'tokens')
  })

  it('shows the full identifier if the browser does not allow copying it', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not permitted'))
    })
    const token_id = page.getByRole('row', { name: 'Ledger Clerk' }).locator('.id').last()
    const shown = token_id.locator('code')
    const full = (await shown.getAttribute('title'))!
    expect(await shown.innerText()).not.toBe(full)
    await token_id.getByRole('button', { name: 'Copy token id' }).click()
    await page.getByText('Select the text and copy it instead.').waitFor()
    expect(await shown.innerText()).toBe(full)
  })

  it('raises an alarm when a used token is presented again', async () => {
    const again = () =>
      dashboard
        .as({})
        .post(
          '/installations/bootstrap',
          { install_token: token, upstream_url: 'https://elsewhere.example/a2a/tasks' },
          { 'User-Agent': 'somebody-else/1.0' },
        )
    await again()
    await again()
    await page.getByRole('link', { name: 'Alarms' }).click()
    await page.getByText('Install token reused').first().waitFor()
    await page.getByText('somebody-else/1.0').first().waitFor()
    await page
      .getByRole('row')
      .filter({ hasText: 'Install token reused' })
      .first()
      .getByRole('link', { name: /^Invoice Reader/ })
      .waitFor()
    await inspect(page, 'alarms')
    await page.getByRole('link', { name: 'Policy', exact: true }).last().click()
    await page.getByText('No alarms').waitFor()
    await takeScreenshots(page, 'alarms-none')
  })
})
