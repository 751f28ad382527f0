import { describe, expect, it } from 'vitest'
import { createInstallationLink } from '../../../src/agent/installation/installation-link.ts'
import type { RequestOutcome } from '../../../src/agent/installation/responses.ts'
import { MINUTE } from '../../kit/time.ts'
import { startTest } from './start-test.ts'

describe('installation link', () => {
  /** Returns the link of an agent whose platform always gives this response. */
  async function linkWith(outcome: RequestOutcome<unknown>) {
    const { harness } = await startTest()
    const note = () => undefined
    return createInstallationLink({
      request: async () => outcome,
      setup: {
        platform_url: 'https://registry.test',
        agent_id: 'a',
        issuer: 'https://registry.test',
      },
      installation: note,
      time: note,
      clock: harness.clock,
      logger: { debug: note, info: note, warn: note, error: note },
      mode: () => 'running',
      paused: () => false,
      token: () => 'srt_1',
      onUnauthorized: note,
    })
  }

  it('provides policy and trust status, verifies trust with the runtime token, and reads the keys', async () => {
    const { harness, agent, install } = await startTest()
    const { link } = await install()
    await harness.advance(MINUTE)
    expect(link.policy()).toMatchObject({
      workspace_id: harness.org.workspace_id,
      status: 'active',
    })
    expect(link.trustStatus()).toEqual({
      reputation: 50,
      verification_status: 'verified',
      mode: 'running',
    })
    const context = { workspace_id: harness.org.workspace_id }
    expect(await link.verifyTrust(agent.trust(context) as never)).toMatchObject({ valid: true })
    expect(
      await link.verifyTrust({ ...agent.trust(context), svc_id: 'nobody' } as never),
    ).toBeUndefined()
    expect(await link.profile(`did:svc:${agent.svc_id}`)).toMatchObject({ svc_id: agent.svc_id })
    expect(await link.jwks()).toEqual([expect.objectContaining({ kty: 'OKP' })])
  })

  it('reloads the policy on request, even during a load', async () => {
    const { harness, install } = await startTest()
    const { link } = await install()
    const before = harness.sent('other').length
    void link.reload()
    expect(await link.reload()).toBe(true)
    expect(harness.sent('other').length - before).toBe(4)
  })

  it.each([
    { reputation: { score: 'high' }, verification_status: 'verified' },
    { reputation: { score: 101 }, verification_status: 'verified' },
    { reputation: { score: 50 }, verification_status: 'fine\r\nX-Injected: 1' },
    {},
  ])('rejects a profile that contains %j', async (profile) => {
    const link = await linkWith({ kind: 'ok', body: profile, clock_ms: null })
    expect(await link.reload()).toBe(false)
    expect(link.trustStatus()).toEqual({
      reputation: 50,
      verification_status: 'unverified',
      mode: 'running',
    })
  })

  it.each([
    ['404', { kind: 'refused', status: 404, code: null, retry_after_ms: null }],
    ['403', { kind: 'refused', status: 403, code: null, retry_after_ms: null }],
    ['a document without keys', { kind: 'ok', body: { keys: {} }, clock_ms: null }],
  ] as const)('rejects instead of reading no keys if the response is %s', async (_, outcome) => {
    const link = await linkWith(outcome)
    await expect(link.jwks()).rejects.toThrow('publishes no keys')
  })

  it.each([{}, { svc_id: 'x' }, { svc_id: 'x', content_addressed: true, public_key: 7 }])(
    'rejects the profile %j, with which no signature can be verified',
    async (body) => {
      const link = await linkWith({ kind: 'ok', body, clock_ms: null })
      await expect(link.profile('did:svc:x')).rejects.toThrow('no public key')
    },
  )

  it('rejects when the platform is unavailable, and without credentials', async () => {
    const { harness, install } = await startTest()
    const { link } = await install()
    harness.setFaults(() => 'error_500')
    await expect(link.profile('did:svc:x')).rejects.toThrow('500 INTERNAL_ERROR')
    const { link: without } = await harness.start(await harness.newAgent(), {
      credentials_file: '/agent/other',
    })
    await expect(without.profile('did:svc:x')).rejects.toThrow('no credentials')
  })
})
