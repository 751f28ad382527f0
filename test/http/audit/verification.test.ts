import { beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../kit/bounds.ts'
import { apiKey, bearer } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

const PATH = '/audit-logs/verification'

describe('verification of the audit chain', () => {
  let platform: TestPlatform
  let org: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
    for (const name of ['One', 'Two', 'Three'])
      await org.api.post(`/orgs/${org.organization_id}/workspaces`, { name })
  })
  const newest = async () =>
    (await org.api.get('/audit-logs?limit=1')).body.items[0] as { sequence: number; hash: string }

  it('reports an intact chain up to the newest record', async () => {
    const { sequence, hash } = await newest()
    const { status, body } = await org.api.get(PATH)
    expect(status).toBe(200)
    expect(body).toEqual({
      organization_id: org.organization_id,
      status: 'intact',
      records: sequence,
      first_sequence: 1,
      last_sequence: sequence,
      newest_sequence: sequence,
      head_hash: hash,
      complete: true,
    })
  })

  it('continues in steps of `limit` records', async () => {
    const { sequence, hash } = await newest()
    const steps = []
    for (let from: number | undefined = 1; from !== undefined; from = steps.at(-1).next_sequence)
      steps.push((await org.api.get(`${PATH}?limit=2&from_sequence=${from}`)).body)
    expect(steps.map(({ records }) => records).reduce((sum, records) => sum + records, 0)).toBe(
      sequence,
    )
    expect(steps.map(({ complete }) => complete)).toEqual([
      ...steps.slice(1).map(() => false),
      true,
    ])
    expect(steps.at(-1)).toMatchObject({
      status: 'intact',
      last_sequence: sequence,
      head_hash: hash,
    })
  })

  it('permits two verifications per organization at a time, so that they do not delay other requests', async () => {
    const { api } = await platform.organization()
    const { findChainHead } = platform.store
    let proceed = () => {}
    const held = new Promise<void>((resolve) => {
      proceed = resolve
    })
    const begun: string[] = []
    const spy = vi.spyOn(platform.store, 'findChainHead').mockImplementation(async (query) => {
      begun.push(query.chain)
      if (query.chain === org.organization_id) await held
      return findChainHead(query)
    })
    const first = [org.api.get(PATH), org.api.get(PATH)]
    await eventually(() => {
      expect(begun).toHaveLength(2)
    })
    const third = await org.api.get(PATH)
    expect([third.status, third.body.code, third.headers['retry-after']]).toEqual([
      429,
      'RATE_LIMITED',
      '1',
    ])
    expect((await api.get(PATH)).status).toBe(200)
    proceed()
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
    expect((await org.api.get(PATH)).status).toBe(200)
    spy.mockRestore()
  })

  it('examines nothing after the newest record', async () => {
    const { sequence, hash } = await newest()
    const { body } = await org.api.get(`${PATH}?from_sequence=2147483647`)
    expect(body).toEqual({
      organization_id: org.organization_id,
      status: 'intact',
      records: 0,
      newest_sequence: sequence,
      head_hash: hash,
      complete: true,
    })
  })

  it('reports where a chain was tampered with', async () => {
    const { organization_id, api } = await platform.organization()
    for (const name of ['One', 'Two', 'Three'])
      await api.post(`/orgs/${organization_id}/workspaces`, { name })
    await platform.database.transact((tx) =>
      tx.audit_log.update({ chain: organization_id, sequence: 3 }, { reason: 'nothing happened' }),
    )
    const { status, body } = await api.get(PATH)
    expect([status, body.status, body.broken, body.complete, body.next_sequence]).toEqual([
      200,
      'broken',
      { sequence: 3, reason: 'edited' },
      true,
      undefined,
    ])
  })

  it('requires the starter plan of the organization that the request names', async () => {
    const free = await platform.organization('free')
    expect((await free.api.get(PATH)).body).toMatchObject({
      code: 'AUDIT_LOGS_REQUIRES_UPGRADE',
      required_plan: 'starter',
    })
    // Memberships are in the order in which they began.
    platform.clock.advance(1)
    await platform.member(free.organization_id, org.email, 'owner')
    const person = platform.as(bearer(await platform.session(org.email)))
    expect((await person.get(`${PATH}?organization_id=${free.organization_id}`)).body.code).toBe(
      'AUDIT_LOGS_REQUIRES_UPGRADE',
    )
    expect((await person.get(PATH)).body.organization_id).toBe(org.organization_id)
  })

  it('is permitted only to roles and unbound keys with the scope', async () => {
    const other = await platform.organization()
    await platform.member(other.organization_id, org.email, 'developer')
    const person = platform.as(bearer(await platform.session(org.email)))
    expect((await person.get(`${PATH}?organization_id=${other.organization_id}`)).body.code).toBe(
      'ROLE_REQUIRED',
    )
    const bound = await platform.apiKey(org.organization_id, { workspace_id: org.workspace_id })
    expect((await platform.as(apiKey(bound)).get(PATH)).body.code).toBe('WORKSPACE_NOT_ALLOWED')
    const stranger = await platform.organization()
    const unknown = await stranger.api.get(`${PATH}?organization_id=org_nowhere`)
    const foreign = await stranger.api.get(`${PATH}?organization_id=${org.organization_id}`)
    expect([foreign.status, { ...foreign.body, request_id: '' }]).toEqual([
      404,
      { ...unknown.body, request_id: '' },
    ])
    expect((await stranger.api.get(`${PATH}?organization_id=platform`)).status).toBe(404)
    const weak = await platform.apiKey(org.organization_id, { scopes: ['audit:export'] })
    expect((await platform.as(apiKey(weak)).get(PATH)).body.code).toBe('SCOPE_REQUIRED')
  })
})
