import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { httpAgentCaller } from '../../../src/ports/agent-caller.ts'
import { eventually } from '../../kit/bounds.ts'
import { install } from '../agents.ts'
import { startPlatform } from '../platform.ts'

/** More tasks than requests of one organization that a process runs at once. */
const TASKS = 12

it('tasks that wait for their agents keep no other request of their organization waiting', async () => {
  const waiting: ServerResponse[] = []
  const agent = createServer((req, res) => {
    req.resume()
    waiting.push(res)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void agent.close().closeAllConnections())
  const agentCaller = httpAgentCaller({ http: true, allow: ['127.0.0.1'] })
  const platform = await startPlatform({}, { agentCaller })
  const org = await platform.organization()
  await install(platform, org, undefined, {
    capabilities: ['echo'],
    upstream_url: `http://127.0.0.1:${(agent.address() as AddressInfo).port}/a2a/tasks`,
  })
  const { workspace_id } = org
  const routed = Array.from({ length: TASKS }, () =>
    org.api.post('/a2a/route', { skill: 'echo', context: { workspace_id } }),
  )
  await eventually(() => expect(waiting).toHaveLength(TASKS))
  expect(await org.api.get(`/orgs/${org.organization_id}/workspaces`)).toMatchObject({
    status: 200,
  })
  for (const res of waiting)
    res
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end('{"status":"completed","result":{},"output":{}}')
  for (const { body } of await Promise.all(routed)) expect(body.error).toBeUndefined()
})
