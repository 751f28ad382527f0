import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../kit/time.ts'
import { startTest } from './start-test.ts'

describe('an installation whose platform malfunctions', () => {
  it('sends about as many requests during an outage as in normal operation, at most 30 a minute, and recovers within two intervals', async () => {
    const { harness, install, maxPerMinute } = await startTest()
    const installation = await install()
    await harness.advance(5 * MINUTE)
    const since = harness.clock.now()
    harness.setFaults((_, __, now) => (now < since + 30 * MINUTE ? 'never_arrives' : undefined))
    await harness.advance(32 * MINUTE)
    const tries = harness.traffic.filter(({ fault }) => fault === 'never_arrives')
    expect(tries.length).toBeGreaterThan(10)
    expect(tries.length).toBeLessThan(60)
    expect(maxPerMinute()).toBeLessThanOrEqual(30)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
    expect(harness.log.filter((line) => line.startsWith('warn')).length).toBeLessThan(10)
  })

  it('waits as long as Retry-After says', async () => {
    const { harness, install, failFirst } = await startTest()
    await install()
    failFirst('lease', ['busy_503'])
    await harness.advance(2 * MINUTE)
    const at = harness.traffic.findIndex(({ fault }) => fault === 'busy_503')
    expect(harness.traffic[at + 1]!.at - harness.traffic[at]!.at).toBeGreaterThanOrEqual(5 * SECOND)
  })

  it("keeps its interval when the platform's clock jumps", async () => {
    const { harness, install } = await startTest()
    await install()
    for (const off of [-DAY, 3 * HOUR, -90 * SECOND, 90 * SECOND, 400 * DAY]) {
      harness.setDateOffset(off)
      const { length } = harness.sent('lease')
      await harness.advance(20 * MINUTE)
      expect(harness.sent('lease').length - length).toBeGreaterThanOrEqual(19)
      expect(harness.sent('lease').length - length).toBeLessThanOrEqual(24)
    }
  })

  it("keeps its lease when the platform's clock jumps forward", async () => {
    const { harness, install, installationRecord } = await startTest()
    const installation = await install()
    for (const jump of [HOUR, DAY, 80 * DAY]) {
      harness.platform.clock.advance(jump)
      await harness.advance(3 * MINUTE)
      expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
      expect(await installationRecord()).toMatchObject({ health: 'online' })
    }
  })

  it('tries the heartbeat again when the refusal was a mistake and nothing can be refreshed', async () => {
    const { harness, install, installationRecord } = await startTest()
    const installation = await install()
    harness.setFaults((operation, count) =>
      operation === 'refresh'
        ? 'error_500'
        : operation === 'lease' && count === 1
          ? 'status_401'
          : undefined,
    )
    await harness.advance(5 * MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
    expect(await installationRecord()).toMatchObject({ health: 'online' })
  })

  it('survives the refusal of good credentials for an hour', async () => {
    const { harness, install } = await startTest()
    const installation = await install()
    const since = harness.clock.now()
    harness.setFaults((_, __, now) => (now < since + HOUR ? 'status_401' : undefined))
    await harness.advance(HOUR)
    expect(installation.mode()).toBe('degraded')
    await harness.advance(2 * HOUR)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
  })
})

describe('an installation whose disk is full or hangs', () => {
  it.each(['full', 'hung'] as const)(
    'continues with the credentials in memory, and stores them once a full disk has space again (%s)',
    async (state) => {
      const { harness, credentialsFile, install } = await startTest()
      harness.disk.setState(state)
      const installation = await install()
      await harness.advance(10 * MINUTE)
      expect(installation.status()).toMatchObject({ mode: 'running', stored: false })
      expect(harness.disk.files.size).toBe(0)
      if (state === 'hung') return
      harness.disk.setState('good')
      await harness.advance(2 * MINUTE)
      expect(installation.status()).toMatchObject({ stored: true })
      expect(credentialsFile().current).toMatchObject({
        runtime_token: installation.credentials()!.runtime_token,
      })
    },
  )

  it('does not use a refreshed token that a crash would lose, while the one on disk is good', async () => {
    const { harness, agent, credentialsFile, install, installationRecord, send } = await startTest()
    const installation = await install()
    const { installation_id } = installation.credentials()!
    const on_disk = credentialsFile().current!['runtime_token']
    harness.disk.setState('full')
    await send({ installation_id, type: 'rotate_token' })
    await harness.advance(10 * MINUTE)
    expect(installation.credentials()!.runtime_token).toBe(on_disk)
    expect(await installationRecord()).toMatchObject({ health: 'online' })
    harness.disk.setState('good')
    await harness.advance(3 * MINUTE)
    expect(installation.credentials()!.runtime_token).not.toBe(on_disk)
    expect((await harness.commands(agent)).map(({ acknowledgement }) => acknowledgement)).toEqual([
      { status: 'done', message: '' },
    ])
  })

  it('uses the token that could not be stored yet when the one on disk is refused', async () => {
    const { harness, install, failFirst, send } = await startTest()
    const installation = await install()
    const { installation_id, runtime_token } = installation.credentials()!
    harness.disk.setState('full')
    await send({ installation_id, type: 'rotate_token' })
    await harness.advance(3 * MINUTE)
    failFirst('lease', ['status_401'])
    await harness.advance(3 * MINUTE)
    expect(installation.credentials()!.runtime_token).not.toBe(runtime_token)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
    expect(harness.sent('refresh')).toHaveLength(0)
  })

  it('uses a refreshed token from memory when the old one is refused', async () => {
    const { harness, agent, credentialsFile, install } = await startTest()
    await (await install()).stop()
    await harness.advance(100 * DAY)
    harness.disk.setState('full')
    const installation = await harness.start(agent)
    await harness.advance(5 * MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0, stored: false })
    expect(credentialsFile().current).toMatchObject({
      refresh_token: installation.credentials()!.refresh_token,
    })
  })
})
