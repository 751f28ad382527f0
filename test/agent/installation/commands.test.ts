import { describe, expect, it } from 'vitest'
import { DAY, MINUTE, SECOND } from '../../kit/time.ts'
import { startTest } from './start-test.ts'

describe('commands', () => {
  const types = ['pause', 'resume', 'reload_policy', 'rotate_token', 'set_interval'] as const

  it.each(['none', 'response_lost', 'stale_response', 'duplicated', 'hangs'] as const)(
    'are run once and acknowledged once (responses: %s)',
    async (fault) => {
      const { harness, agent, install, installationRecord, queue } = await startTest()
      const received: string[] = []
      const installation = await install({
        onCommand: ({ type }: { type: string }) => {
          received.push(type)
        },
      })
      const { installation_id } = installation.credentials()!
      if (fault !== 'none')
        harness.setFaults((operation, count) =>
          operation === 'lease' && count % 2 === 1 ? fault : undefined,
        )
      for (const type of types)
        await queue({ installation_id, type, params: { heartbeat_interval_seconds: 30 } })
      await harness.advance(30 * MINUTE)
      expect(received).toEqual(['pause', 'resume', 'reload_policy'])
      const commands = await harness.commands(agent)
      expect(commands.map(({ type, acknowledgement }) => [type, acknowledgement?.status])).toEqual(
        types.map((type) => [type, 'done']),
      )
      expect(await installationRecord()).toMatchObject({
        lifecycle: 'active',
        health: 'online',
        heartbeat_interval: 30,
        token_version: expect.toSatisfy((version: number) => version >= 2),
      })
    },
  )

  it('pause lasts until resume, even across a restart', async () => {
    const { harness, agent, install, installationRecord, send } = await startTest()
    const installation = await install()
    const { installation_id } = installation.credentials()!
    await send({ installation_id, type: 'pause' })
    await harness.advance(2 * MINUTE)
    expect(installation.link.paused()).toBe(true)
    expect(await installationRecord()).toMatchObject({ lifecycle: 'paused', status: 'paused' })
    await installation.stop()
    const again = await harness.start(agent)
    expect(again.link.paused()).toBe(true)
    await send({ installation_id, type: 'resume' })
    await harness.advance(2 * MINUTE)
    expect(again.link.paused()).toBe(false)
  })

  it('a rotation retires the old token', async () => {
    const { harness, install, send } = await startTest()
    const installation = await install()
    const { installation_id, runtime_token } = installation.credentials()!
    await send({ installation_id, type: 'rotate_token' })
    await harness.advance(10 * MINUTE)
    const old = await harness.platform
      .as({ Authorization: `Bearer ${runtime_token}` })
      .post(`/installations/${installation_id}/lease`, {})
    expect(old.status).toBe(401)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
  })

  it.each(['response_lost', 'error_500', 'stale_response', 'garbage'] as const)(
    'a rotation whose responses are lost or fail uses the refresh token, and heartbeats continue (%s)',
    async (fault) => {
      const { harness, agent, install, installationRecord, send } = await startTest()
      const installation = await install()
      const { installation_id, runtime_token } = installation.credentials()!
      await send({ installation_id, type: 'rotate_token' })
      harness.setFaults((operation, count) =>
        operation === 'lease' && count === 1
          ? 'response_lost'
          : operation === 'refresh' && count <= 3
            ? fault
            : undefined,
      )
      await harness.advance(10 * MINUTE)
      expect(
        (await harness.commands(agent)).map(({ acknowledgement }) => acknowledgement?.status),
      ).toEqual(['done'])
      expect(harness.sent('refresh').at(-1)).toMatchObject({ status: 200 })
      expect(installation.credentials()!.runtime_token).not.toBe(runtime_token)
      expect(await installationRecord()).toMatchObject({ health: 'online' })
      expect(
        harness
          .sent('lease')
          .every(({ at }, index, all) => index === 0 || at - all[index - 1]!.at <= MINUTE),
      ).toBe(true)
    },
  )

  it('a reload of the policy that fails is acknowledged as failed', async () => {
    const { harness, agent, install, send } = await startTest()
    const installation = await install()
    await send({
      installation_id: installation.credentials()!.installation_id,
      type: 'reload_policy',
    })
    harness.setFaults((operation) => (operation === 'other' ? 'error_500' : undefined))
    await harness.advance(3 * MINUTE)
    expect((await harness.commands(agent)).map(({ acknowledgement }) => acknowledgement)).toEqual([
      { status: 'failed', message: 'the policy could not be loaded' },
    ])
  })

  it('a command that fails is acknowledged as failed, and an unknown one as unsupported', async () => {
    const { harness, agent, install, send } = await startTest()
    const installation = await install({
      onCommand: () => {
        throw new Error('no')
      },
    })
    const { installation_id } = installation.credentials()!
    await send({ installation_id, type: 'reload_policy' })
    await send({ installation_id, type: 'dance' })
    await harness.advance(3 * MINUTE)
    expect(
      (await harness.commands(agent)).map(({ acknowledgement }) => acknowledgement?.status),
    ).toEqual(['failed', 'unsupported'])
  })

  it('terminate finishes the work in time, acknowledges and stops', async () => {
    const { harness, agent, install, installationRecord, send } = await startTest()
    let finished = false
    const ended: string[] = []
    const installation = await install({
      onEnded: (reason: string) => ended.push(reason),
      onCommand: () =>
        new Promise<void>((resolve) => {
          harness.clock.after(20 * SECOND, () => {
            finished = true
            resolve()
          })
        }),
    })
    await send({
      installation_id: installation.credentials()!.installation_id,
      type: 'terminate',
      params: { shutdown_timeout_ms: 60_000 },
    })
    await harness.advance(5 * MINUTE)
    expect(finished).toBe(true)
    expect(ended).toEqual(['terminated'])
    expect(installation.status()).toMatchObject({ mode: 'stopped', reason: 'terminated' })
    expect(await installationRecord()).toMatchObject({ lifecycle: 'terminated', health: 'stopped' })
    expect((await harness.commands(agent))[0]!.acknowledgement).toMatchObject({ status: 'done' })
  })

  it.each(['response_lost', 'never_arrives', 'hangs'] as const)(
    'terminate repeats the final heartbeat (%s)',
    async (fault) => {
      const { harness, agent, install } = await startTest()
      const installation = await install({ heartbeat_interval_seconds: 10 })
      await harness.org.api.post(
        `/installations/${installation.credentials()!.installation_id}/revoke`,
        { shutdown_timeout_ms: 60_000 },
      )
      harness.setFaults((operation, count) =>
        operation === 'lease' && count === 2 ? fault : undefined,
      )
      await harness.advance(2 * MINUTE)
      expect(installation.mode()).toBe('stopped')
      expect((await harness.commands(agent))[0]!.acknowledged_at).not.toBeNull()
    },
  )

  it('after a revocation unfinished work is aborted in time, the command is acknowledged, and nothing more is sent', async () => {
    const { harness, install, installationRecord } = await startTest()
    const signals: AbortSignal[] = []
    const installation = await install({
      heartbeat_interval_seconds: 10,
      onCommand: ({ signal }: { signal: AbortSignal }) => {
        signals.push(signal)
        return new Promise(() => {
          /* never done */
        })
      },
    })
    const { installation_id } = installation.credentials()!
    await harness.org.api.post(`/installations/${installation_id}/revoke`, {
      reason: 'retired',
      shutdown_timeout_ms: 60_000,
    })
    await harness.advance(2 * MINUTE)
    expect(signals[0]!.aborted).toBe(true)
    expect(installation.status()).toMatchObject({ mode: 'stopped', reason: 'terminated' })
    expect(await installationRecord()).toMatchObject({ lifecycle: 'revoked', health: 'stopped' })
    const { length } = harness.traffic
    await harness.advance(DAY)
    expect(harness.traffic).toHaveLength(length)
  })

  it('after a revocation that is noticed too late, the installation stops and keeps its credentials', async () => {
    const { harness, credentialsFile, install } = await startTest()
    const installation = await install()
    await harness.org.api.post(
      `/installations/${installation.credentials()!.installation_id}/revoke`,
      { shutdown_timeout_ms: 1000 },
    )
    await harness.advance(2 * MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'stopped', reason: 'installation_revoked' })
    expect(credentialsFile().current).not.toBeNull()
  })
})
