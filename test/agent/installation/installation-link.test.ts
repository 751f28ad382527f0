import { describe, expect, it } from 'vitest'
import { createInstallationLink } from '../../../src/agent/installation/installation-link.ts'
import type { RequestOutcome } from '../../../src/agent/installation/responses.ts'
import { MINUTE } from '../../kit/time.ts'
import { startTest } from './start-test.ts'

const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}
const nextTurn = () =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

describe('installation link', () => {
  /** Creates a link to a platform whose responses the test determines. */
  function createLink(
    respond: (path: string) => RequestOutcome<unknown> | Promise<RequestOutcome<unknown>>,
    more: { mode?: 'running' | 'degraded'; token?: string | null; workspace_id?: undefined } = {},
  ) {
    const state = { now: 0, refused: 0, requests: [] as string[] }
    const link = createInstallationLink({
      request: async ({ path, headers }) => {
        state.requests.push(`${path} ${headers?.['Authorization'] ?? 'without'}`)
        return respond(path)
      },
      setup: {
        platform_url: 'https://registry.test',
        agent_id: 'a',
        issuer: 'https://registry.test',
      },
      installation: () => ({
        installation_id: 'inst',
        workspace_id: 'workspace_id' in more ? undefined : 'w/s',
        upstream_url: undefined,
      }),
      time: () => undefined,
      clock: { now: () => state.now, after: () => () => undefined },
      logger: SILENT,
      mode: () => more.mode ?? 'running',
      paused: () => false,
      token: () => (more.token === undefined ? 'srt_1' : more.token),
      onUnauthorized: () => {
        state.refused += 1
      },
    })
    return { state, link }
  }
  const ok = (body: unknown): RequestOutcome<unknown> => ({ kind: 'ok', body, clock_ms: null })
  const refused = (status: number): RequestOutcome<unknown> => ({
    kind: 'refused',
    status,
    code: null,
    retry_after_ms: null,
  })
  const PROFILE = { reputation: { score: 80 }, verification_status: 'verified' }

  it('loads trust status and policy when a lease is renewed, at most every five minutes', async () => {
    const { state, link } = createLink((path) =>
      ok(path.startsWith('/trust') ? PROFILE : { content: {} }),
    )
    for (const [now, requests] of [
      [0, 2],
      [299_999, 2],
      [300_000, 4],
      [599_999, 4],
      [600_000, 6],
    ] as const) {
      state.now = now
      link.leaseRenewed()
      await nextTurn()
      expect(state.requests).toHaveLength(requests)
    }
    state.now = 700_000
    await link.reload()
    state.now = 999_999
    link.leaseRenewed()
    await nextTurn()
    expect(state.requests).toHaveLength(8)
    expect(state.requests.slice(0, 2)).toEqual([
      '/trust/profile/did%3Asvc%3Aa Bearer srt_1',
      '/workspaces/w%2Fs/policy Bearer srt_1',
    ])
    expect(link.trustStatus()).toEqual({
      reputation: 80,
      verification_status: 'verified',
      mode: 'running',
    })
  })

  it('performs reloads one after another, and continues after one that fails', async () => {
    const open: ((outcome: RequestOutcome<unknown>) => void)[] = []
    const { link } = createLink(
      () =>
        new Promise((resolve) => {
          open.push(resolve)
        }),
    )
    const reloads = [link.reload(), link.reload()]
    await nextTurn()
    expect(open).toHaveLength(1)
    open[0]!(refused(500))
    await nextTurn()
    expect(open).toHaveLength(2)
    open[1]!(ok(PROFILE))
    await nextTurn()
    open[2]!(ok({ content: {} }))
    expect(await Promise.all(reloads)).toEqual([false, true])
  })

  it.each([
    [404, 0],
    [403, 0],
  ])('resolves without a profile when the platform responds with %i', async (status, count) => {
    const { state, link } = createLink(() => refused(status))
    expect([await link.profile('did:svc:x'), state.refused]).toEqual([undefined, count])
  })
  it.each([
    [401, 1],
    [429, 0],
    [500, 0],
  ])(
    'rejects when the platform responds with %i, and reports refused credentials only for 401',
    async (status, count) => {
      const { state, link } = createLink(() => refused(status))
      await expect(link.profile('did:svc:x')).rejects.toThrow(String(status))
      expect(state.refused).toBe(count)
    },
  )
  it('rejects unreadable and lost responses', async () => {
    await expect(createLink(() => ok([])).link.profile('x')).rejects.toThrow('cannot be read')
    await expect(
      createLink(() => ({ kind: 'lost', may_have_acted: true, detail: 'ECONNRESET' })).link.profile(
        'x',
      ),
    ).rejects.toThrow('ECONNRESET')
  })

  it.each([403, 404])(
    'does not load a policy when the platform responds with %i, and keeps the previous policy and trust status',
    async (status) => {
      let gone = false
      const { link } = createLink((path) =>
        gone ? refused(status) : ok(path.startsWith('/trust') ? PROFILE : { content: { a: 1 } }),
      )
      expect(await link.reload()).toBe(true)
      gone = true
      expect(await link.reload()).toBe(false)
      expect([link.policy(), link.trustStatus().reputation]).toEqual([{ content: { a: 1 } }, 80])
    },
  )

  it('loads the policy even if the trust profile of the agent is no longer visible', async () => {
    const { link } = createLink((path) =>
      path.startsWith('/trust') ? refused(404) : ok({ content: { a: 1 } }),
    )
    expect([await link.reload(), link.policy()]).toEqual([true, { content: { a: 1 } }])
  })

  it('does not load the policy if the workspace is unknown', async () => {
    const { link } = createLink(() => ok(PROFILE), { workspace_id: undefined })
    expect(await link.reload()).toBe(false)
    expect([link.policy(), link.trustStatus().reputation]).toEqual([undefined, 80])
  })

  it('reads public keys without credentials, even in degraded mode', async () => {
    const { state, link } = createLink(() => ok({ keys: [{ kty: 'OKP' }] }), {
      token: null,
      mode: 'degraded',
    })
    expect([await link.jwks(), state.requests, link.trustStatus().mode]).toEqual([
      [{ kty: 'OKP' }],
      ['/trust/jwks without'],
      'degraded',
    ])
    await expect(link.profile('x')).rejects.toThrow('no credentials')
  })

  it.each([
    [0, true],
    [100, true],
    [-1, false],
    [100.1, false],
  ])('accepts a reputation of %d: %s', async (score, accepted) => {
    const { link } = createLink((path) =>
      ok(path.startsWith('/trust') ? { ...PROFILE, reputation: { score } } : {}),
    )
    expect(await link.reload()).toBe(accepted)
    expect(link.trustStatus().reputation).toBe(accepted ? score : 50)
  })

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

  it.each([
    { reputation: { score: 'high' }, verification_status: 'verified' },
    { reputation: { score: 50 }, verification_status: 'fine\r\nX-Injected: 1' },
    {},
  ])('rejects a profile that contains %j', async (profile) => {
    const { link } = createLink(() => ok(profile))
    expect(await link.reload()).toBe(false)
    expect(link.trustStatus()).toEqual({
      reputation: 50,
      verification_status: 'unverified',
      mode: 'running',
    })
  })

  it.each([
    ['404', refused(404)],
    ['403', refused(403)],
    ['a document without keys', ok({ keys: {} })],
  ] as const)('rejects instead of returning no keys if the response is %s', async (_, outcome) => {
    const { link } = createLink(() => outcome)
    await expect(link.jwks()).rejects.toThrow('publishes no keys')
  })

  it.each([{}, { svc_id: 'x' }, { svc_id: 'x', content_addressed: true, public_key: 7 }])(
    'rejects the profile %j, with which no signature can be verified',
    async (body) => {
      const { link } = createLink(() => ok(body))
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
