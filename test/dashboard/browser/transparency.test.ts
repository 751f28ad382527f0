import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { keyPairOfSeed } from '../../../src/domain/crypto/ed25519.ts'
import { ED25519, formatVerifierKey } from '../../../src/domain/transparency/note.ts'
import { agentIdentity, register, type TestAgent } from '../../http/agents.ts'
import { browserTest } from '../browser-test.ts'
import type { Dashboard, Seeded } from '../dashboard.ts'
import { inspect } from '../inspect.ts'

interface Profile {
  log?: { entry: string; proof?: string; salt?: string }
}

browserTest('the transparency log on the page of an agent', (start) => {
  let dashboard: Dashboard
  let acme: Seeded
  let page: Page
  let agent: TestAgent
  let other: TestAgent
  beforeAll(async () => {
    dashboard = await start()
    acme = await dashboard.organization()
    agent = await register(acme, agentIdentity(1, 'Invoice Reader'), {})
    other = await register(acme, agentIdentity(2, 'Ledger Clerk'), {})
    page = await dashboard.visit(acme.email, '/registry')
  })
  const panel = () => page.getByRole('region', { name: 'Transparency log' })
  const open = async (one = agent) => {
    await page.goto(`/agents/${encodeURIComponent(one.svc_id)}`)
    await panel().waitFor()
  }
  const profileOf = async (svc_id: string): Promise<Profile> =>
    (await acme.api.get(`/trust/profile/${encodeURIComponent(`did:svc:${svc_id}`)}`))
      .body as Profile
  /** Changes what the registry says about the log, as a dishonest registry would. */
  const forging = async (
    change: (profile: Profile) => Profile | Promise<Profile>,
    expected: string,
  ) => {
    await page.route('**/trust/profile/*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: await change((await response.json()) as Profile) })
    })
    await open()
    await panel().getByText(expected).waitFor()
    expect(await panel().locator('.badge').allTextContents()).toEqual(['not proved'])
    await page.unroute('**/trust/profile/*')
  }

  it('shows that the log contains the registration, with its type, time and position', async () => {
    await open()
    await panel().getByText('proved', { exact: true }).waitFor()
    await panel().getByText('agent.registered', { exact: true }).waitFor()
    await panel()
      .getByText(/^entry \d+ of \d+ \(counted from zero\)$/)
      .waitFor()
    await inspect(page, 'agent-log-proved')
  })

  it('shows that a private agent is in the log, without its identifier', async () => {
    const hidden = await register(acme, agentIdentity(3, 'Secret Keeper'), { private: true })
    await open(hidden)
    await panel().getByText('proved', { exact: true }).waitFor()
    expect(await panel().textContent()).not.toContain(hidden.svc_id)
  })

  it('waits until the entry has a position in the log', async () => {
    await page.route('**/trust/profile/*', async (route) => {
      const response = await route.fetch()
      const { log, ...profile } = (await response.json()) as Profile
      await route.fulfill({ response, json: { ...profile, log: { entry: log!.entry } } })
    })
    await open()
    await panel().getByText('pending', { exact: true }).waitFor()
    await page.unroute('**/trust/profile/*')
    await panel().getByText('proved', { exact: true }).waitFor()
  })

  it('does not accept a different entry, proof or key', async () => {
    const { log: foreign } = await profileOf(other.svc_id)
    await forging(
      ({ log, ...profile }) => ({
        ...profile,
        log: { ...log!, entry: log!.entry.replace('Invoice Reader', 'Invoice Writer') },
      }),
      'The log does not contain this entry.',
    )
    await inspect(page, 'agent-log-forged')
    await forging(
      (profile) => ({ ...profile, log: foreign! }),
      'The entry is about another agent or another key.',
    )
    await forging(
      ({ log, ...profile }) => ({ ...profile, log: { ...log!, proof: foreign!.proof! } }),
      'The log does not contain this entry.',
    )
    // The signature of the log does not match a checkpoint with another size.
    await forging(
      ({ log, ...profile }) => ({
        ...profile,
        log: { ...log!, proof: log!.proof!.replace(/\n\n(.+\n)(\d+)\n/, '\n\n$19$2\n') },
      }),
      'The log’s key did not sign this state of the log.',
    )
  })

  it('verifies a proof with either of the two keys that the log shows while its key is rotated', async () => {
    const next = keyPairOfSeed(Buffer.alloc(32, 9)).publicKey
    await page.route('**/log/key', async (route) => {
      const response = await route.fetch()
      const current = await response.text()
      const [name = ''] = current.split('+')
      const newest = formatVerifierKey({ name, type: ED25519, public_key: next })
      await route.fulfill({ response, body: `${newest}\n${current}` })
    })
    await open()
    await panel().getByText('proved', { exact: true }).waitFor()
    await page.unroute('**/log/key')
  })

  it('says what to do if the browser cannot verify signatures', async () => {
    await page.addInitScript(() => {
      crypto.subtle.importKey = () => Promise.reject(new Error('not supported'))
    })
    await open()
    await panel().getByText('not verified', { exact: true }).waitFor()
    await panel().getByText('over HTTPS').waitFor()
  })
})
