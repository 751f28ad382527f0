import { expect, it } from 'vitest'
import type { ProbeContext } from '../../src/engine/probe-context.ts'
import { createRandom } from '../../src/engine/random.ts'
import type { Exchange } from '../../src/engine/types.ts'
import { workspaceProbes } from '../../src/probes/platform/workspaces.ts'
import { NOW_MS } from '../support/handler.ts'
import { settings } from '../support/settings.ts'

const CREATED: Exchange = {
  key: 'workspace.create#0',
  probe: 'workspace.create',
  request: { method: 'POST', path: '/orgs/org_a/workspaces', headers: {} },
  outcome: {
    kind: 'response',
    status: 201,
    headers: [],
    body: '{"workspace_id":"ws_a"}',
    ms: 1,
    at: NOW_MS,
  },
}

it('a changed workspace is read after the response to the change', async () => {
  const events: string[] = []
  const context: ProbeContext = {
    settings: settings({ keys: { enterprise: 'k' }, extra: { org: 'org_a' } }),
    random: createRandom('seed', 'workspace.put'),
    recorded: () => [CREATED],
    async send({ method = 'GET' }) {
      events.push(`${method} begins`)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
      events.push(`${method} ends`)
      return CREATED
    },
    sendAll: () => Promise.resolve([]),
    keepSecret: (name) => name,
    callbackUrl: undefined,
    respond: () => undefined,
    receivedCount: () => 0,
    recordReceived: () => Promise.resolve([]),
    runCommand: () => Promise.resolve(undefined),
    wait: () => Promise.resolve(),
  }
  await workspaceProbes.find(({ id }) => id === 'workspace.put')!.run(context)
  expect(events).toEqual(['PUT begins', 'PUT ends', 'GET begins', 'GET ends'])
})
