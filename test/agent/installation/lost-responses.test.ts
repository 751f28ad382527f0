import { describe, expect, it } from 'vitest'
import type { TestAgent } from '../../http/agents.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../kit/time.ts'
import { startTest } from './start-test.ts'
import { FAILURES, type Operation, type Harness } from './harness.ts'

describe('failures of requests and responses', () => {
  const steps: readonly Operation[] = ['bootstrap', 'lease', 'refresh', 'recovery']
  /** Executes a bootstrap, heartbeats, a refresh and a recovery. */
  async function runAllSteps(harness: Harness, agent: TestAgent): Promise<void> {
    const token = await harness.token(agent)
    const options = { install_token: token, api_key: harness.org.api_key }
    const first = await harness.start(agent, options)
    await harness.advance(5 * MINUTE)
    await first.stop()
    await harness.advance(100 * DAY)
    const restarted = await harness.start(agent, options)
    await harness.advance(5 * MINUTE)
    await harness.org.api.post('/installations/recovery', {
      agent_id: agent.svc_id,
      workspace_id: harness.org.workspace_id,
    })
    await harness.advance(10 * MINUTE)
    expect(restarted.status()).toMatchObject({ mode: 'running', failures: 0, stored: true })
  }

  it.each(steps.flatMap((operation) => FAILURES.map((fault) => [operation, fault] as const)))(
    'a %s that fails twice with %s leaves one installation online',
    async (operation, fault) => {
      const { harness, agent, installationRecord, maxPerMinute, failFirst } = await startTest()
      failFirst(operation, [fault, fault])
      await runAllSteps(harness, agent)
      expect(await harness.installationsOf(agent)).toHaveLength(1)
      expect(await installationRecord()).toMatchObject({ health: 'online', lifecycle: 'active' })
      expect(harness.sent(operation).length).toBeGreaterThanOrEqual(3)
      expect(maxPerMinute()).toBeLessThanOrEqual(30)
    },
  )

  it.each(steps)(
    'a %s whose requests are all delivered twice leaves one installation',
    async (operation) => {
      const { harness, agent } = await startTest()
      harness.setFaults((name) => (name === operation ? 'duplicated' : undefined))
      await runAllSteps(harness, agent)
      expect(await harness.installationsOf(agent)).toHaveLength(1)
    },
  )

  it('the installation stays online if every third heartbeat gets the response to the previous one', async () => {
    const { harness, install, installationRecord } = await startTest()
    const installation = await install()
    harness.setFaults((operation, count) =>
      operation === 'lease' && count % 3 === 0 ? 'stale_response' : undefined,
    )
    await harness.advance(HOUR)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
    expect(await installationRecord()).toMatchObject({ health: 'online' })
  })

  it('after a crash between the exchange and the write to disk, the same token still works within a minute', async () => {
    const { harness, agent } = await startTest()
    const install_token = await harness.token(agent)
    harness.disk.setState('hung')
    await harness.start(agent, { install_token })
    await harness.advance(12 * SECOND)
    expect(harness.sent('bootstrap')).toHaveLength(1)
    harness.disk.setState('good')
    const second = await harness.start(agent, { install_token })
    await harness.advance(SECOND)
    expect(second.mode()).toBe('running')
    expect(await harness.installationsOf(agent)).toHaveLength(1)
  })

  it('an API key recovers an installation whose bootstrap lost its response over a minute ago, because the file records it', async () => {
    const { harness, agent, credentialsFile, failFirst } = await startTest()
    const install_token = await harness.token(agent)
    failFirst('bootstrap', ['response_lost'])
    await harness.start(agent, { install_token })
    harness.setFaults(() => 'never_arrives')
    await harness.advance(HOUR)
    expect(credentialsFile()).toMatchObject({
      current: null,
      begun: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    harness.setFaults(() => undefined)
    const second = await harness.start(agent, { install_token, api_key: harness.org.api_key })
    await harness.advance(MINUTE)
    expect(second.mode()).toBe('running')
    expect(await harness.installationsOf(agent)).toHaveLength(1)
    expect(harness.sent('recovery').length).toBeGreaterThanOrEqual(1)
  })

  it('a process does not take over the installation of another process that used the same install token', async () => {
    const { harness, agent } = await startTest()
    const install_token = await harness.token(agent)
    await harness.platform.as({}).post('/installations/bootstrap', { install_token })
    await harness.advance(2 * MINUTE)
    const late = await harness.start(agent, { install_token, api_key: harness.org.api_key })
    await harness.advance(HOUR)
    expect(late.status()).toMatchObject({ mode: 'degraded', reason: 'bootstrap_refused' })
    expect(harness.sent('recovery')).toHaveLength(0)
  })
})
