import { beforeAll, describe, expect, it } from 'vitest'
import { bootstrap, install, installToken, register, type Installed } from '../agents.ts'
import { apiKey, bearer } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { SECOND, MINUTE, HOUR, DAY } from '../../kit/time.ts'
import { atMost } from '../../kit/bounds.ts'

describe('the fleet of a workspace', () => {
  let platform: TestPlatform
  let org: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
  })
  const fleetOf = async ({ api, workspace_id }: TestOrganization, query = '') =>
    (await api.get(`/workspaces/${workspace_id}/installations${query}`)).body
  const ids = (page: { items: { installation_id: string }[] }) =>
    page.items.map(({ installation_id }) => installation_id)

  it('shows an installation as offline, and finds it with that filter, as soon as its lease expires, even before a sweep', async () => {
    const own = await platform.organization()
    const one = await install(platform, own)
    const other = await install(platform, own, undefined, { heartbeat_interval_seconds: 3600 })
    await other.lease({ status: 'degraded' })
    platform.clock.advance(3 * MINUTE - 1)
    expect((await own.api.get(one.path)).body.health).toBe('online')
    expect((await own.api.get(other.path)).body.health).toBe('unhealthy')
    platform.clock.advance(1)
    expect((await own.api.get(one.path)).body.health).toBe('offline')
    for (const _ of ['unswept', 'swept']) {
      expect(ids(await fleetOf(own, '?health=offline'))).toEqual([one.installation_id])
      expect(ids(await fleetOf(own, '?health=unhealthy'))).toEqual([other.installation_id])
      expect((await fleetOf(own, '?health=online')).total).toBe(0)
      await platform.runUntilIdle()
    }
    await one.lease({ status: 'stopped' })
    expect(ids(await fleetOf(own, '?health=stopped'))).toEqual([one.installation_id])
  })

  it('keeps the latest 20 replaced commands that were not acknowledged, because every heartbeat reads them', async () => {
    const one = await install(platform, org)
    const setInterval = (heartbeat_interval_seconds: number) =>
      org.api.post(`${one.path}/commands`, { type: 'set_interval', heartbeat_interval_seconds })
    const pause = (await org.api.post(`${one.path}/commands`, { type: 'pause' })).body
    for (let seconds = 100; seconds < 140; seconds += 1) await setInterval(seconds)
    const { items, total } = (await org.api.get(`${one.path}/commands?limit=200`)).body
    expect([total, items[0].params, items[0].status, items[20].params, items[20].status]).toEqual([
      22,
      { heartbeat_interval_seconds: 139 },
      'waiting',
      { heartbeat_interval_seconds: 119 },
      'expired',
    ])
    expect((await one.lease()).body.command.id).toBe(pause.command_id)
  })

  it('is listed in pages, newest first, with every filter', async () => {
    const own = await platform.organization()
    const made: Installed[] = []
    for (let count = 0; count < 5; count += 1) {
      made.unshift(await install(platform, own))
      platform.clock.advance(SECOND)
    }
    await own.api.post(`${made[1]!.path}/commands`, { type: 'pause' })
    await made[3]!.revoke()
    platform.clock.advance(HOUR)
    await made[2]!.lease()
    const walk = async (filter: string) => {
      const pages = [await fleetOf(own, `?limit=2${filter}`)]
      for (const _ of atMost(100, 'the pages do not end')) {
        if (!pages.at(-1).next_cursor) break
        pages.push(await fleetOf(own, `?limit=2${filter}&cursor=${pages.at(-1).next_cursor}`))
      }
      return pages
        .flatMap(ids)
        .map((id) => made.findIndex(({ installation_id }) => installation_id === id))
    }
    expect(await walk('')).toEqual([0, 1, 2, 3, 4])
    expect(await walk('&health=offline')).toEqual([0, 1, 3, 4])
    await platform.runUntilIdle()
    expect(await walk('&health=offline')).toEqual([0, 1, 3, 4])
    expect(await walk('&lifecycle=paused')).toEqual([1])
    expect(await walk('&lifecycle=revoked')).toEqual([3])
    expect(await walk(`&agent_id=${made[4]!.agent.svc_id}`)).toEqual([4])
    expect(
      (await fleetOf(own, '?health=offline&limit=2&offset=2')).items.map(
        ({ agent_id }: { agent_id: string }) => agent_id,
      ),
    ).toEqual([made[3]!.agent.svc_id, made[4]!.agent.svc_id])
  })

  it('shows no credential, and only the origin of upstream_url', async () => {
    const one = await install(platform, org, undefined, {
      upstream_url: 'https://user:hunter2@agent.example:8443/a2a/tasks?key=hunter3',
    })
    const { text, body } = await org.api.get(one.path)
    expect(body).toMatchObject({
      agent_name: one.agent.registration.name,
      upstream_origin: 'https://agent.example:8443',
      token_version: 1,
    })
    expect(text).not.toMatch(/hunter|hash|srt_|srf_/)
  })

  it('leaves free-form objects out of lists', async () => {
    const one = await install(platform, org)
    await one.lease({ health_payload: { load: 0.5 } })
    await org.api.post(`${one.path}/beacon/register`, {
      platform: 'docker',
      metadata: { host: 'a' },
    })
    await one.lease({})
    expect((await org.api.get(one.path)).body).toMatchObject({
      health_payload: { load: 0.5 },
      beacon: { platform: 'docker', metadata: { host: 'a' } },
    })
    const [listed] = (await fleetOf(org, `?agent_id=${one.agent.svc_id}`)).items
    expect(listed.beacon).toEqual({ platform: 'docker', registered_at: expect.any(String) })
    expect(listed).not.toHaveProperty('health_payload')
  })

  describe('commands', () => {
    const send = (path: string, body: object) => org.api.post(`${path}/commands`, body)
    const commandsOf = async (path: string) =>
      (await org.api.get(`${path}/commands`)).body.items as {
        command_id: string
        type: string
        status: string
      }[]
    const summary = async (path: string) =>
      (await commandsOf(path)).map(({ type, status }) => `${type} ${status}`)

    it('are returned with the next heartbeat, and show their acknowledgement', async () => {
      const one = await install(platform, org)
      const sent = await send(one.path, { type: 'reload_policy', reason: 'look again' })
      expect([sent.status, sent.body.status]).toEqual([202, 'waiting'])
      expect((await org.api.get(one.path)).body.command.command_id).toBe(sent.body.command_id)
      const { command } = (await one.lease()).body
      expect(command).toMatchObject({
        id: sent.body.command_id,
        type: 'reload_policy',
        reason: 'look again',
      })
      await one.lease({ command_ack: { id: command.id, status: 'failed', message: 'no disk' } })
      expect(await commandsOf(one.path)).toMatchObject([
        { status: 'acknowledged', acknowledgement: { status: 'failed', message: 'no disk' } },
      ])
      expect((await org.api.get(one.path)).body).not.toHaveProperty('command')
    })

    it('replace open ones that they undo or repeat', async () => {
      const one = await install(platform, org)
      for (const type of ['pause', 'pause', 'resume', 'pause', 'reload_policy', 'reload_policy'])
        expect((await send(one.path, { type })).status).toBe(202)
      expect(await summary(one.path)).toEqual([
        'reload_policy waiting',
        'pause waiting',
        'resume expired',
        'pause expired',
      ])
      expect((await org.api.get(one.path)).body.lifecycle).toBe('paused')
      for (const heartbeat_interval_seconds of [30, 45, 45])
        await send(one.path, { type: 'set_interval', heartbeat_interval_seconds })
      expect((await summary(one.path)).filter((line) => line.startsWith('set_interval'))).toEqual([
        'set_interval waiting',
        'set_interval expired',
      ])
      expect((await org.api.get(one.path)).body.heartbeat_interval).toBe(45)
      expect((await one.lease()).body.command.type).toBe('pause')
    })

    it('expire after a day, and are refused for an installation that has ended', async () => {
      const one = await install(platform, org, undefined, { heartbeat_interval_seconds: 3600 })
      await send(one.path, { type: 'rotate_token' })
      platform.clock.advance(DAY)
      expect(await summary(one.path)).toEqual(['rotate_token expired'])
      await send(one.path, { type: 'terminate' })
      await one.lease({ status: 'stopped' })
      expect((await send(one.path, { type: 'resume' })).body.code).toBe('INSTALLATION_TERMINATED')
      expect((await org.api.post(`${one.path}/beacon/register`, {})).body.code).toBe(
        'INSTALLATION_TERMINATED',
      )
      const revoked = await install(platform, org)
      await revoked.revoke()
      expect((await send(revoked.path, { type: 'resume' })).body.code).toBe('INSTALLATION_REVOKED')
    })

    it('are recorded in the audit log once, with the event type of their effect', async () => {
      const one = await install(platform, org)
      const kinds = []
      for (const type of ['pause', 'pause', 'resume', 'rotate_token', 'resume'])
        kinds.push(
          (
            await platform.auditOf(
              (await send(one.path, { type })).headers['x-request-id'] as string,
            )
          ).map(({ event_type }) => event_type),
        )
      expect(kinds).toEqual([
        ['installation.paused'],
        [],
        ['installation.resumed'],
        ['installation.commanded'],
        [],
      ])
    })

    it.each([
      {},
      { type: 'dance' },
      { type: 'set_interval', heartbeat_interval_seconds: 4 },
      { type: 'pause', params: {} },
    ])('are refused with 422 if they are invalid: %j', async (body) => {
      const one = await install(platform, org)
      expect((await send(one.path, body)).status).toBe(422)
    })
  })

  describe('revocation of several installations', () => {
    const revoke = ({ api, workspace_id }: TestOrganization, select: object, more = {}) =>
      api.post(`/workspaces/${workspace_id}/installations/revocations`, { select, ...more })

    it('revokes exactly the selected installations, and records each revocation in the audit log', async () => {
      const own = await platform.organization()
      const agent = await register(own)
      const [one, two] = [await install(platform, own), await install(platform, own)]
      const same = await bootstrap(platform, await installToken(own, one.agent.svc_id))
      const foreign = await install(platform, await platform.organization())
      expect((await revoke(own, { agent_id: agent.svc_id })).body).toEqual({
        items: [],
        complete: true,
      })
      const got = await revoke(
        own,
        {
          installation_ids: [one.installation_id, foreign.installation_id, 'nobody'],
          agent_id: one.agent.svc_id,
        },
        { reason: 'old', shutdown_timeout_ms: 0 },
      )
      expect(got.body).toMatchObject({
        items: [{ installation_id: one.installation_id, status: 'revoked' }],
        complete: true,
      })
      expect(
        (await platform.auditOf(got.headers['x-request-id'] as string)).map(
          ({ event_type, metadata }) => [event_type, metadata],
        ),
      ).toEqual([['installation.revoked', { reason: 'old' }]])
      expect((await one.refresh()).status).toBe(401)
      expect((await foreign.lease()).status).toBe(200)
      await two.lease({ status: 'error' })
      expect(ids((await revoke(own, { health: 'unhealthy' })).body)).toEqual([two.installation_id])
      expect(ids((await revoke(own, { lifecycle: 'active' })).body)).toEqual([
        same.body.installation_id,
      ])
    })

    it('revokes 200 at a time, earliest installed first, until it is complete', async () => {
      const own = await platform.organization()
      const one = await install(platform, own)
      const row = await one.row()
      await platform.database.transact(async (tx) => {
        for (let count = 0; count < 200; count += 1)
          await tx.installations.insert({
            ...row,
            installation_id: `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`,
            created_at: new Date(Date.parse(row.created_at) + 1 + count).toISOString(),
          })
      })
      const first = await revoke(own, { agent_id: one.agent.svc_id })
      expect([
        first.body.items.length,
        first.body.complete,
        first.body.items[0].installation_id,
      ]).toEqual([200, false, one.installation_id])
      const second = await revoke(own, { agent_id: one.agent.svc_id })
      expect([second.body.items.length, second.body.complete]).toEqual([1, true])
    })

    it('requires a selection', async () => {
      expect((await revoke(org, {})).status).toBe(422)
      expect(
        (await org.api.post(`/workspaces/${org.workspace_id}/installations/revocations`, {}))
          .status,
      ).toBe(422)
    })
  })

  it('lets a key that is bound to a workspace access only its installations, and refuses a runtime token', async () => {
    const own = await platform.organization()
    const one = await install(platform, own)
    const second = await platform.workspace(own.organization_id, 'Second')
    const bound = platform.as(
      apiKey(await platform.apiKey(own.organization_id, { workspace_id: second })),
    )
    for (const path of [one.path, `${one.path}/commands`])
      expect((await bound.get(path)).body.code).toBe('INSTALLATION_NOT_FOUND')
    expect((await bound.post(`${one.path}/commands`, { type: 'pause' })).body.code).toBe(
      'INSTALLATION_NOT_FOUND',
    )
    expect((await bound.get(`/workspaces/${own.workspace_id}/installations`)).body.code).toBe(
      'WORKSPACE_NOT_ALLOWED',
    )
    expect((await bound.get(`/workspaces/${second}/installations`)).body.items).toEqual([])
    expect((await platform.as(bearer(one.runtime_token)).get(one.path)).status).toBe(401)
  })
})
