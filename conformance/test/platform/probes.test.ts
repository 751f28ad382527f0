import { expect, it } from 'vitest'
import type { Lab } from '../../src/engine/lab.ts'
import { workspaceProbes } from '../../src/probes/platform/registry.ts'

it('a changed workspace is read once the change is answered', async () => {
  const seen: string[] = []
  const lab = {
    settings: { keys: { enterprise: 'k' }, extra: { org: 'org_a' } },
    random: { hex: () => 'abc' },
    seen: () => [
      {
        outcome: {
          kind: 'answer',
          status: 201,
          headers: {},
          body: '{"workspace_id":"ws_a"}',
          json: { workspace_id: 'ws_a' },
        },
      },
    ],
    async send({ method = 'GET' }: { method?: string }) {
      seen.push(`${method} begins`)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
      seen.push(`${method} ends`)
      return {}
    },
  }
  await workspaceProbes.find(({ id }) => id === 'workspace.put')!.run(lab as unknown as Lab)
  expect(seen).toEqual(['PUT begins', 'PUT ends', 'GET begins', 'GET ends'])
})
