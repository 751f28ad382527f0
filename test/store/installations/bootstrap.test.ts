import { expect, it } from 'vitest'
import { elapsed } from '../../../src/domain/time.ts'
import { DAY, MINUTE, SECOND } from '../../kit/time.ts'
import { dump, eachStore } from '../stores.ts'
import { newWorld } from '../world.ts'

eachStore((place) => {
  it('the first successful exchange consumes the token and returns a runtime token for 90 days and a refresh token', async () => {
    const { bootstrap, installToken, home, clock, newKinds, installationOf, lease } =
      await newWorld(place())
    const token = await installToken()
    await newKinds()
    const outcome = await bootstrap(token, {
      upstream_url: 'https://agent.example/a2a/tasks',
      capabilities: ['chat'],
      heartbeat_interval_seconds: 30,
    })
    if (outcome.kind !== 'first') return expect.unreachable(outcome.kind)
    expect(outcome.issued).toMatchObject({
      runtime_token: expect.stringMatching(/^srt_[\w-]{43}$/),
      token_version: 1,
    })
    expect(outcome.refresh_token).toMatch(/^srf_[\w-]{43}$/)
    expect(elapsed(clock.now, outcome.issued.expires_at)).toBe(90 * DAY)
    expect(outcome.installation).toMatchObject({
      organization_id: home.organization_id,
      workspace_id: home.workspace_id,
      agent_id: home.agent_id,
      lifecycle: 'active',
      health: 'online',
      upstream_url: 'https://agent.example/a2a/tasks',
      capabilities: ['chat'],
      heartbeat_interval: 30,
      token_version: 1,
    })
    expect(await installationOf(outcome.installation.installation_id)).toEqual(outcome.installation)
    expect(await newKinds()).toEqual(['install_token.consumed', 'installation.bootstrapped'])
    expect((await lease(outcome.issued.runtime_token)).kind).toBe('renewed')
  })

  it('I-04: at 59.999 s the same installation is returned without a refresh token, at 60.000 s the token is consumed', async () => {
    const { bootstrap, install, clock, lease, refresh } = await newWorld(place())
    const first = await install()
    clock.advance(60 * SECOND - 1)
    const replay = await bootstrap(first.install_token)
    if (replay.kind !== 'replayed') return expect.unreachable(replay.kind)
    expect(replay.installation.installation_id).toBe(first.installation.installation_id)
    expect(replay).not.toHaveProperty('refresh_token')
    expect(replay.issued).toMatchObject({
      token_version: 2,
      runtime_token: expect.not.stringContaining(first.runtime_token),
    })
    clock.advance(1)
    expect(await bootstrap(first.install_token)).toEqual({ kind: 'consumed' })
    expect((await lease(first.runtime_token)).kind).toBe('renewed')
    expect((await lease(replay.issued.runtime_token)).kind).toBe('renewed')
    expect((await refresh(first)).kind).toBe('refreshed')
  })

  it('the window is anchored at the first consumption and does not slide', async () => {
    const { bootstrap, install, clock } = await newWorld(place())
    const { install_token } = await install()
    const kinds = []
    for (const pause of [30, 29, 1]) {
      clock.advance(pause * SECOND)
      kinds.push((await bootstrap(install_token)).kind)
    }
    expect(kinds).toEqual(['replayed', 'replayed', 'consumed'])
  })

  it('inside the window consumed counts before expired', async () => {
    const { bootstrap, installToken, clock } = await newWorld(place())
    const token = await installToken({ expiry_minutes: 1 })
    clock.advance(MINUTE - SECOND)
    expect((await bootstrap(token)).kind).toBe('first')
    clock.advance(2 * SECOND)
    expect((await bootstrap(token)).kind).toBe('replayed')
  })

  it.each(['revoke', 'terminate', 'recover'] as const)(
    'a replay after %s is refused as consumed',
    async (end) => {
      const { bootstrap, install, recover, revoke, send, beat } = await newWorld(place())
      const {
        install_token,
        runtime_token,
        installation: { installation_id },
      } = await install()
      if (end === 'revoke') await revoke(installation_id)
      if (end === 'recover') await recover()
      if (end === 'terminate') {
        await send(installation_id, 'terminate')
        await beat(runtime_token, { status: 'stopped' })
      }
      expect(await bootstrap(install_token)).toEqual({ kind: 'consumed' })
    },
  )

  it('a differing body is audited and never applied, so nobody redirects an installation', async () => {
    const { bootstrap, install, installationOf, audit } = await newWorld(place())
    const { install_token, installation } = await install({ upstream_url: 'https://mine.example' })
    await bootstrap(install_token, {
      upstream_url: 'https://evil.example',
      heartbeat_interval_seconds: 3600,
    })
    expect(await installationOf(installation.installation_id)).toMatchObject({
      upstream_url: 'https://mine.example',
      heartbeat_interval: 60,
    })
    expect((await audit()).at(-1)).toMatchObject({
      event_type: 'install_token.replay_detected',
      outcome: 'success',
      metadata: { body_differs: true, alarm: false },
    })
  })

  it('a replay names first and second caller, and from the second replay on an alarm names every caller', async () => {
    const { bootstrap, installToken, audit, clock } = await newWorld(place())
    const token = await installToken()
    const from = (ip: string) =>
      bootstrap(
        token,
        {},
        { actor: { type: 'anonymous', id: null, ip }, user_agent: `agent at ${ip}` },
      )
    for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await from(ip)
    clock.advance(MINUTE)
    await from('192.0.2.4')
    const replays = (await audit()).filter(
      ({ event_type }) => event_type === 'install_token.replay_detected',
    )
    const told = replays.map(({ outcome, metadata: { alarm, callers } }) => [
      outcome,
      alarm,
      (callers as { ip: string }[]).map(({ ip }) => ip.at(-1)).join(''),
    ])
    expect(told).toEqual([
      ['success', false, '12'],
      ['success', true, '123'],
      ['denied', true, '1234'],
    ])
    expect(JSON.stringify(replays[0]!.metadata)).toContain('agent at 192.0.2.2')
  })

  it('I-03: a suspended agent is refused and the token is not consumed', async () => {
    const { store, act, bootstrap, installToken, agent_id, database } = await newWorld(place())
    const token = await installToken()
    await store.setSuspended(act(), { svc_id: agent_id, suspended: true, reason: 'x' })
    const tables = async () => {
      const all = await dump(database)
      return {
        ...all,
        audit_log: [],
        audit_heads: [],
        counters: all['counters']!.filter((row) => !row.includes('"name":"audit_log.')),
      }
    }
    const before = await tables()
    expect(await bootstrap(token)).toEqual({ kind: 'agent_unusable' })
    expect(await tables()).toEqual(before)
    await store.setSuspended(act(), { svc_id: agent_id, suspended: false, reason: 'x' })
    expect((await bootstrap(token)).kind).toBe('first')
  })

  it('I-06: a token installs its own agent in its own workspace, and no other token is touched', async () => {
    const { bootstrap, installToken, tenant, database } = await newWorld(place())
    const other = await tenant('b')
    const [mine, theirs] = [await installToken(), await installToken(other)]
    expect(await bootstrap(theirs)).toMatchObject({
      kind: 'first',
      installation: { workspace_id: other.workspace_id, agent_id: other.agent_id },
    })
    expect(
      await database.read((tx) => tx.install_tokens.find({ where: { consumed_at: null } })),
    ).toHaveLength(1)
    expect(await bootstrap(mine)).toMatchObject({
      kind: 'first',
      installation: { workspace_id: 'ws_a', agent_id: 'agent-a' },
    })
  })
})
