import { expect, it } from 'vitest'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import { plus } from '../../../src/domain/time.ts'
import { queueCommand } from '../../../src/store/transactions/installations/commands.ts'
import { DAY, SECOND } from '../../kit/time.ts'
import { eachStore } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

async function withInstallation(world: Promise<World>) {
  const all = await world
  const installed = await all.install()
  const { installation_id } = installed.installation
  const sendHeartbeat = (
    ...args: Parameters<typeof all.sendHeartbeat> extends [string, ...infer Rest] ? Rest : never
  ) => all.sendHeartbeat(installed.runtime_token, ...args)
  const send = (
    ...[type, params]: Parameters<typeof all.send> extends [string, ...infer Rest] ? Rest : never
  ) => all.send(installation_id, type, params)
  return {
    ...all,
    ...installed,
    installation_id,
    sendHeartbeat,
    send,
    stored: () => all.installationOf(installation_id),
  }
}

eachStore((location) => {
  const newTestWorld = () => withInstallation(newWorld(location()))

  it('returns no command if there is none, and otherwise repeats it with all members until it is acknowledged', async () => {
    const { sendHeartbeat, send, clock } = await newTestWorld()
    expect((await sendHeartbeat()).command).toBeUndefined()
    await send('reload_policy')
    const { command } = await sendHeartbeat()
    expect(command).toMatchObject({
      command_id: expect.stringMatching(/^cmd_/),
      type: 'reload_policy',
      reason: 'because',
      issued_at: clock.now,
      expires_at: plus(clock.now, DAY),
      params: {},
    })
    expect((await sendHeartbeat({ status: 'running' })).command).toEqual(command)
    expect(
      (await sendHeartbeat({}, { id: command!.command_id, status: 'done', message: 'loaded' }))
        .command,
    ).toBeUndefined()
    expect((await sendHeartbeat()).command).toBeUndefined()
  })

  it('ignores command_ack of an unknown command', async () => {
    const { sendHeartbeat, send } = await newTestWorld()
    await send('pause')
    expect((await sendHeartbeat({}, { id: 'cmd_unknown', status: 'done' })).command).toMatchObject({
      type: 'pause',
    })
  })

  it('stores the first acknowledgement, and does not replace it with a second one', async () => {
    const { sendHeartbeat, send, database } = await newTestWorld()
    await send('pause')
    const id = (await sendHeartbeat()).command!.command_id
    await sendHeartbeat({}, { id, status: 'failed', message: 'no' })
    await sendHeartbeat({}, { id, status: 'done' })
    expect(await database.read((tx) => tx.commands.get({ command_id: id }))).toMatchObject({
      acknowledgement: { status: 'failed', message: 'no' },
    })
  })

  it('returns commands in the order in which they were sent, but terminate first', async () => {
    const { sendHeartbeat, send } = await newTestWorld()
    for (const type of ['pause', 'reload_policy', 'set_interval'] as const) await send(type)
    const first = (await sendHeartbeat()).command!
    const second = (await sendHeartbeat({}, { id: first.command_id })).command!
    expect([first.type, second.type]).toEqual(['pause', 'reload_policy'])
    await send('terminate')
    expect((await sendHeartbeat()).command).toMatchObject({ type: 'terminate' })
  })

  it('no longer returns an expired command', async () => {
    const { sendHeartbeat, send, clock } = await newTestWorld()
    await send('reload_policy')
    clock.advance(DAY - 1)
    expect((await sendHeartbeat()).command).toMatchObject({ type: 'reload_policy' })
    clock.advance(1)
    expect((await sendHeartbeat()).command).toBeUndefined()
  })

  it('changes the lifecycle at once with pause and resume, records this in the audit log, and acknowledges pause by the status paused', async () => {
    const { sendHeartbeat, send, stored, newKinds } = await newTestWorld()
    await newKinds()
    await send('pause')
    expect((await stored()).lifecycle).toBe('paused')
    expect((await sendHeartbeat({ status: 'paused' })).command).toBeUndefined()
    await send('resume')
    expect((await stored()).lifecycle).toBe('active')
    expect(await newKinds()).toEqual(['installation.paused', 'installation.resumed'])
  })

  it.each([
    [{ heartbeat_interval_seconds: 30 }, 30, 30],
    [{ heartbeat_interval_seconds: 1 }, 5, 1],
    [{ heartbeat_interval_seconds: 1 }, 5, 5],
    [{}, 60, 60],
    [{ heartbeat_interval_seconds: 'soon' }, 60, 60],
  ])(
    'sets the interval of set_interval %j to %i s at once, and acknowledges it by a heartbeat that states %i',
    async (params, effective, stated) => {
      const { sendHeartbeat, send, stored } = await newTestWorld()
      await send('set_interval', params)
      expect((await stored()).heartbeat_interval).toBe(effective)
      expect((await sendHeartbeat({ heartbeat_interval_seconds: 45 })).command).toMatchObject({
        type: 'set_interval',
      })
      expect((await sendHeartbeat({ heartbeat_interval_seconds: stated })).command).toBeUndefined()
    },
  )

  it('prefers the interval of a heartbeat to an older set_interval', async () => {
    const { sendHeartbeat, send, stored } = await newTestWorld()
    await send('set_interval', { heartbeat_interval_seconds: 30 })
    await sendHeartbeat({ heartbeat_interval_seconds: 90 })
    expect((await stored()).heartbeat_interval).toBe(90)
  })

  it('issues one token for rotate_token, and acknowledges it by the first use of the token', async () => {
    const { sendHeartbeat, send, lease, newKinds } = await newTestWorld()
    await newKinds()
    await send('rotate_token')
    const first = await sendHeartbeat()
    expect(first).toMatchObject({
      command: { type: 'rotate_token' },
      refreshed: { token_version: 2 },
    })
    expect(await sendHeartbeat()).toMatchObject({
      command: { type: 'rotate_token' },
      refreshed: undefined,
    })
    expect(await lease(first.refreshed!.runtime_token)).toMatchObject({
      kind: 'renewed',
      command: undefined,
      refreshed: undefined,
    })
    expect(await newKinds()).toEqual(['installation.commanded', 'installation.token_refreshed'])
  })

  it('issues one token for each rotate_token, even after a command that is not acknowledged', async () => {
    const { sendHeartbeat, database, context, installation_id } = await newTestWorld()
    for (const type of ['reload_policy', 'rotate_token', 'rotate_token'] as const)
      await database.transact((tx) =>
        queueCommand(tx, context(), { installation_id, type, reason: 'because' }),
      )
    const leases = [await sendHeartbeat(), await sendHeartbeat(), await sendHeartbeat()]
    expect(leases.map(({ refreshed }) => refreshed?.token_version)).toEqual([2, 3, undefined])
    expect(leases[2]!.command).toMatchObject({ type: 'reload_policy' })
  })

  it.each([
    ['by the status stopped', { status: 'stopped' }],
    ['by command_ack', {}],
  ])(
    'ends the installation when terminate is acknowledged %s: accepts this heartbeat and refuses the next',
    async (how, heartbeat) => {
      const { sendHeartbeat, send, stored, lease, runtime_token, newKinds, refresh, ...installed } =
        await newTestWorld()
      await newKinds()
      await send('terminate')
      await send('terminate')
      await send('rotate_token')
      const { command } = await sendHeartbeat({ status: 'running' })
      expect(command).toMatchObject({ type: 'terminate' })
      expect((await stored()).lifecycle).toBe('active')
      await newKinds()
      expect(
        await sendHeartbeat(
          heartbeat,
          how === 'by command_ack' ? { id: command!.command_id } : undefined,
        ),
      ).toMatchObject({ command: undefined, refreshed: undefined })
      expect(await stored()).toMatchObject({ lifecycle: 'terminated', health: 'stopped' })
      expect(await newKinds()).toEqual(['installation.terminated'])
      expect(await lease(runtime_token)).toEqual({ kind: 'refused', lifecycle: 'terminated' })
      expect(await refresh({ ...installed, runtime_token })).toEqual({ kind: 'invalid' })
      expect(await send('resume')).toEqual({ kind: 'ended', lifecycle: 'terminated' })
    },
  )

  it('records a command of the operator in the audit log, and does not repeat one that is open', async () => {
    const { store, context, send, newKinds, database, stored } = await newTestWorld()
    await newKinds()
    for (let time = 0; time < 2; time += 1) {
      expect(await send('set_interval', { heartbeat_interval_seconds: 30 })).toMatchObject({
        kind: 'sent',
        command: { type: 'set_interval' },
      })
      expect(await send('pause')).toMatchObject({ kind: 'sent' })
    }
    expect(await newKinds()).toEqual(['installation.commanded', 'installation.paused'])
    expect(await stored()).toMatchObject({ lifecycle: 'paused', heartbeat_interval: 30 })
    expect(await database.read((tx) => tx.commands.count({}))).toBe(2)
    expect(
      await store.sendCommandAsOperator(context(), {
        installation_id: 'unknown',
        type: 'pause',
        reason: '',
      }),
    ).toEqual({ kind: 'not_found' })
  })

  it('does not find an unknown installation', async () => {
    const { store, context, reach } = await newTestWorld()
    const command = { installation_id: 'unknown', type: 'pause', reason: '' } as const
    expect(await store.sendCommand(context(), { reach, ...command })).toEqual({ kind: 'not_found' })
  })

  it('announces a new policy once to each running installation of its workspace', async () => {
    const {
      store,
      context,
      signer,
      workspace_id,
      sendHeartbeat,
      install,
      revoke,
      database,
      clock,
    } = await newTestWorld()
    const ended = await install()
    await revoke(ended.installation.installation_id, { shutdown_timeout_ms: 0 })
    const content = (await store.getPolicy({
      reach: { organizations: ['org_a'], workspace_id: null },
      workspace_id,
    }))!.content
    for (let index = 0; index < 3; index += 1)
      await store.setPolicy(context(), { workspace_id, content, signer })
    clock.advance(SECOND)
    expect((await sendHeartbeat()).command).toMatchObject({ type: 'reload_policy' })
    expect(await database.read((tx) => tx.commands.count({ type: 'reload_policy' }))).toBe(1)
  })

  it('announces a policy to an installation that is still loading the one before it', async () => {
    const { store, context, signer, workspace_id, sendHeartbeat, clock } = await newTestWorld()
    const write = () =>
      store.setPolicy(context(), { workspace_id, content: DEFAULT_POLICY, signer })
    await write()
    const { command: received } = await sendHeartbeat()
    clock.advance(SECOND)
    await write()
    clock.advance(SECOND)
    const { command } = await sendHeartbeat({}, { id: received!.command_id, status: 'done' })
    expect(command).toMatchObject({ type: 'reload_policy' })
    expect(command!.command_id).not.toBe(received!.command_id)
    const last = await sendHeartbeat({}, { id: command!.command_id, status: 'done' })
    expect(last.command).toBeUndefined()
  })
})
