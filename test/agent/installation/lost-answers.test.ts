import { describe, expect, it } from 'vitest'
import type { TestAgent } from '../../http/agents.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../kit/time.ts'
import { begin } from './begin.ts'
import { LOSSES, type Operation, type Stage } from './stage.ts'

describe('lost responses', () => {
  const steps: readonly Operation[] = ['bootstrap', 'lease', 'refresh', 'recovery']
  /** Makes every one of the four steps happen. */
  async function wholeLife(stage: Stage, agent: TestAgent): Promise<void> {
    const token = await stage.token(agent)
    const options = { install_token: token, api_key: stage.org.api_key }
    const young = await stage.start(agent, options)
    await stage.pass(5 * MINUTE)
    await young.stop()
    await stage.pass(100 * DAY)
    const aged = await stage.start(agent, options)
    await stage.pass(5 * MINUTE)
    await stage.org.api.post('/installations/recovery', {
      agent_id: agent.svc_id,
      workspace_id: stage.org.workspace_id,
    })
    await stage.pass(10 * MINUTE)
    expect(aged.status()).toMatchObject({ mode: 'running', failures: 0, stored: true })
  }

  it.each(steps.flatMap((operation) => LOSSES.map((fault) => [operation, fault] as const)))(
    '%s: %s',
    async (operation, fault) => {
      const { stage, agent, health, perMinute, first } = await begin()
      first(operation, [fault, fault])
      await wholeLife(stage, agent)
      expect(await stage.row(agent)).toHaveLength(1)
      expect(await health()).toMatchObject({ health: 'online', lifecycle: 'active' })
      expect(stage.sent(operation).length).toBeGreaterThanOrEqual(3)
      expect(perMinute()).toBeLessThanOrEqual(30)
    },
  )

  it.each(steps)('%s: the network delivers every request twice', async (operation) => {
    const { stage, agent } = await begin()
    stage.direct((name) => (name === operation ? 'twice' : undefined))
    await wholeLife(stage, agent)
    expect(await stage.row(agent)).toHaveLength(1)
  })

  it('lease: answers of the heartbeat before come again', async () => {
    const { stage, installed, health } = await begin()
    const installation = await installed()
    stage.direct((operation, count) =>
      operation === 'lease' && count % 3 === 0 ? 'again' : undefined,
    )
    await stage.pass(HOUR)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
    expect(await health()).toMatchObject({ health: 'online' })
  })

  it('a crash between the exchange and the disk: the same token works for a minute', async () => {
    const { stage, agent } = await begin()
    const install_token = await stage.token(agent)
    stage.disk.turn('hung')
    await stage.start(agent, { install_token })
    await stage.pass(12 * SECOND)
    expect(stage.sent('bootstrap')).toHaveLength(1)
    stage.disk.turn('good')
    const second = await stage.start(agent, { install_token })
    await stage.pass(SECOND)
    expect(second.mode()).toBe('running')
    expect(await stage.row(agent)).toHaveLength(1)
  })

  it('a crash between the exchange and the disk: later an API key recovers what the file says was begun', async () => {
    const { stage, agent, kept, first } = await begin()
    const install_token = await stage.token(agent)
    first('bootstrap', ['answer_lost'])
    await stage.start(agent, { install_token })
    stage.direct(() => 'never_arrives')
    await stage.pass(HOUR)
    expect(kept()).toMatchObject({ current: null, begun: expect.stringMatching(/^[0-9a-f]{64}$/) })
    stage.direct(() => undefined)
    const second = await stage.start(agent, { install_token, api_key: stage.org.api_key })
    await stage.pass(MINUTE)
    expect(second.mode()).toBe('running')
    expect(stage.sent('recovery').length).toBeGreaterThanOrEqual(1)
  })

  it("an install token that another agent used does not take over that agent's installation", async () => {
    const { stage, agent } = await begin()
    const install_token = await stage.token(agent)
    await stage.platform.as({}).post('/installations/bootstrap', { install_token })
    await stage.pass(2 * MINUTE)
    const late = await stage.start(agent, { install_token, api_key: stage.org.api_key })
    await stage.pass(HOUR)
    expect(late.status()).toMatchObject({ mode: 'degraded', reason: 'bootstrap_refused' })
    expect(stage.sent('recovery')).toHaveLength(0)
  })
})
