import { expect, it } from 'vitest'
import { reportOf } from '../../src/load/report/data.ts'
import { runLoad } from '../../src/load/run.ts'
import { fakePlatform } from './fake-platform.ts'
import { settingsFor } from './settings.ts'

const SHORT = { organization_id: 'org', installations: 3, ramp_s: 0, duration_s: 0 }

it('installs the fleet once, and deletes its workspace at the end', async () => {
  const { url, requests } = await fakePlatform()
  const { simulation, cleanup, ended_early } = await runLoad(settingsFor(url, SHORT), {
    signal: new AbortController().signal,
  })
  expect([simulation.installed, simulation.fleet.size, ended_early]).toEqual([3, 3, false])
  expect(cleanup).toMatchObject({ revoked_with_workspace: 3, left: 0 })
  expect(requests.filter(({ path }) => path.endsWith('/bootstrap'))).toHaveLength(3)
  expect(requests.at(-1)).toEqual({
    method: 'DELETE',
    path: '/api/v1/orgs/org/workspaces/ws_1?force=true',
  })
})

it('measures nothing if it is ended while the fleet grows', async () => {
  const ended = new AbortController()
  const { url } = await fakePlatform(({ path }, _res, respond) => {
    if (path.endsWith('/lease')) ended.abort()
    if (path !== '/metrics') return false
    setTimeout(respond, 200)
    return true
  })
  const settings = settingsFor(url, {
    ...{ organization_id: 'org', metrics: new URL('/metrics', url) },
    ...{ installations: 1000, ramp_s: 60, interval_s: 0.05, duration_s: 60 },
  })
  const report = reportOf(await runLoad(settings, { signal: ended.signal }), '1.2.3')
  expect(report.operations).toEqual([])
  expect(report.verdict.sentence).toContain('The run was ended before anything was measured')
})

it.each([
  {
    request: '/agents/register',
    problem: [402, 'AGENTS_LIMIT_EXCEEDED'],
    changes: {},
    message:
      'The platform refused to register an agent for the run (402 AGENTS_LIMIT_EXCEEDED): the plan of this organization does not allow it; name an existing one with --agent or --workspace, or use another organization.',
  },
  {
    request: '/workspaces',
    problem: [402, 'WORKSPACES_LIMIT_EXCEEDED'],
    changes: {},
    message:
      'The platform refused to create a workspace for the run (402 WORKSPACES_LIMIT_EXCEEDED): the plan of this organization does not allow it; name an existing one with --agent or --workspace, or use another organization.',
  },
  {
    request: '/agents/own/verify',
    problem: [403, 'SCOPE_REQUIRED'],
    changes: { agent_id: 'own' },
    message:
      'The platform refused to look up the agent own (403 SCOPE_REQUIRED): this API key lacks a scope; a run needs tokens:write, installations:write, agents:write (with --agent: agents:read) and, without --workspace, workspaces:write.',
  },
] as const)(
  'says what to do if $request fails with $problem',
  async ({ request, problem: [status, code], changes, message }) => {
    const { url } = await fakePlatform(({ path }, res) => {
      if (!path.endsWith(request)) return false
      res
        .writeHead(status, { 'Content-Type': 'application/problem+json' })
        .end(JSON.stringify({ code }))
      return true
    })
    const run = runLoad(settingsFor(url, { ...SHORT, ...changes }), {
      signal: new AbortController().signal,
    })
    await expect(run).rejects.toThrow(message)
  },
)
