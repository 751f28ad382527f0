import { beforeAll, describe, expect, it } from 'vitest'
import type { Task } from '../../../src/domain/records.ts'
import { register } from '../agents.ts'
import { apiKey, bearer, type TestResponse } from '../client.ts'
import { at, startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

describe('the task history', () => {
  let platform: TestPlatform
  let org: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
  })
  const list = (query = '', workspace_id = org.workspace_id): Promise<TestResponse> =>
    platform.as({ ...bearer(org.api_key), 'X-Workspace-ID': workspace_id }).get(`/tasks${query}`)
  const task = (number: number, more: Partial<Task> = {}): Task => ({
    task_id: `task_${number}`,
    organization_id: org.organization_id,
    workspace_id: org.workspace_id,
    skill: 'read',
    requester_id: org.organization_id,
    requester: { organization_id: org.organization_id },
    agent: { svc_id: 'a', installation_id: '00000000-0000-7000-8000-000000000000' },
    agent_id: 'a',
    attested: false,
    counts_for: null,
    counted_at: null,
    trace_id: null,
    status: 'completed',
    execution_time_ms: 5,
    error: null,
    created_at: at(number),
    deadline: at(number + 60_000),
    finished_at: at(number + 5),
    ...more,
  })

  it('is empty at first', async () => {
    const got = await list()
    expect([got.status, got.body]).toEqual([200, { items: [], total: 0, limit: 50, offset: 0 }])
  })

  it('accepts the session of a member of the organization', async () => {
    const ask = async (email: string, path: string) =>
      (
        await platform
          .as({ ...bearer(await platform.session(email)), 'X-Workspace-ID': org.workspace_id })
          .get(path)
      ).status
    await platform.member(org.organization_id, 'viewer@tasks.example', 'viewer')
    for (const path of ['/tasks', '/tasks/summary']) {
      expect([
        path,
        await ask(org.email, path),
        await ask('viewer@tasks.example', path),
        await ask((await platform.organization()).email, path),
      ]).toEqual([path, 200, 200, 404])
    }
  })

  it('accepts the API key as a bearer token only', async () => {
    const named = { 'X-Workspace-ID': org.workspace_id }
    expect((await platform.as({ ...apiKey(org.api_key), ...named }).get('/tasks')).body.code).toBe(
      'MISSING_BEARER_TOKEN',
    )
    expect(
      (await platform.as({ ...bearer(`sk_live_${'A'.repeat(43)}`), ...named }).get('/tasks')).body
        .code,
    ).toBe('INVALID_API_KEY')
  })

  it('refuses a key of one workspace if X-Workspace-ID names another one, and no other operation reads this header', async () => {
    const { organization_id, workspace_id } = org
    const key = await platform.apiKey(organization_id, { workspace_id })
    const { svc_id } = await register(org)
    const ask = async (path: string, named: string) => {
      const bound = platform.as({ ...bearer(key), ...apiKey(key), 'X-Workspace-ID': named })
      const { status, body } = await bound.get(path)
      return [path, status, body.code]
    }
    for (const path of ['/tasks', '/tasks/summary']) {
      expect(await ask(path, workspace_id)).toEqual([path, 200, undefined])
      expect(await ask(path, 'ws_other')).toEqual([path, 403, 'WORKSPACE_NOT_ALLOWED'])
    }
    for (const path of [`/agents/${svc_id}`, `/workspaces/${workspace_id}/policy`])
      expect(await ask(path, 'ws_other')).toEqual([path, 200, undefined])
  })

  it('requires a workspace of the organization', async () => {
    expect((await platform.as(bearer(org.api_key)).get('/tasks')).body).toMatchObject({
      code: 'INVALID_PARAMETER',
      issues: [{ path: '/header/x-workspace-id', message: 'is required' }],
    })
    for (const missing of ['ws_nowhere', (await platform.organization()).workspace_id])
      expect((await list('', missing)).body.code).toBe('WORKSPACE_NOT_FOUND')
  })

  it('lists tasks newest first, omits absent fields, filters and pages', async () => {
    await platform.database.transact(async (tx) => {
      for (let number = 0; number < 6; number += 1) await tx.tasks.insert(task(number))
      await tx.tasks.insert(
        task(6, { status: 'failed', error: { code: 'internal_error', message: 'It broke.' } }),
      )
      await tx.tasks.insert(
        task(7, { status: 'working', execution_time_ms: null, finished_at: null }),
      )
      await tx.tasks.insert(task(8, { workspace_id: 'ws_other' }))
    })
    const all = (await list()).body
    expect([all.total, all.items.map(({ task_id }: Task) => task_id)]).toEqual([
      8,
      [7, 6, 5, 4, 3, 2, 1, 0].map((number) => `task_${number}`),
    ])
    expect(Object.keys(all.items[0])).not.toContain('finished_at')
    expect(all.items[1].error).toEqual({ code: 'internal_error', message: 'It broke.' })
    expect((await list('?status=failed')).body.total).toBe(1)
    expect((await list('?status=canceled')).body).toEqual({
      items: [],
      total: 0,
      limit: 50,
      offset: 0,
    })

    const seen: Task[] = []
    for (let query = '?limit=3'; query;) {
      const { items, next_cursor } = (await list(query)).body
      seen.push(...items)
      query = next_cursor ? `?limit=3&cursor=${next_cursor}` : ''
    }
    expect(seen).toEqual(all.items)
    expect((await list('?limit=2&offset=3')).body.items).toEqual(all.items.slice(3, 5))
    for (const cursor of ['x', 'WzFd', 'WzEsMl0'])
      expect((await list(`?cursor=${cursor}`)).body.code).toBe('INVALID_CURSOR')
  })

  it('filters by skill and agent, with the filtered total', async () => {
    const own = await platform.organization()
    await platform.database.transact(async (tx) => {
      for (let number = 100; number < 106; number += 1) {
        const [skill, agent_id] = [
          number % 2 === 0 ? 'read' : 'write',
          number % 3 === 0 ? 'b' : 'a',
        ]
        await tx.tasks.insert(
          task(number, {
            organization_id: own.organization_id,
            workspace_id: own.workspace_id,
            skill,
            agent_id,
            status: number === 104 ? 'failed' : 'completed',
          }),
        )
      }
    })
    const found = async (query: string) => {
      const { items, total } = (
        await platform
          .as({ ...bearer(own.api_key), 'X-Workspace-ID': own.workspace_id })
          .get(`/tasks${query}`)
      ).body
      expect(items.length).toBe(total)
      return items.map(({ task_id }: Task) => task_id.slice(-1)).join('')
    }
    expect([
      await found('?skill=read'),
      await found('?agent_id=b'),
      await found('?skill=write&agent_id=a'),
      await found('?skill=read&status=failed'),
      await found('?skill=none'),
    ]).toEqual(['420', '52', '31', '4', ''])
  })

  it('summarizes all tasks by status, and the failures, times and outcomes of the newest ones', async () => {
    const own = await platform.organization()
    const summary = async () =>
      (
        await platform
          .as({ ...bearer(own.api_key), 'X-Workspace-ID': own.workspace_id })
          .get('/tasks/summary')
      ).body
    expect(await summary()).toMatchObject({
      workspace_id: own.workspace_id,
      counts: { completed: 0, failed: 0 },
      recent_tasks: 0,
      failures: [],
      series: [],
    })
    expect(await summary()).not.toHaveProperty('execution_time_ms')
    const error = { code: 'AGENT_TIMEOUT', message: 'The agent did not begin to respond in time.' }
    await platform.database.transact(async (tx) => {
      const where = { organization_id: own.organization_id, workspace_id: own.workspace_id }
      for (let number = 0; number < 1002; number += 1)
        await tx.tasks.insert(
          task(200_000 + number, {
            ...where,
            execution_time_ms: number,
            ...(number === 1000 && { status: 'failed', error }),
          }),
        )
    })
    const { counts, recent_tasks, failures, execution_time_ms, series } = await summary()
    expect([counts.completed, counts.failed, recent_tasks]).toEqual([1001, 1, 1000])
    expect(failures).toEqual([{ code: 'AGENT_TIMEOUT', tasks: 1 }])
    expect(execution_time_ms).toEqual({ samples: 1000, p50: 501, p90: 901, p99: 991, max: 1001 })
    expect(series).toEqual([
      { from: at(200_002), to: at(260_002), completed: 999, failed: 1, other: 0, p50_ms: 501 },
    ])
  })
})
