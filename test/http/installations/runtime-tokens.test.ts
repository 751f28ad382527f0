import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plus } from '../../../src/domain/time.ts'
import { install, type Installed } from '../agents.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { MINUTE, DAY } from '../../kit/time.ts'

describe('runtime tokens in heartbeats', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let one: Installed
  beforeAll(async () => {
    platform = await startPlatform()
  })
  beforeEach(async () => {
    org = await platform.organization()
    one = await install(platform, org)
  })
  const versions = async () =>
    (
      await platform.database.read((tx) =>
        tx.runtime_tokens.find({
          where: { installation_id: one.installation_id },
          orderBy: ['version'],
        }),
      )
    ).map(({ version }) => version)

  it('I-10: are followed by refreshed_token if 7 days or less remain, to the millisecond', async () => {
    await platform.advance(83 * DAY - 1)
    expect((await one.lease()).body.refreshed_token).toBeUndefined()
    platform.clock.advance(1)
    const { refreshed_token } = (await one.lease()).body
    expect(refreshed_token).toEqual({
      runtime_token: expect.stringMatching(/^srt_/),
      expires_at: plus(platform.clock.now(), 90 * DAY),
      token_version: 2,
    })
    expect(
      (await one.lease({}, refreshed_token.runtime_token)).body.refreshed_token,
    ).toBeUndefined()
  })

  it('are valid for 90 days, to the millisecond', async () => {
    await platform.advance(90 * DAY - 1)
    expect((await one.lease()).status).toBe(200)
    platform.clock.advance(1)
    expect((await one.lease()).body.code).toBe('INVALID_RUNTIME_TOKEN')
  })

  it('I-08: become invalid 5 minutes after the first use of a newer version, to the millisecond', async () => {
    const newer = (await one.refresh()).body.runtime_token as string
    platform.clock.advance(30 * MINUTE)
    expect((await one.lease()).status).toBe(200)
    expect((await one.lease({}, newer)).status).toBe(200)
    platform.clock.advance(5 * MINUTE - 1)
    expect((await one.lease()).status).toBe(200)
    platform.clock.advance(1)
    expect((await one.lease()).status).toBe(401)
    expect((await one.lease({}, newer)).status).toBe(200)
  })

  it('I-07: have strictly increasing versions under concurrency', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => one.refresh()))
    expect(
      responses.map(({ body }) => body.token_version as number).toSorted((a, b) => a - b),
    ).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('I-09: stay valid in use while their successors are lost; at most 16 unused versions are kept', async () => {
    await one.lease()
    await platform.advance(84 * DAY)
    for (let index = 0; index < 30; index += 1)
      expect((await one.lease()).body.refreshed_token.token_version).toBe(index + 2)
    expect(await versions()).toEqual([1, ...Array.from({ length: 16 }, (_, index) => index + 16)])
    expect((await one.lease()).status).toBe(200)
  })
})
