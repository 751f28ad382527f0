import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { DAY } from '../../kit/time.ts'
import { isToolMissing, type ToolName } from '../../kit/tools.ts'
import { createClock } from '../../../src/system.ts'
import { keyPairOfSeed } from '../../../src/domain/crypto/ed25519.ts'
import { agentIdentity, type TestAgent } from '../../http/agents.ts'
import { ISSUER } from '../../http/platform.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { inspect } from '../inspect.ts'
import { browserTest } from '../browser-test.ts'
import { findPython } from '../python.ts'
import {
  agentsThatFail,
  sendHeartbeat,
  bootstrapAgent,
  routeTask,
  seedAgents,
  type Credentials,
} from '../seed.ts'
import { newFolder } from '../../kit/folder.ts'

const DAYS = 40
/** The seed of an agent whose key the test has. */
const KEY_SEED = 200

/** The runner of each program on the page, and its output for a valid signature. */
const PROGRAMS = [
  {
    title: 'openssl',
    needs: 'openssl',
    runner: () => 'sh',
    output: 'Signature Verified Successfully',
  },
  { title: 'Node', needs: undefined, runner: () => process.execPath, output: 'true' },
  { title: 'Python', needs: 'python', runner: findPython, output: 'the signature is valid' },
  { title: 'curl', needs: 'curl', runner: () => 'sh', output: '"valid":true' },
] as const

const itWith = (needs?: ToolName) => it.skipIf(needs !== undefined && isToolMissing(needs))

/** Returns the output of a program. The registry runs in this process, so the program must run asynchronously. */
const outputOf = (
  runner: string,
  text: string,
  env: object,
  extraFile?: { name: string; text: string },
): Promise<string> => {
  const cwd = newFolder()
  if (extraFile) writeFileSync(join(cwd, extraFile.name), extraFile.text)
  writeFileSync(join(cwd, 'shown.mjs'), text)
  return new Promise((resolve) => {
    execFile(runner, ['shown.mjs'], { cwd, env: { ...process.env, ...env } }, (_, stdout) =>
      resolve(stdout),
    )
  })
}

