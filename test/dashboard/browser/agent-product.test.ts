import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { AgentCaller } from '../../../src/ports/agent-caller.ts'
import { agentIdentity, register } from '../../http/agents.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { inspect } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'
import { tooWide } from '../pictures/checks.ts'
import { installAgent } from '../seed-installations.ts'
import { bootstrapAgent, sendHeartbeat } from '../seed.ts'

const HOSTILE = [
  '# Reads **invoices**',
  '',
  '- [the manual](https://docs.example/reader)',
  '- [click](javascript:alert(1)) [inline](data:text/html,<script>alert(1)</script>)',
  '- ![a picture](https://tracker.example/pixel.png) [inside](/operator)',
  '',
  '<img src=x onerror="alert(1)"><script>alert(1)</script>',
  '',
  'Total: \u202Etxt.exe',
  '',
  '[['.repeat(500),
].join('\n')
const RIGHT_TO_LEFT = 'قارئ الفواتير الإلكترونية والإيصالات الضريبية'
const INPUT = {
  type: 'object',
  required: ['invoice_number', 'amount', 'currency', 'lines'],
  properties: {
    invoice_number: { type: 'string', minLength: 3, maxLength: 40, description: 'As printed.' },
    amount: { type: 'number', minimum: 0 },
    currency: { enum: ['EUR', 'USD'] },
    paid: { type: 'boolean' },
    lines: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['text'],
        properties: { text: { type: 'string', maxLength: 80 }, count: { type: 'integer' } },
      },
    },
    extra: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  },
}
const OUTPUT = { type: 'object', properties: { due: { type: 'string', format: 'date' } } }

/** Answers every task with the input that the agent got. */
const echo: AgentCaller = {
  async call({ body }) {
    const { task_id, input } = JSON.parse(body) as { task_id: string; input: object }
    const text = JSON.stringify({ task_id, status: 'completed', result: input, output: input })
    return {
      answer: {
        kind: 'answered',
        http_status: 200,
        encoded: false,
        body: Buffer.from(text),
        signature: undefined,
      },
      execution_time_ms: 12,
    }
  },
  close: () => undefined,
}

