import { expect, it } from 'vitest'
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
