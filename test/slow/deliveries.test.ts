import { describe, expect, it } from 'vitest'
import { startJobs } from '../../src/jobs/jobs.ts'
import { install } from '../http/agents.ts'
import { startPlatform } from '../http/platform.ts'
import { until } from '../kit/bounds.ts'
import { supportConfig, SUPPORT_REQUEST } from '../kit/support.ts'
import { DAY } from '../kit/time.ts'

describe('the jobs of a running platform', () => {
  it('deliver each kind independently, so that a hanging chat delays neither PINs nor sweeps nor the shutdown', async () => {
    let posted = false
    const hangs = {
      post: () => {
        posted = true
        return new Promise<never>(() => undefined)
      },
      close: () => undefined,
    }
    const platform = await startPlatform({ support: supportConfig() }, { chat: hangs })
    const org = await platform.organization()
    await install(platform, org)
    await org.api.post('/support/chat', SUPPORT_REQUEST)
    const jobs = startJobs(platform.jobs)
    await until(() => posted, 'the chat was not called')
    await platform.as({}).post('/admin/auth/request-pin', { email: org.email })
    await until(
      () => platform.pinFor(org.email) !== undefined,
      'no PIN was mailed while the chat hung',
    )
    platform.clock.advance(DAY)
    await until(async () => {
      const installations = await platform.database.read((tx) => tx.installations.find({}))
      return installations.every(({ health }) => health === 'offline')
    }, 'no lease expired while the chat hung')
    // The chat never responds, so this resolves only if the shutdown does not wait for it.
    await expect(jobs.stop()).resolves.toBeUndefined()
  })
})
