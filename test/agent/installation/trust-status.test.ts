import { expect, it, onTestFinished } from 'vitest'
import { createAgent } from '../../../src/agent/server/agent.ts'
import { httpAgentCaller } from '../../../src/ports/agent-caller.ts'
import { agentIdentity, installToken, register } from '../../http/agents.ts'
import { startPlatform } from '../../http/platform.ts'
import { switchableLink, standalone } from '../../../src/agent/platform/link.ts'
import { MINUTE, SECOND } from '../../kit/time.ts'
import { openHarness } from './harness.ts'

it('reputation from routed tasks appears in the profile at once, and in the headers and the card of the agent once a heartbeat after five minutes has reloaded the profile; a suspension then appears in the card, too', async () => {
  const agentCaller = httpAgentCaller({ http: true, allow: ['127.0.0.1'] })
  const platform = await startPlatform({ log_level: 'silent' }, { agentCaller })
  const harness = await openHarness(platform)
  const number = 7
  const known = await register(harness.org, agentIdentity(number))
  // Another organization requests the tasks, because an organization's tasks for its own agent do not count.
  const user = await platform.organization()

  const link = switchableLink(standalone())
  const any = { type: 'object' }
  const agent = await createAgent({
    manifest: {
      name: 'Echo',
      version: '1.0.0',
      description: 'Says it again.',
      capabilities: { provides: ['echo'], requires: [] },
      a2a: { upstream_url: 'http://127.0.0.1:8090/a2a/tasks' },
      skills: [
        { name: 'echo', description: 'Says it again.', input_schema: any, output_schema: any },
      ],
    },
    skills: { echo: ({ text }) => text },
    platform: link,
    identity: {
      svc_id: known.svc_id,
      seed: Buffer.concat([Buffer.alloc(31, number), Buffer.alloc(1)]),
    },
    clock: { now_ms: () => Date.parse(platform.clock.now()) },
  })
  const { url } = await agent.listen({ port: 0 })
  onTestFinished(async () => {
    await agent.close()
    agentCaller.close()
  })
  const installation = await harness.start(known, {
    install_token: await installToken(user, known.svc_id),
    workspace_id: user.workspace_id,
    upstream_url: `${url}/a2a/tasks`,
    capabilities: ['echo'],
  })
  link.switchTo(installation.link)
  await harness.advance(SECOND)
  const card = async () =>
    (await fetch(`${url}/.well-known/agent.json`)).json() as Promise<Record<string, unknown>>
  const header = async () =>
    (
      await fetch(`${url}/a2a/tasks`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"input": {"message": "hi"}}',
      })
    ).headers.get('X-Svc-Reputation')
  expect(await card()).toMatchObject({ reputation: 50, verification_status: 'verified' })

  for (let task = 0; task < 2; task += 1)
    expect(
      (
        await user.api.post('/a2a/route', {
          skill: 'echo',
          message: 'hi',
          context: { workspace_id: user.workspace_id },
        })
      ).body,
    ).toMatchObject({ status: 'completed' })
  const {
    body: {
      reputation: { score },
    },
  } = await user.api.get(`/trust/profile/did:svc:${known.svc_id}`)
  expect(score).toBe(52)
  await harness.advance(4 * MINUTE)
  expect(await card()).toMatchObject({ reputation: 50 })
  await harness.advance(2 * MINUTE)
  expect(await card()).toMatchObject({ reputation: 52 })
  expect(await header()).toBe('52')

  await platform.store.setSuspended(platform.context(), {
    svc_id: known.svc_id,
    suspended: true,
    reason: 'test',
  })
  await harness.advance(6 * MINUTE)
  expect(await card()).toMatchObject({ verification_status: 'suspended' })
})
