import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../kit/time.ts'
import { begin } from './begin.ts'

describe('while the platform is unavailable', () => {
  it('sends about as many requests as in normal operation, at most 30 a minute, and recovers within two intervals', async () => {
    const { stage, installed, perMinute } = await begin()
    const installation = await installed()
    await stage.pass(5 * MINUTE)
    const since = stage.clock.now()
    stage.direct((_, __, now) => (now < since + 30 * MINUTE ? 'never_arrives' : undefined))
    await stage.pass(32 * MINUTE)
    const tries = stage.traffic.filter(({ fault }) => fault === 'never_arrives')
    expect(tries.length).toBeGreaterThan(10)
    expect(tries.length).toBeLessThan(60)
    expect(perMinute()).toBeLessThanOrEqual(30)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
    expect(stage.log.filter((line) => line.startsWith('warn')).length).toBeLessThan(10)
  })

  it('waits as long as Retry-After says', async () => {
    const { stage, installed, first } = await begin()
    await installed()
    first('lease', ['busy_503'])
    await stage.pass(2 * MINUTE)
    const at = stage.traffic.findIndex(({ fault }) => fault === 'busy_503')
    expect(stage.traffic[at + 1]!.at - stage.traffic[at]!.at).toBeGreaterThanOrEqual(5 * SECOND)
  })

  it('keeps its interval when the clock of the platform jumps', async () => {
    const { stage, installed } = await begin()
    await installed()
    for (const off of [-DAY, 3 * HOUR, -90 * SECOND, 90 * SECOND, 400 * DAY]) {
      stage.setCalendar(off)
      const { length } = stage.sent('lease')
      await stage.pass(20 * MINUTE)
      expect(stage.sent('lease').length - length).toBeGreaterThanOrEqual(19)
      expect(stage.sent('lease').length - length).toBeLessThanOrEqual(24)
    }
  })

  it('keeps its lease when the clock of the platform jumps forward', async () => {
    const { stage, installed, health } = await begin()
    const installation = await installed()
    for (const jump of [HOUR, DAY, 80 * DAY]) {
      stage.platform.clock.advance(jump)
      await stage.pass(3 * MINUTE)
      expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
      expect(await health()).toMatchObject({ health: 'online' })
    }
  })

  it('tries the heartbeat again when the refusal was a mistake and nothing can be refreshed', async () => {
    const { stage, installed, health } = await begin()
    const installation = await installed()
    stage.direct((operation, count) =>
      operation === 'refresh'
        ? 'error_500'
        : operation === 'lease' && count === 1
          ? 'says_401'
          : undefined,
    )
    await stage.pass(5 * MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
    expect(await health()).toMatchObject({ health: 'online' })
  })

  it('survives a platform that refuses good credentials for an hour', async () => {
    const { stage, installed } = await begin()
    const installation = await installed()
    const since = stage.clock.now()
    stage.direct((_, __, now) => (now < since + HOUR ? 'says_401' : undefined))
    await stage.pass(HOUR)
    expect(installation.mode()).toBe('degraded')
    await stage.pass(2 * HOUR)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
  })
})

describe('when the disk is full', () => {
  it.each(['full', 'hung'] as const)(
    'goes on from memory and stores the credentials once the disk works again (%s)',
    async (state) => {
      const { stage, kept, installed } = await begin()
      stage.disk.turn(state)
      const installation = await installed()
      await stage.pass(10 * MINUTE)
      expect(installation.status()).toMatchObject({ mode: 'running', stored: false })
      expect(stage.disk.files.size).toBe(0)
      if (state === 'hung') return
      stage.disk.turn('good')
      await stage.pass(2 * MINUTE)
      expect(installation.status()).toMatchObject({ stored: true })
      expect(kept().current).toMatchObject({
        runtime_token: installation.credentials()!.runtime_token,
      })
    },
  )

  it('does not use a refreshed token that a crash would lose, while the one on disk is good', async () => {
    const { stage, agent, kept, installed, health, send } = await begin()
    const installation = await installed()
    const { installation_id } = installation.credentials()!
    const on_disk = kept().current!['runtime_token']
    stage.disk.turn('full')
    await send({ installation_id, type: 'rotate_token' })
    await stage.pass(10 * MINUTE)
    expect(installation.credentials()!.runtime_token).toBe(on_disk)
    expect(await health()).toMatchObject({ health: 'online' })
    stage.disk.turn('good')
    await stage.pass(3 * MINUTE)
    expect(installation.credentials()!.runtime_token).not.toBe(on_disk)
    expect((await stage.commands(agent)).map(({ acknowledgement }) => acknowledgement)).toEqual([
      { status: 'done', message: '' },
    ])
  })

  it('uses the token that waits for the disk when the one on disk is refused', async () => {
    const { stage, installed, first, send } = await begin()
    const installation = await installed()
    const { installation_id, runtime_token } = installation.credentials()!
    stage.disk.turn('full')
    await send({ installation_id, type: 'rotate_token' })
    await stage.pass(3 * MINUTE)
    first('lease', ['says_401'])
    await stage.pass(3 * MINUTE)
    expect(installation.credentials()!.runtime_token).not.toBe(runtime_token)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0 })
    expect(stage.sent('refresh')).toHaveLength(0)
  })

  it('uses a refreshed token from memory when the old one is refused', async () => {
    const { stage, agent, kept, installed } = await begin()
    await (await installed()).stop()
    await stage.pass(100 * DAY)
    stage.disk.turn('full')
    const installation = await stage.start(agent)
    await stage.pass(5 * MINUTE)
    expect(installation.status()).toMatchObject({ mode: 'running', failures: 0, stored: false })
    expect(kept().current).toMatchObject({
      refresh_token: installation.credentials()!.refresh_token,
    })
  })
})
