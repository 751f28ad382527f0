import { expect, it } from 'vitest'
import { elapsed } from '../../../src/domain/time.ts'
import { MINUTE } from '../../kit/time.ts'
import { dump, eachStore } from '../stores.ts'
import { newWorld } from '../world.ts'

eachStore((location) => {
  it.each([1, 15, 1440])(
    'creates a token that starts with skt_, is stored only as a hash, and is valid for %i minutes',
    async (expiry_minutes) => {
      const { store, context, home, clock, database } = await newWorld(location())
      const created = await store.createInstallToken(context(), { ...home, expiry_minutes })
      if (created.kind !== 'created') return expect.unreachable(created.kind)
      expect(created.token).toMatch(/^skt_[\w-]{43}$/)
      expect(created.record).toMatchObject({
        agent_id: home.agent_id,
        workspace_id: home.workspace_id,
        consumed_at: null,
      })
      expect(elapsed(clock.now, created.record.expires_at)).toBe(expiry_minutes * MINUTE)
      expect(JSON.stringify(await dump(database))).not.toContain(created.token)
    },
  )

  it('refuses an unknown, private or suspended agent and a workspace beyond reach, without any change', async () => {
    const world = await newWorld(location())
    const { store, context, home, database, tenant, provedAgent } = world
    const other = await tenant('b')
    const hidden = provedAgent('agent-private')
    await store.registerAgent(context(), {
      ...hidden,
      organization_id: other.organization_id,
      private: true,
    })
    await store.setSuspended(context(), { svc_id: other.agent_id, suspended: true, reason: 'x' })
    const before = await dump(database)
    const refused = async (where: Partial<typeof home>) =>
      (await store.createInstallToken(context(), { ...home, ...where, expiry_minutes: 15 })).kind
    expect(await refused({ workspace_id: 'ws_unknown' })).toBe('workspace_not_found')
    expect(await refused({ workspace_id: other.workspace_id })).toBe('workspace_not_found')
    expect(await refused({ reach: { ...home.reach, workspace_id: 'ws_bound' } as never })).toBe(
      'workspace_not_found',
    )
    expect(await refused({ agent_id: 'agent-unknown' })).toBe('agent_not_found')
    expect(await refused({ agent_id: hidden.svc_id })).toBe('agent_not_found')
    expect(await refused({ agent_id: other.agent_id })).toBe('agent_unusable')
    expect(await dump(database)).toEqual(before)
  })

  it('I-05: exchanges a token until one millisecond before expires_at, and never consumes an expired one', async () => {
    const { clock, installToken, bootstrap, database, audit } = await newWorld(location())
    const [inTime, late] = [await installToken(), await installToken()]
    clock.advance(15 * MINUTE - 1)
    expect((await bootstrap(inTime)).kind).toBe('first')
    clock.advance(1)
    expect((await bootstrap(late)).kind).toBe('expired')
    const tokens = await database.read((tx) =>
      tx.install_tokens.find({ where: { consumed_at: null } }),
    )
    expect(tokens).toEqual([expect.objectContaining({ installation_id: null, callers: [] })])
    expect((await audit()).at(-1)).toMatchObject({
      event_type: 'installation.bootstrapped',
      outcome: 'denied',
      reason: 'install token expired',
    })
  })

  it.each(['', 'skt_', 'skt_unknown', 'x'.repeat(500)])(
    'treats a malformed token as unknown, and records its use in the audit chain of the platform: %j',
    async (token) => {
      const { bootstrap, audit, database } = await newWorld(location())
      expect(await bootstrap(token)).toEqual({ kind: 'unknown' })
      expect((await audit('platform')).at(-1)).toMatchObject({
        event_type: 'installation.bootstrapped',
        outcome: 'denied',
        organization_id: null,
      })
      expect(await database.read((tx) => tx.installations.count({}))).toBe(0)
    },
  )

  it('records the expiry of an unused token in the audit log once', async () => {
    const { store, context, clock, installToken, bootstrap, newKinds } = await newWorld(location())
    await installToken()
    await bootstrap(await installToken())
    await newKinds()
    clock.advance(15 * MINUTE)
    expect(await store.expireInstallTokens(context(), {})).toEqual({ expired: 1 })
    expect(await store.expireInstallTokens(context(), {})).toEqual({ expired: 0 })
    expect(await newKinds()).toEqual(['install_token.expired'])
  })
})