browserTest('the agent page as a product page', (start) => {
  let dashboard: Dashboard
  let page: Page
  let owner: Seeded
  let svc_id: string
  beforeAll(async () => {
    dashboard = await start({}, { agentCaller: echo })
    owner = await dashboard.organization()
    const [first, second] = [agentIdentity(3001, RIGHT_TO_LEFT), agentIdentity(3002, RIGHT_TO_LEFT)]
    await register(owner, first, {
      capabilities: ['read'],
      permissions: { network: ['api.bank.example:443'] },
    })
    await register(owner, second, {
      capabilities: ['read', 'say'],
      permissions: { network: ['*'], filesystem: ['/data'] },
      publisher: 'Extraordinarily-Long-Publisher-Name-Without-Any-Space-'.padEnd(120, 'x'),
      description: HOSTILE,
      card: {
        name: RIGHT_TO_LEFT,
        description: '[['.repeat(8000),
        skills: [
          {
            name: 'read',
            description: 'Reads an *invoice*.',
            input_schema: INPUT,
            output_schema: OUTPUT,
            timeout_ms: 5000,
          },
        ],
      },
    })
    const stranger = await dashboard.organization('enterprise', 'Eve', 'eve@eve.example')
    await register(stranger, agentIdentity(3003, RIGHT_TO_LEFT))
    svc_id = second.svc_id
    const installed = await bootstrapAgent(dashboard, owner, second, {
      capabilities: ['read', 'say'],
    })
    await sendHeartbeat(dashboard, installed)
    page = await dashboard.visit(owner.email, `/agents/${svc_id}`)
  })

  it('renders the author’s Markdown, with HTML as text and with links to web pages only', async () => {
    const about = page.getByRole('region', { name: 'About' })
    await about.getByRole('heading', { name: 'Reads invoices' }).waitFor()
    expect(
      await about
        .locator('a')
        .evaluateAll((links) =>
          links.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]),
        ),
    ).toEqual([['https://docs.example/reader', 'noopener noreferrer nofollow']])
    expect(await about.locator('img, script, iframe, style, [style]').count()).toBe(0)
    const text = await about.innerText()
    expect(text).toContain('<img src=x onerror="alert(1)"><script>alert(1)</script>')
    expect(text).toContain('[click](javascript:alert(1))')
    expect(text).toContain('Total: \uFFFDtxt.exe')
    expect(text).not.toContain('\u202E')
    await inspect(page, 'agent-product')
  })

  it('shows a single score as text, because a line requires two points', async () => {
    const reputation = page.getByRole('region', { name: 'Reputation' })
    await reputation.getByText('the chart appears once there is a second value').waitFor()
    expect(await reputation.locator('svg').count()).toBe(0)
  })

  it('lists the versions of the same owner only, with what changed', async () => {
    const versions = page.getByRole('region', { name: 'Versions' })
    await versions.getByRole('table', { name: 'Versions' }).waitFor()
    expect(await versions.locator('tbody tr').count()).toBe(2)
    const changed = await versions
      .getByLabel('From version 1.0.0 to 1.0.0', { exact: true })
      .locator('.added, .removed')
      .allTextContents()
    const text = changed.join('\n')
    expect(text).toContain('added:   - say')
    expect(text).toContain('removed:   - api.bank.example:443')
    expect(text).toContain('added:       input lines[].count: whole number, optional')
    expect(text).toMatch(/removed: {3}[A-Za-z0-9+/]{43}=/)
  })

  it('shows the input and output schemas of a skill as tables', async () => {
    const tableOf = (name: string) => page.getByRole('table', { name })
    if (!(await tableOf('Input of read').isVisible()))
      await page.getByText('Input and output of read').click()
    const rowsOf = async (name: string) =>
      (await tableOf(name).locator('tbody tr').allInnerTexts()).map((row) =>
        row.replaceAll(/\s+/g, ' ').trim(),
      )
    expect(await rowsOf('Output of read')).toEqual(['due optional text (date) –'])
    expect(await rowsOf('Input of read')).toEqual([
      'invoice_number text As printed.',
      'amount number –',
      'currency one of EUR, USD –',
      'paid optional yes or no –',
      'lines list of object –',
      'lines[].text text –',
      'lines[].count optional whole number –',
      'extra optional any –',
    ])
  })

  it('reports missing and invalid values in the form of a skill, and sends the corrected task', async () => {
    await page.getByRole('button', { name: 'Try read' }).click()
    const form = page.getByRole('region', { name: 'Try read' })
    const field = (name: string) => form.getByLabel(name, { exact: true })
    const send = () => form.getByRole('button', { name: 'Send task' }).click()
    await form.getByRole('button', { name: 'Add an entry to Lines' }).click()
    await field('Invoice number').fill('A1')
    await field('Amount').fill('-3')
    await form.getByRole('textbox', { name: 'Extra (optional)' }).fill('oops')
    await send()
    for (const message of [
      'Invoice number must have at least 3 characters.',
      'Amount must be at least 0.',
      'Currency is required.',
      'Extra is not valid JSON. Text needs quotation marks: "like this".',
    ])
      await form.getByText(message).waitFor()
    expect(await form.getByText('Text is required.').count()).toBe(2)
    await inspect(page, 'agent-try-issues')
    await field('Invoice number').fill('A-17')
    await field('Amount').fill('12.5')
    await field('Currency').selectOption('EUR')
    await form.getByRole('textbox', { name: 'Extra (optional)' }).fill('"x"')
    await form.getByRole('textbox', { name: 'Text', exact: true }).first().fill('Paper')
    await form.getByRole('button', { name: /^Remove entry 2/ }).click()
    await send()
    await form.getByText('completed', { exact: true }).waitFor()
    expect(
      JSON.parse(await form.getByLabel('result of the task', { exact: true }).innerText()),
    ).toEqual({
      skill: 'read',
      invoice_number: 'A-17',
      amount: 12.5,
      currency: 'EUR',
      lines: [{ text: 'Paper' }],
      extra: 'x',
    })
    await inspect(page, 'agent-try')
    await form.getByRole('link', { name: 'View in task history' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('completed', { exact: true }).waitFor()
    await dialog.getByText(owner.email).waitFor()
    await page.goBack()
  })

  it('sends a message to a skill without a schema, and shows that the policy denies the task', async () => {
    const { content } = (await owner.api.get(`/workspaces/${owner.workspace_id}/policy`)).body as {
      content: { tools: object }
    }
    await dashboard.store.replacePolicy(dashboard.context(), {
      reach: { organizations: [owner.organization_id], workspace_id: null },
      workspace_id: owner.workspace_id,
      content: {
        ...content,
        tools: { allowed: ['*'], denied: ['say'], require_approval: [] },
      } as never,
      signer: dashboard.app.services.signer,
      if_match: '*',
    })
    await page.getByRole('button', { name: 'Try say' }).click()
    const form = page.getByRole('region', { name: 'Try say' })
    await form.getByLabel('Message').fill('Hello')
    await form.getByRole('button', { name: 'Send task' }).click()
    await form.getByText('The policy of the workspace denies this task (tools.denied)').waitFor()
  })

  it('stays within the screen of a phone when the name of a skill is one long word', async () => {
    const skill = 'reads'.repeat(25)
    const agent = await register(owner, agentIdentity(3003, 'Long Reader'), {
      capabilities: [skill],
    })
    await installAgent(dashboard, owner, agent)
    await page.setViewportSize({ width: 360, height: 760 })
    await page.goto(`/agents/${agent.svc_id}`)
    await page.getByRole('button', { name: `Try ${skill}` }).waitFor()
    expect(await tooWide(page)).toBeUndefined()
  })
})
