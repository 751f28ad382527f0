import { expect, it } from 'vitest'
import { createInstallationLink } from '../../../src/agent/installation/installation-link.ts'

const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** Creates a link to a platform that returns a trust status, with a clock that the test advances. */
function openLink() {
  const requests: string[] = []
  const time = { now: 0 }
  const outcome = {
    kind: 'ok',
    body: { reputation: { score: 70 }, verification_status: 'verified' },
  }
  const link = createInstallationLink({
    request: (async ({ path }: { path: string }) => {
      requests.push(path)
      return outcome
    }) as never,
    setup: {
      platform_url: 'https://platform.example/api/v1',
      agent_id: 'svc:one',
      issuer: 'https://platform.example',
    },
    installation: () => undefined,
    time: () => time.now,
    clock: { now: () => time.now, after: () => () => undefined },
    logger: SILENT,
    mode: () => 'running',
    paused: () => false,
    token: () => 'rt_1',
    onUnauthorized: () => undefined,
  } as never)
  return { link, requests, time }
}

it('a heartbeat reloads the trust status once it is five minutes old, and not a millisecond earlier', async () => {
  const { link, requests, time } = openLink()
  expect(await link.reload()).toBe(true)
  expect(requests).toHaveLength(1)
  time.now = 299_999
  link.leaseRenewed()
  await Promise.resolve()
  expect(requests).toHaveLength(1)
  time.now = 300_000
  link.leaseRenewed()
  await expect.poll(() => requests.length).toBe(2)
  expect(link.trustStatus()).toEqual({
    reputation: 70,
    verification_status: 'verified',
    mode: 'running',
  })
})
