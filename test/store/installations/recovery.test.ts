import { expect, it } from 'vitest'
import { DAY, MINUTE } from '../../kit/time.ts'
import { dump, eachStore } from '../stores.ts'
import { newWorld } from '../world.ts'

eachStore((location) => {
  it('I-12: returns the installation with a new runtime token and a new refresh token, and invalidates the old ones', async () => {
    const { install, recover, refresh, lease, newKinds, installationOf } =
      await newWorld(location())
    const old = await install()
    const more = await refresh(old)
    await newKinds()
    const recovered = await recover({
      upstream_url: 'https://new.example',
      capabilities: ['x'],
      heartbeat_interval_seconds: 20,
    })
    if (recovered.kind !== 'recovered' || more.kind !== 'refreshed') return expect.unreachable()
    const { installation, issued, refresh_token } = recovered
    expect(installation).toMatchObject({
      installation_id: old.installation.installation_id,
      upstream_url: 'https://new.example',
      capabilities: ['x'],
      heartbeat_interval: 20,
      epoch: 1,
      health: 'online',
    })
    expect(await installationOf(installation.installation_id)).toEqual(installation)
    expect(issued.token_version).toBe(3)
    expect(await newKinds()).toEqual(['installation.recovered'])
    for (const token of [old.runtime_token, more.issued.runtime_token])
      expect(await lease(token)).toEqual({ kind: 'invalid_token' })
    expect(await refresh(old)).toEqual({ kind: 'invalid' })
    expect((await lease(issued.runtime_token)).kind).toBe('renewed')
    expect(await refresh({ ...old, refresh_token })).toMatchObject({
      kind: 'refreshed',
      issued: { token_version: 4 },
    })
  })

  it('keeps what the request does not state', async () => {
    const { install, recover } = await newWorld(location())
    await install({
      upstream_url: 'https://a.example',
      capabilities: ['x'],
      heartbeat_interval_seconds: 20,
    })
    expect(await recover()).toMatchObject({
      installation: {
        upstream_url: 'https://a.example',
        capabilities: ['x'],
        heartbeat_interval: 20,
      },
    })
  })

  it('clears a status of stopped, and keeps any other', async () => {
    const { install, sendHeartbeat, recover, installationOf } = await newWorld(location())
    const { runtime_token, installation } = await install()
    await sendHeartbeat(runtime_token, { status: 'stopped' })
    const recovered = await recover()
    if (recovered.kind !== 'recovered') return expect.unreachable()
    expect(recovered.installation).toMatchObject({ health: 'online', status: null })
    await sendHeartbeat(recovered.issued.runtime_token, { status: 'degraded' })
    await recover()
    expect(await installationOf(installation.installation_id)).toMatchObject({
      health: 'online',
      status: 'degraded',
    })
  })

  it('I-23, I-30: moves neither lease_expires_at nor last_seen_at backwards, with a shorter interval or a clock that is behind', async () => {
    const { install, sendHeartbeat, recover, installationOf, clock } = await newWorld(location())
    const {
      runtime_token,
      installation: { installation_id },
    } = await install({ heartbeat_interval_seconds: 3600 })
    await sendHeartbeat(runtime_token, { heartbeat_interval_seconds: 5 })
    const before = await installationOf(installation_id)
    clock.advance(-5 * MINUTE)
    await recover()
    const { lease_expires_at, last_seen_at } = await installationOf(installation_id)
    expect({ lease_expires_at, last_seen_at }).toEqual({
      lease_expires_at: before.lease_expires_at,
      last_seen_at: before.last_seen_at,
    })
  })

  it('chooses an installation with expired credentials before others that were seen less recently', async () => {
    const { install, recover, clock, sendHeartbeat } = await newWorld(location())
    const expiring = await install()
    clock.advance(10 * DAY)
    await install()
    clock.advance(70 * DAY)
    await sendHeartbeat(expiring.runtime_token)
    clock.advance(10 * DAY + 5 * MINUTE)
    expect(await recover()).toMatchObject({
      installation: { installation_id: expiring.installation.installation_id },
    })
  })

  it('otherwise chooses the least recently seen installation, even if its credentials are valid', async () => {
    const { install, recover, clock, sendHeartbeat } = await newWorld(location())
    const [first, second] = [await install(), await install()]
    clock.advance(MINUTE)
    await sendHeartbeat(first.runtime_token)
    expect(await recover()).toMatchObject({
      kind: 'recovered',
      installation: { installation_id: second.installation.installation_id },
    })
  })

  it('finds nothing without an installation, and refuses when all are revoked or terminated', async () => {
    const { install, recover, revoke, send, sendHeartbeat, tenant, home, database } =
      await newWorld(location())
    const other = await tenant('b')
    expect(await recover()).toEqual({ kind: 'not_found' })
    const [one, two] = [await install(), await install()]
    await revoke(one.installation.installation_id)
    await send(two.installation.installation_id, 'terminate')
    await sendHeartbeat(two.runtime_token, { status: 'stopped' })
    const before = await dump(database)
    expect(await recover()).toEqual({ kind: 'all_revoked' })
    expect(await recover({}, { agent_id: other.agent_id })).toEqual({ kind: 'not_found' })
    expect(await recover({}, { workspace_id: other.workspace_id })).toEqual({
      kind: 'workspace_not_found',
    })
    expect(await recover({}, { workspace_id: 'ws_unknown' })).toEqual({
      kind: 'workspace_not_found',
    })
    expect(
      await recover({}, { reach: { ...home.reach, workspace_id: 'ws_other' } as never }),
    ).toEqual({ kind: 'workspace_not_found' })
    expect(await dump(database)).toEqual(before)
  })

  it('leaves one valid set of credentials after concurrent recoveries', async () => {
    const { install, recover, refresh, lease } = await newWorld(location())
    const installed = await install()
    const all = await Promise.all(Array.from({ length: 20 }, () => recover()))
    const alive = []
    for (const outcome of all) {
      if (outcome.kind !== 'recovered') return expect.unreachable(outcome.kind)
      const renewed = (await lease(outcome.issued.runtime_token)).kind === 'renewed'
      const refreshable =
        (await refresh({ ...installed, refresh_token: outcome.refresh_token })).kind === 'refreshed'
      alive.push([renewed, refreshable].filter(Boolean).length)
    }
    expect(alive.toSorted()).toEqual([...Array.from({ length: 19 }, () => 0), 2])
  })
})
