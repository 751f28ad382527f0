import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { OrganizationQueue } from '../../../src/auth/organization-queue.ts'
import type { Turn } from '../../../src/contract/typed.ts'
import { httpAgentCaller } from '../../../src/ports/agent-caller.ts'
import { eventually } from '../../kit/bounds.ts'
import { install } from '../agents.ts'
import { startPlatform } from '../platform.ts'

/** The number of tasks, which is more than the requests from one organization that a process runs at once. */
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

it('the evaluation of an answer is part of the turn of its task, but waiting for the answer is not', async () => {
  const parts: string[] = []
  const turn: Turn = {
    run(work) {
      parts.push('run')
      return work()
    },
    async releaseDuring(work) {
      parts.push('release')
      const answer = await work()
      parts.push('resume')
      return answer
    },
    end: () => void parts.push('end'),
  }
  const queue = new OrganizationQueue({ running: 1, waiting: 0 })
  const platform = await startPlatform({}, { queue })
  const org = await platform.organization()
  await install(platform, org, undefined, {
    capabilities: ['echo'],
    upstream_url: 'https://agent.example.com/a2a/tasks',
  })
  vi.spyOn(queue, 'acquire').mockReturnValue(turn)
  const { workspace_id } = org
  const { status } = await org.api.post('/a2a/route', { skill: 'echo', context: { workspace_id } })
  expect(status).toBe(200)
  const [parsed, handled, evaluated, responded] = ['run', 'run', 'run', 'run']
  expect(parts).toEqual([parsed, handled, 'release', 'resume', evaluated, responded, 'end'])
})
