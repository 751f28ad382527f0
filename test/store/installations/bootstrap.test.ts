import { expect, it } from 'vitest'
import { elapsed } from '../../../src/domain/time.ts'
import { DAY, MINUTE, SECOND } from '../../kit/time.ts'
import { dump, eachStore } from '../stores.ts'
import { newWorld } from '../world.ts'

eachStore((location) => {
  it('consumes the token, and returns a runtime token for 90 days and a refresh token', async () => {
    const { bootstrap, installToken, home, clock, newKinds, installationOf, lease } =
      await newWorld(location())
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

  it('I-04: returns the same installation without a refresh token after 59.999 s, and refuses the token as consumed after 60.000 s', async () => {
    const { bootstrap, install, clock, lease, refresh } = await newWorld(location())
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

  it('counts the replay window from the first exchange and does not extend it', async () => {
    const { bootstrap, install, clock } = await newWorld(location())
    const { install_token } = await install()
    const kinds = []
    for (const pause of [30, 29, 1]) {
      clock.advance(pause * SECOND)
      kinds.push((await bootstrap(install_token)).kind)
    }
    expect(kinds).toEqual(['replayed', 'replayed', 'consumed'])
  })

  it('permits a replay within the window although the token has expired', async () => {
    const { bootstrap, installToken, clock } = await newWorld(location())
    const token = await installToken({ expiry_minutes: 1 })
    clock.advance(MINUTE - SECOND)
    expect((await bootstrap(token)).kind).toBe('first')
    clock.advance(2 * SECOND)
    expect((await bootstrap(token)).kind).toBe('replayed')
  })

  it.each(['revoke', 'terminate', 'recover'] as const)(
    'refuses a replay after %s as consumed',
    async (end) => {
      const { bootstrap, install, recover, revoke, send, sendHeartbeat } =
        await newWorld(location())
      const {
        install_token,
        runtime_token,
        installation: { installation_id },
      } = await install()
      if (end === 'revoke') await revoke(installation_id)
      if (end === 'recover') await recover()
      if (end === 'terminate') {
        await send(installation_id, 'terminate')
        await sendHeartbeat(runtime_token, { status: 'stopped' })
      }
      expect(await bootstrap(install_token)).toEqual({ kind: 'consumed' })
    },
  )

  it('records a replay with a different body in the audit log, and never applies the body', async () => {
    const { bootstrap, install, installationOf, audit } = await newWorld(location())
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

  it('records the callers of a replay in the audit log, and raises an alarm from the second replay on', async () => {
    const { bootstrap, installToken, audit, clock } = await newWorld(location())
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
    const callersOf = replays.map(({ outcome, metadata: { alarm, callers } }) => [
      outcome,
      alarm,
      (callers as { ip: string }[]).map(({ ip }) => ip.at(-1)).join(''),
    ])
    expect(callersOf).toEqual([
      ['success', false, '12'],
      ['success', true, '123'],
      ['denied', true, '1234'],
    ])
    expect(JSON.stringify(replays[0]!.metadata)).toContain('agent at 192.0.2.2')
  })

  it('I-03: refuses a suspended agent without consuming the token', async () => {
    const { store, context, bootstrap, installToken, agent_id, database } =
      await newWorld(location())
    const token = await installToken()
    await store.setSuspended(context(), { svc_id: agent_id, suspended: true, reason: 'x' })
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
    await store.setSuspended(context(), { svc_id: agent_id, suspended: false, reason: 'x' })
    expect((await bootstrap(token)).kind).toBe('first')
  })

  it('I-06: installs the agent of the token in the workspace of the token, and consumes no other token', async () => {
    const { bootstrap, installToken, tenant, database } = await newWorld(location())
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
