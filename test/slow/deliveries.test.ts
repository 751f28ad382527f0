import { describe, expect, it } from 'vitest'
import { startJobs } from '../../src/jobs/jobs.ts'
import { startPlatform } from '../http/platform.ts'
import { desk, QUESTION } from '../support/desk.ts'

describe('the jobs of a running platform', () => {
  it('delivers each kind by itself: a chat that hangs holds up no PIN and no sweep, and stopping does not wait for it', async () => {
    const hangs = { post: () => new Promise<never>(() => undefined), close: () => undefined }
    const platform = await startPlatform({ support: desk() }, { chat: hangs })
    const org = await platform.organization()
    await org.api.post('/support/chat', QUESTION)
    const jobs = startJobs(platform.jobs)
    await new Promise((passed) => setTimeout(passed, 1500))
    await platform.as({}).post('/admin/auth/request-pin', { email: org.email })
    await waitUntil(async () => platform.pinFor(org.email) !== undefined)
    const began = performance.now()
    await jobs.stop()
    expect(performance.now() - began).toBeLessThan(6000)
  })
})

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 100 && !(await holds()); waited += 1) await new Promise((passed) => setTimeout(passed, 50))
  expect(await holds()).toBe(true)
}
