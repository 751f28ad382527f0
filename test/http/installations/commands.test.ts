import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import type { Command, JsonObject } from '../../../src/domain/records.ts'
import { installRegistered, register, type Installed, type TestAgent } from '../agents.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { DAY } from '../../kit/time.ts'

describe('commands in heartbeats', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let agent: TestAgent
  let one: Installed
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
    agent = await register(org)
  })
  beforeEach(async () => {
    one = await installRegistered(platform, org, agent)
  })

  async function send(type: Command['type'], params: JsonObject = {}): Promise<string> {
    const sent = await platform.store.sendCommandAsOperator(platform.context(), {
      installation_id: one.installation_id,
      type,
      reason: `because of ${type}`,
      params,
    })
    if (sent.kind !== 'sent') throw new Error(sent.kind)
    platform.clock.advance(1)
    return sent.command.command_id
  }
  const sendHeartbeat = async (body: object = {}, token?: string) =>
    (await one.lease(body, token)).body
  const commandType = async (body: object = {}) =>
    (await sendHeartbeat(body)).command?.type as string | undefined

  it('are repeated until they are acknowledged', async () => {
    const issued_at = platform.clock.now()
    const id = await send('pause')
    for (let index = 0; index < 3; index += 1) {
      expect((await sendHeartbeat()).command).toEqual({
        id,
        type: 'pause',
        reason: 'because of pause',
        issued_at,
        expires_at: expect.any(String),
        params: {},
      })
    }
    expect(
      (await sendHeartbeat({ command_ack: { id, status: 'done', message: 'asleep' } })).command,
    ).toBeNull()
    const [command] = await platform.database.read((tx) =>
      tx.commands.find({ where: { installation_id: one.installation_id } }),
    )
    expect(command!.acknowledgement).toEqual({ status: 'done', message: 'asleep' })
  })

  it('are returned one at a time, oldest first', async () => {
    const [first, second] = [await send('reload_policy'), await send('resume')]
    expect((await sendHeartbeat()).command.id).toBe(first)
    expect((await sendHeartbeat({ command_ack: { id: first } })).command.id).toBe(second)
    expect((await sendHeartbeat({ command_ack: { id: second } })).command).toBeNull()
  })

  it('are not affected by the acknowledgement of an unknown command', async () => {
    const id = await send('resume')
    expect((await sendHeartbeat({ command_ack: { id: 'cmd_nobody' } })).command.id).toBe(id)
  })

  it('change the lifecycle at once, before any heartbeat, if they are pause or resume', async () => {
    await send('pause')
    expect((await one.row()).lifecycle).toBe('paused')
    await send('resume')
    expect((await one.row()).lifecycle).toBe('active')
  })

  it('come with one new token if they are rotate_token, and are acknowledged by its first use', async () => {
    const id = await send('rotate_token')
    const first = await sendHeartbeat()
    expect([first.command.id, first.refreshed_token.token_version]).toEqual([id, 2])
    const second = await sendHeartbeat()
    expect([second.command.id, second.refreshed_token]).toEqual([id, undefined])
    expect((await sendHeartbeat({}, first.refreshed_token.runtime_token)).command).toBeNull()
  })

  it('are acknowledged by a heartbeat that states the interval if they are set_interval', async () => {
    await send('set_interval', { heartbeat_interval_seconds: 300 })
    expect((await sendHeartbeat({ heartbeat_interval_seconds: 60 })).command).toMatchObject({
      type: 'set_interval',
      params: { heartbeat_interval_seconds: 300 },
    })
    expect((await one.row()).heartbeat_interval).toBe(60)
    expect((await sendHeartbeat({ heartbeat_interval_seconds: 300 })).command).toBeNull()
    expect((await one.row()).heartbeat_interval).toBe(300)
  })

  it('set the interval of a client that states none', async () => {
    await send('set_interval', { heartbeat_interval_seconds: 600 })
    await sendHeartbeat()
    expect((await one.row()).heartbeat_interval).toBe(600)
  })

  it('are delivered before earlier ones if they are terminate, and are acknowledged by the status stopped without a new token', async () => {
    await send('rotate_token')
    await send('pause')
    const terminate = await send('terminate')
    const shown = (await org.api.get(`/installations/${one.installation_id}`)).body.command
    expect([shown.type, shown.id ?? shown.command_id]).toEqual(['terminate', terminate])
    expect((await sendHeartbeat()).command).toMatchObject({ id: terminate, type: 'terminate' })
    const last = await one.lease({ status: 'stopped' })
    expect([last.status, last.body.command, last.body.refreshed_token]).toEqual([
      200,
      null,
      undefined,
    ])
    expect(await one.row()).toMatchObject({ lifecycle: 'terminated', health: 'stopped' })
    expect((await one.lease()).body.code).toBe('INSTALLATION_TERMINATED')
    expect((await one.refresh()).status).toBe(401)
    const { items } = (await org.api.get('/audit-logs?event_type=installation.terminated')).body
    expect(
      items.some(({ target }: { target: { id: string } }) => target.id === one.installation_id),
    ).toBe(true)
  })

  it('include one reload_policy after several changes to the policy', async () => {
    const { store, services, context } = platform
    for (let version = 0; version < 3; version += 1)
      await store.setPolicy(context(), {
        workspace_id: org.workspace_id,
        content: DEFAULT_POLICY,
        signer: services.signer,
      })
    const { id, type } = (await sendHeartbeat()).command
    expect([type, (await sendHeartbeat({ command_ack: { id } })).command]).toEqual([
      'reload_policy',
      null,
    ])
  })

  it('are not returned after they have expired', async () => {
    await send('reload_policy')
    await platform.advance(DAY)
    expect(await commandType()).toBeUndefined()
  })
})
