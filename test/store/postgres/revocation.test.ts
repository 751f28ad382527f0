import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashToken } from '../../../src/domain/tokens.ts'
import { bearer, NO_CREDENTIAL } from '../../http/client.ts'
import { install } from '../../http/agents.ts'
import { days, startPlatform, type TestPlatform } from '../../http/platform.ts'
import { LIVENESS_MS, atMost } from '../../kit/bounds.ts'
import { newDatabase } from '../../postgres/database.ts'

/** Three platforms on one database: one revokes, and all are requested. */
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

interface Asked {
  readonly what: string
  readonly begun: number
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Sends several concurrent requests to each platform repeatedly until it is stopped. */
async function keepAsking(
  asks: Readonly<
    Record<
      string,
      (platform: TestPlatform) => Promise<{ status: number; body: Record<string, unknown> }>
    >
  >,
  isOver: () => boolean,
): Promise<Asked[]> {
  const told: Asked[] = []
  await Promise.all(
    all.flatMap((platform) =>
      Object.entries(asks).map(async ([what, ask]) => {
        for (const _ of atMost(100_000, 'the revocation does not end')) {
          if (isOver()) return
          const begun = performance.now()
          const { status, body } = await ask(platform)
          told.push({ what, begun, status, body })
        }
      }),
    ),
  )
  return told
}

const pause = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** The requests that began before a credential ended, and those that began after its end was acknowledged. */
async function around(
  asks: Parameters<typeof keepAsking>[0],
  end: () => Promise<unknown>,
): Promise<{ before: Asked[]; after: Asked[]; settled_ms: number }> {
  let over = false
  const asking = keepAsking(asks, () => over)
  await pause(300)
  const begun = performance.now()
  await end()
  const ended = performance.now()
  await pause(500)
  over = true
  const told = await asking
  return {
    before: told.filter((one) => one.begun < begun),
    after: told.filter((one) => one.begun > ended),
    settled_ms: ended - begun,
  }
}

it('I-11: after one process has answered a revocation, no process accepts a later request; a heartbeat gets `terminate` and no token', async () => {
  const platform = all[0]!
  for (let round = 0; round < 4; round += 1) {
    const org = await platform.organization()
    const one = await install(platform, org)
    // The token is about to expire, so a heartbeat would return a new one.
    for (const each of all) each.clock.advance(days(85))
    const { before, after, settled_ms } = await around(
      {
        use: (at) => at.as(bearer(one.runtime_token)).get(`/workspaces/${org.workspace_id}/policy`),
        refresh: (at) =>
          at.as(NO_CREDENTIAL).post(`${one.path}/refresh`, { refresh_token: one.refresh_token }),
        lease: (at) => at.as(bearer(one.runtime_token)).post(`${one.path}/lease`, {}),
      },
      () => one.revoke(),
    )
    expect(settled_ms).toBeLessThan(LIVENESS_MS)
    const of = (told: Asked[], what: string) => told.filter((asked) => asked.what === what)
    for (const what of ['use', 'refresh']) {
      expect(of(before, what).some(({ status }) => status === 200)).toBe(true)
      expect([what, ...new Set(of(after, what).map(({ status }) => status))]).toEqual([what, 401])
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

it('every process refuses a revoked API key, an ended session and a removed person from then on', async () => {
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
  const { after } = await around(
    {
      key: (at) => at.as({ 'X-API-Key': token }).get(`/orgs/${org.organization_id}/workspaces`),
      session: (at) => at.as(bearer(session)).get(`/admin/auth/session`),
    },
    async () => {
      await platform.store.revokeApiKey(platform.context(), { key_id })
      await platform.as(bearer(session)).delete('/admin/auth/session')
    },
  )
  expect(after.length).toBeGreaterThan(0)
  expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]))
})
