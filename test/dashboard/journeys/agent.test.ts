import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClock } from '../../../src/clock.ts'
import type { TestAgent } from '../../http/agents.ts'
import { axe } from '../axe.ts'
import { CHROMIUM } from '../browser.ts'
import { KINDS, startDashboard, type Dashboard } from '../dashboard.ts'
import { folder } from '../folder.ts'
import { agentsThatFail, heard, installed, route, seedAgents } from '../seed.ts'
import { shoot } from '../shoot.ts'

const DAY = 86_400_000
const DAYS = 40

describe.skipIf(CHROMIUM === undefined).each(KINDS)('the page of an agent, on %s', (kind) => {
  let dashboard: Dashboard
  let page: Page
  let agent: TestAgent
  beforeAll(async () => {
    // Forty days ago an agent was let in, and since then it has worked every day.
    const clock = createClock(() => Date.now() - DAYS * DAY)
    dashboard = await startDashboard(kind, {}, { clock, agentCaller: agentsThatFail(6) })
    const [publisher, user] = [await dashboard.organization(), await dashboard.organization('enterprise', 'Northwind Traders', 'nora@northwind.example')]
    agent = (await seedAgents(publisher, 1))[0]!
    const installation = await installed(dashboard, user, agent)
    for (let day = 0; day < DAYS; day += 1) {
      clock.advance(DAY)
      await heard(dashboard, installation)
      for (let task = 0; task < 1 + (day % 3); task += 1) await route(user, 'extract_invoice')
    }
    page = await dashboard.newPage()
    await dashboard.signIn(page, 'nora@northwind.example', `/agents/${encodeURIComponent(agent.svc_id)}`)
  })
  afterAll(async () => {
    expect(dashboard.faults()).toEqual([])
    await dashboard.end()
  })

  it('shows who it is, what it may, and how it stands', async () => {
    await page.getByRole('heading', { name: 'Amber Booker' }).waitFor()
    await page.locator('.plot svg').waitFor()
    expect(await page.locator('.agent-standing .badge').allTextContents()).toEqual(['verified'])
    await axe(page)
    await shoot(page, 'agent')
  })

  it('lists what it did for the viewer, the newest first', async () => {
    const tasks = page.getByRole('table', { name: 'Tasks of this agent' })
    await tasks.waitFor()
    expect(await tasks.locator('tbody tr').count()).toBe(10)
    expect(await tasks.locator('tbody').innerText()).toMatch(/extract_invoice\s+completed/)
  })

  it('asks the registry about a signature, and says which check failed', async () => {
    const context = { purpose: 'journey', timestamp: new Date().toISOString() }
    const { signature } = agent.trust(context)
    const ask = async (text: string, signed: string) => {
      await page.getByLabel('Context').fill(text)
      await page.getByRole('textbox', { name: 'Signature' }).fill(signed)
      await page.getByRole('button', { name: 'Ask the registry' }).click()
    }
    await ask('{"purpose":', signature)
    await page.getByText('Context is no JSON object.').waitFor()
    await ask(JSON.stringify({ ...context, purpose: 'another' }), signature)
    await page.locator('.verdict').getByText('not valid').waitFor()
    await ask(JSON.stringify(context), signature)
    await page.locator('.verdict').getByText('valid', { exact: true }).waitFor()
    await axe(page)
    await shoot(page, 'agent-verdict')
  })

  it('opens by any identifier, whatever characters it has, and says so when there is none', async () => {
    await page.goto(`/agents/${encodeURIComponent('acme/agent+v1=x@home')}`)
    await page.getByText('Nothing here').waitFor()
    await axe(page)
    await shoot(page, 'agent-missing')
  })

  it('the commands that it shows verify what the agent has signed', async () => {
    await page.goto(`/agents/${agent.svc_id}`)
    const context = { skill: 'read_invoice', timestamp: '2026-03-02T09:12:00.000Z' }
    const { signature } = agent.trust(context)
    const shown = async (title: string) => {
      await page.getByRole('button', { name: title, exact: true }).click()
      return (await page.locator('.verify pre').innerText()).replace('...', signature)
    }
    const at = folder()
    const shell = spawnSync('sh', ['-c', await shown('openssl')], { cwd: at, encoding: 'utf8' })
    expect(shell.stdout).toContain('Signature Verified Successfully')
    writeFileSync(join(at, 'verify.mjs'), await shown('Node'))
    expect(spawnSync(process.execPath, ['verify.mjs'], { cwd: at, encoding: 'utf8' }).stdout).toBe('true\n')
  })
})