browserTest('the agent page', (start) => {
  let dashboard: Dashboard
  let page: Page
  let agent: TestAgent
  let user: Seeded
  let installation: Credentials
  beforeAll(async () => {
    // An agent was installed 40 days ago and has worked every day since.
    const clock = createClock(() => Date.now() - DAYS * DAY)
    let signer: TestAgent | undefined
    dashboard = await start({}, { clock, agentCaller: agentsThatFail(6, () => signer) })
    const publisher = await dashboard.organization()
    user = await dashboard.organization('enterprise', 'Northwind Traders', 'nora@northwind.example')
    agent = (await seedAgents(publisher, 1))[0]!
    installation = await bootstrapAgent(dashboard, user, agent)
    for (let day = 0; day < DAYS; day += 1) {
      clock.advance(DAY)
      // It signs its answers on the last two days.
      if (day === DAYS - 2) signer = agent
      await sendHeartbeat(dashboard, installation)
      for (let task = 0; task < 1 + (day % 3); task += 1) await routeTask(user, 'extract_invoice')
    }
    page = await dashboard.visit(user.email, `/agents/${encodeURIComponent(agent.svc_id)}`)
  })

  it('shows the identity, permissions and status of an agent', async () => {
    await page.getByRole('heading', { name: 'Amber Booker' }).waitFor()
    await page.locator('.plot svg').waitFor()
    expect(await page.locator('.agent-badges-row .badge').allTextContents()).toEqual(['verified'])
    await inspect(page, 'agent')
  })

  it('separates what was proved, checked, reported by others and stated', async () => {
    const known = page.getByRole('region', { name: 'Trust evidence' })
    const text = (await known.innerText()).replaceAll(/\s+/g, ' ')
    expect(text).toMatch(
      /Proved by the agent’s key .*Registration is signed with the key.*Checked by this registry .*Neither suspended nor revoked.*Reported by organizations that use it.* of 100 from 1 organization Stated by its owner Nobody has checked these statements/,
    )
    const stated = page.getByRole('region', { name: 'Permissions' })
    expect(await stated.locator('li').allInnerTexts()).toEqual([
      'May connect to api.bank.example:443',
      'May read and write files under /data/invoices',
      'May use the API ledger.read',
    ])
  })

  it('installs the agent from its page if the role permits it', async () => {
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create install token' }).click()
    await dialog.getByText('The token is shown only once').waitFor()
    const token = await dialog.getByLabel('install token', { exact: true }).innerText()
    expect(token).toMatch(/^skt_/)
    expect(
      await dialog.getByLabel('commands for svc-agent', { exact: true }).innerText(),
    ).toContain(`svc-agent install --token ${token} \\\n  --platform ${dashboard.origin}/api/v1`)
    await inspect(page, 'agent-install')
    await dialog.getByRole('button', { name: 'Done' }).click()
    const { organization_id } = user
    await dashboard.store.addMember(dashboard.context(), {
      organization_id,
      email: 'vera@northwind.example',
      role: 'viewer',
    })
    const viewer = await dashboard.visit('vera@northwind.example', `/agents/${agent.svc_id}`)
    await viewer.getByRole('heading', { name: 'Skills' }).waitFor()
    expect(await viewer.getByRole('button', { name: /^(Install|Try )/ }).count()).toBe(0)
  })

  it('lists the tasks for the organization of the user, newest first', async () => {
    const tasks = page.getByRole('table', { name: 'Tasks routed to this agent' })
    await tasks.waitFor()
    expect(await tasks.locator('tbody tr').count()).toBe(10)
    expect(await tasks.locator('tbody').innerText()).toMatch(/extract_invoice\s+completed/)
    expect(await tasks.locator('tbody tr').first().innerText()).toMatch(/\sattested/)
    expect(await tasks.locator('tbody tr').last().innerText()).toMatch(/\sunattested/)
  })

  it('shows on the installation page when its attestation began', async () => {
    const other = await dashboard.visit(
      user.email,
      `/installations/${installation.installation_id}`,
    )
    const key = other.getByRole('region', { name: 'Attestation' })
    await key.getByText('attested', { exact: true }).waitFor()
    await key.getByText('since').waitFor()
    await inspect(other, 'installation-attested')
  })

  it('shows for whom the registry vouches, without presenting the vouching statement as verified', async () => {
    const vouch = page.locator('.verdict.vouch')
    const read = async (statement: string) => {
      await page.getByLabel('X-Svc-Vouch').fill(statement)
      await page.getByRole('button', { name: 'Verify', exact: true }).click()
    }
    const made = await user.api.post('/trust/headers', {
      svc_id: agent.svc_id,
      request_body_hash: 'b'.repeat(64),
    })
    const statement = (made.body as { headers: Record<string, string> }).headers['X-Svc-Vouch']!
    await read(statement)
    await vouch.getByText('vouched for Northwind Traders').waitFor()
    expect(await vouch.innerText()).not.toMatch(/verified|valid|passed/)
    expect(await vouch.locator('.badge.good').count()).toBe(0)
    await inspect(page, 'agent-vouch')
    await read('no statement')
    await vouch.getByText('This is not a vouching statement.').waitFor()
    const [claims, signature] = statement.split('.') as [string, string]
    const changed = Buffer.from(claims, 'base64url')
      .toString()
      .replace(user.organization_id, 'org_somebody_else')
    const forged = Buffer.from(changed).toString('base64url')
    await read(`${forged}.${signature}`)
    await vouch.getByText('It was not signed with a key of this registry.').waitFor()
    const log = await dashboard.visit(user.email, '/audit?event_type=trust.headers_issued')
    await log.getByRole('link', { name: 'trust.headers_issued' }).first().click()
    await log.getByRole('dialog').getByText('vouched for Northwind Traders').waitFor()
    await inspect(log, 'audit-vouch')
  })

  it('verifies a signature with the registry and shows whether it is valid', async () => {
    const context = { purpose: 'test', timestamp: new Date().toISOString() }
    const { signature } = agent.trust(context)
    const verify = async (text: string, signed: string) => {
      await page.getByLabel('Context').fill(text)
      await page.getByRole('textbox', { name: 'Signature' }).fill(signed)
      await page.getByRole('button', { name: 'Verify with the registry' }).click()
    }
    await verify('{"purpose":', signature)
    await page.getByText('Context is not a JSON object.').waitFor()
    await verify(JSON.stringify({ ...context, purpose: 'another' }), signature)
    await page.locator('.verdict:not(.vouch)').getByText('invalid', { exact: true }).waitFor()
    await verify(JSON.stringify(context), signature)
    await page.locator('.verdict').getByText('valid', { exact: true }).waitFor()
    await page.locator('.verdict').getByText('It names no receiver').waitFor()
    await inspect(page, 'agent-verdict')
  })

  it('explains the audience and freshness of a signature', async () => {
    const verdict = page.locator('.verdict')
    const verify = async (context: object) => {
      await page.getByLabel('Context').fill(JSON.stringify(context))
      await page.getByRole('textbox', { name: 'Signature' }).fill(agent.trust(context).signature)
      await page.getByRole('button', { name: 'Verify with the registry' }).click()
    }
    const audience = { svc_id: agent.svc_id }
    const now = { timestamp: new Date().toISOString(), nonce: 'once' }
    await verify({ audience, issuer: ISSUER, ...now })
    await verdict.getByText('You are signed in as a person').waitFor()
    await verdict.getByText('fresh', { exact: true }).waitFor()
    await verdict.getByText('That alone does not justify access').waitFor()
    await verify({ audience, issuer: ISSUER, ...now, again: true })
    await verdict.getByText('replayed', { exact: true }).waitFor()
    await verify({ audience, issuer: ISSUER })
    await verdict.getByText('It has no timestamp').waitFor()
    await verify({ timestamp: '2026-01-01T00:00:00.000Z' })
    await verdict.getByText('not fresh', { exact: true }).waitFor()
    await verify({ issuer: 'https://another.example' })
    await verdict.getByText('signed for another platform', { exact: true }).waitFor()
  })

  it('reports an unknown agent for an identifier with special characters', async () => {
    await page.goto(`/agents/${encodeURIComponent('acme/agent+v1=x@home')}`)
    await page.getByText('Not found', { exact: true }).waitFor()
    await inspect(page, 'agent-missing')
  })

  it('shows, for an agent whose ownership has not been proved, a program that proves it', async () => {
    const mine = agentIdentity(KEY_SEED, 'Cedar Reader')
    await user.api.post('/agents/register', mine.registration)
    await page.goto(`/agents/${mine.svc_id}`)
    await page.getByRole('heading', { name: 'Prove ownership' }).waitFor()
    const shown = page.getByRole('region', { name: 'Prove ownership' }).locator('pre')
    expect(await shown.innerText()).toContain(
      `svc-agent register --platform ${dashboard.origin}/api/v1 \\\n  --organization ${user.organization_id} \\\n  --issuer ${ISSUER}`,
    )
    await inspect(page, 'agent-prove')
    await page
      .getByRole('group', { name: 'Ways to prove ownership' })
      .getByRole('button', { name: 'Node' })
      .click()
    const { privateKey } = keyPairOfSeed(new Uint8Array(32).fill(KEY_SEED, 0, 31))
    const key = {
      name: 'agent.pem',
      text: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    }
    expect(
      await outputOf(process.execPath, await shown.innerText(), { SVC_API_KEY: user.api_key }, key),
    ).toMatch(/^20[01] verified\n$/)
    await page.reload()
    await page.locator('.agent-badges-row').getByText('verified', { exact: true }).waitFor()
    expect(await page.getByRole('heading', { name: 'Prove ownership' }).count()).toBe(0)
  })

  for (const { title, needs, runner, output } of PROGRAMS)
    itWith(needs)(
      `shows a program for ${title} that verifies signatures of the agent`,
      async () => {
        await page.goto(`/agents/${agent.svc_id}`)
        await page.getByRole('button', { name: title, exact: true }).click()
        const shown = await page.locator('.verify pre').innerText()
        const context = {
          audience: { svc_id: 'YOUR_SVC_ID' },
          issuer: ISSUER,
          nonce: `nonce-for-${title}`,
          request_body_hash: 'b'.repeat(64),
          skill: 'read_invoice',
          timestamp: new Date().toISOString(),
          workspace_id: user.workspace_id,
        }
        const verdict = ({ signature }: { signature: string }) =>
          outputOf(
            runner(),
            shown
              .replace('...', signature)
              .replace('NONCE', context.nonce)
              .replace('SHA256_OF_BODY_IN_HEX', context.request_body_hash)
              .replace('2026-03-02T09:12:00.000Z', context.timestamp)
              .replace('YOUR_WORKSPACE_ID', context.workspace_id),
            { SVC_API_KEY: user.api_key },
          )
        expect(await verdict(agent.trust({ ...context, skill: 'pay_invoice' }))).not.toContain(
          output,
        )
        expect(
          await verdict(agent.trust({ ...context, audience: { svc_id: 'SOMEBODY_ELSE' } })),
        ).not.toContain(output)
        expect(
          await verdict(agent.trust({ ...context, issuer: 'https://another.example' })),
        ).not.toContain(output)
        expect(await verdict(agent.trust({ ...context, nonce: 'another' }))).not.toContain(output)
        // A valid signature is the last one, because it uses up the nonce.
        expect(await verdict(agent.trust(context))).toContain(output)
      },
    )
})
