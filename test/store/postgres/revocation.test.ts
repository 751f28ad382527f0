import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashToken } from '../../../src/domain/tokens.ts'
import { bearer, NO_CREDENTIAL } from '../../http/client.ts'
import { install } from '../../http/agents.ts'
import { startPlatform, type TestPlatform } from '../../http/platform.ts'
import { DAY } from '../../kit/time.ts'
import { atMost, until } from '../../kit/bounds.ts'
import { newDatabase } from '../../postgres/database.ts'

/** Three processes of the platform on one database: one revokes, and all receive requests. */
let all: TestPlatform[]
beforeAll(async () => {
  const { address: store, create } = newDatabase()
  await create()
  all = [
    await startPlatform({ store }),
    await startPlatform({ store }),
    await startPlatform({ store }),
  ]
}, 60_000)
afterAll(() => Promise.all(all.map(({ database }) => database.close())))

/** A request to which a process has responded, with the time at which it was sent. */
interface CompletedRequest {
  readonly name: string
  readonly sent_at: number
  readonly status: number
  readonly body: Record<string, unknown>
}
type Requests = Readonly<
  Record<
    string,
    (platform: TestPlatform) => Promise<{ status: number; body: Record<string, unknown> }>
  >
>

/** Sends concurrent requests to each platform repeatedly, and adds them to `completed`, until it is stopped. */
async function sendRepeatedly(
  requests: Requests,
  completed: CompletedRequest[],
  isOver: () => boolean,
): Promise<void> {
  await Promise.all(
    all.flatMap((platform) =>
      Object.entries(requests).map(async ([name, send]) => {
        for (const _ of atMost(100_000, 'the revocation does not end')) {
          if (isOver()) return
          const sent_at = performance.now()
          const { status, body } = await send(platform)
          completed.push({ name, sent_at, status, body })
        }
      }),
    ),
  )
}

/**
 * Returns the requests that were sent before a credential ended, and those that were sent after its end was acknowledged: several of each
 * kind.
 */
async function around(
  requests: Requests,
  end: () => Promise<unknown>,
): Promise<{ before: CompletedRequest[]; after: CompletedRequest[] }> {
  const completed: CompletedRequest[] = []
  const since = (moment: number) => completed.filter(({ sent_at }) => sent_at > moment)
  const hasSeveralSince = (moment: number) => () =>
    Object.keys(requests).every(
      (wanted) => since(moment).filter(({ name }) => name === wanted).length >= 3 * all.length,
    )
  let over = false
  const sending = sendRepeatedly(requests, completed, () => over)
  await until(hasSeveralSince(0), 'the processes do not respond before the end')
  const began = performance.now()
  await end()
  const ended = performance.now()
  await until(hasSeveralSince(ended), 'the processes do not respond after the end')
  over = true
  await sending
  return { before: completed.filter(({ sent_at }) => sent_at < began), after: since(ended) }
}

it('I-11: after one process has responded to a revocation, no process accepts a later request; a heartbeat gets `terminate` and no token', async () => {
  const platform = all[0]!
  for (let round = 0; round < 4; round += 1) {
    const org = await platform.organization()
    const one = await install(platform, org)
    // The token is about to expire, so a heartbeat would return a new one.
    for (const each of all) each.clock.advance(85 * DAY)
    const { before, after } = await around(
      {
        use: (at) => at.as(bearer(one.runtime_token)).get(`/workspaces/${org.workspace_id}/policy`),
        refresh: (at) =>
          at.as(NO_CREDENTIAL).post(`${one.path}/refresh`, { refresh_token: one.refresh_token }),
        lease: (at) => at.as(bearer(one.runtime_token)).post(`${one.path}/lease`, {}),
      },
      () => one.revoke(),
    )
    const of = (completed: CompletedRequest[], wanted: string) =>
      completed.filter(({ name }) => name === wanted)
    for (const name of ['use', 'refresh']) {
      expect(of(before, name).some(({ status }) => status === 200)).toBe(true)
      expect([name, ...new Set(of(after, name).map(({ status }) => status))]).toEqual([name, 401])
    }
    expect(of(after, 'lease').length).toBeGreaterThan(0)
    for (const { status, body } of of(after, 'lease'))
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ command: expect.objectContaining({ type: 'terminate' }) }),
      ])
    for (const { body } of of(after, 'lease')) expect(body).not.toHaveProperty('refreshed_token')
  }
})

it('after one process has revoked an API key and ended a session, every process refuses both', async () => {
  const platform = all[0]!
  const org = await platform.organization()
  const token = await platform.apiKey(org.organization_id)
  const session = await platform.session(org.email)
  const found = await platform.store.findApiKey({
    hash: hashToken(token),
    now: new Date().toISOString(),
  })
  if (found?.kind !== 'valid') return expect.unreachable()
  const { key_id } = found.key
  const { before, after } = await around(
    {
      key: (at) => at.as({ 'X-API-Key': token }).get(`/orgs/${org.organization_id}/workspaces`),
      session: (at) => at.as(bearer(session)).get(`/admin/auth/session`),
    },
    async () => {
      await platform.store.revokeApiKey(platform.context(), { key_id })
      await platform.as(bearer(session)).delete('/admin/auth/session')
    },
  )
  expect(new Set(before.map(({ status }) => status))).toContain(200)
  expect(new Set(after.map(({ name, status }) => `${name} ${status}`))).toEqual(
    new Set(['key 401', 'session 401']),
  )
})
