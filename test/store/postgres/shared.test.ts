import { expect, it } from 'vitest'
import { API_KEY } from '../../../src/auth/limits.ts'
import { hashToken } from '../../../src/domain/tokens.ts'
import { agentIdentity, install, register } from '../../http/agents.ts'
import { apiKey, NO_CREDENTIAL } from '../../http/client.ts'
import { startPlatform, type TestPlatform } from '../../http/platform.ts'
import { goodAgent } from '../../http/task-agents.ts'
import { httpAgentCaller } from '../../../src/ports/agent-caller.ts'
import { newDatabase } from '../../postgres/database.ts'

/** Starts two instances of the platform on one database. Both run in this process, but share nothing else. */
async function startTwo(settings = {}, overrides = {}): Promise<[TestPlatform, TestPlatform]> {
  const { address: store, create } = newDatabase()
  await create()
  return [
    await startPlatform({ store, ...settings }, overrides),
    await startPlatform({ store, ...settings }, overrides),
  ]
}
const statuses = (all: readonly { status: number }[]) => all.map(({ status }) => status).toSorted()

it('I-36: a PIN allows five attempts across all processes, and works once', async () => {
  const both = await startTwo()
  const { email } = await both[0].organization()
  const {
    body: { challenge_id },
  } = await both[0].as(NO_CREDENTIAL).post('/admin/auth/request-pin', { email })
  const verify = (pin: string, guess: number) =>
    both[guess % 2]!.as(NO_CREDENTIAL).post('/admin/auth/verify-pin', { email, challenge_id, pin })
  await Promise.all(Array.from({ length: 20 }, (_, guess) => verify('00000000', guess)))
  const { attempts } = (await both[0].database.read((tx) =>
    tx.pin_challenges.get({ challenge_id }),
  ))!
  await both[0].runUntilIdle()
  expect([attempts, (await verify(both[0].pinFor(email)!, 1)).status]).toEqual([5, 401])
  const { body: again } = await both[1].as(NO_CREDENTIAL).post('/admin/auth/request-pin', { email })
  await both[1].runUntilIdle()
  const good = { email, challenge_id: again.challenge_id as string, pin: both[1].pinFor(email)! }
  const signed = await Promise.all(
    both.map((platform) => platform.as(NO_CREDENTIAL).post('/admin/auth/verify-pin', good)),
  )
  expect(statuses(signed)).toEqual([200, 401])
  const {
    body: { session_token },
  } = signed.find(({ status }) => status === 200)!
  for (const platform of both)
    expect(
      (
        await platform
          .as({ Authorization: `Bearer ${session_token as string}` })
          .get('/admin/auth/session')
      ).status,
    ).toBe(200)
})

it('I-29: a nonce works once across all processes', async () => {
  const both = await startTwo()
  const org = await both[0].organization()
  const agent = await register(org)
  const signed = agent.trust({
    workspace_id: org.workspace_id,
    nonce: 'n'.repeat(32),
    timestamp: both[0].clock.now(),
  })
  const asked = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      both[at % 2]!.as(apiKey(org.api_key)).post('/trust/verify', signed),
    ),
  )
  expect(asked.filter(({ body }) => body.valid)).toHaveLength(1)
})

it('counts the running tasks of all processes, and stores the reputation that a recount yields', async () => {
  const agentCaller = httpAgentCaller({ http: true, allow: ['127.0.0.1'] })
  const both = await startTwo({}, { agentCaller })
  const org = await both[0].organization()
  const agent = await goodAgent()
  const one = await install(both[0], org, agentIdentity(), {
    upstream_url: agent.url,
    capabilities: ['read-invoice'],
  })
  const route = (at: number) =>
    both[at % 2]!.as(apiKey(org.api_key)).post('/a2a/route', {
      skill: 'read-invoice',
      message: 'x',
      context: { workspace_id: org.workspace_id, requester_id: org.organization_id },
    })
  expect(statuses(await Promise.all(Array.from({ length: 8 }, (_, at) => route(at))))).toEqual(
    Array.from({ length: 8 }, () => 200),
  )
  expect(
    await both[1].database.read(
      async (tx) =>
        (await tx.installations.get({ installation_id: one.installation_id }))!.in_flight,
    ),
  ).toBe(0)
  expect(await both[0].database.read((tx) => tx.tasks.count({ status: 'completed' }))).toBe(8)
  const kept = (await both[0].database.read((tx) =>
    tx.agents.get({ svc_id: one.agent.svc_id, organization_id: org.organization_id }),
  ))!.reputation
  expect(
    await both[1].store.recountReputation({
      svc_id: one.agent.svc_id,
      organization_id: org.organization_id,
    }),
  ).toEqual(kept)
  agentCaller.close()
})

it('all processes sign with the same key', async () => {
  const keys = await Promise.all(
    (await startTwo()).map((platform) => platform.as(NO_CREDENTIAL).get('/trust/jwks')),
  )
  expect(keys[0]!.body).toEqual(keys[1]!.body)
})

it('counts PIN requests, invalid tokens and support requests exactly across all processes', async () => {
  const both = await startTwo({ rate_limit_factor: 1 })
  const org = await both[0].organization()
  const each = (
    count: number,
    ask: (platform: TestPlatform, at: number) => Promise<{ status: number }>,
  ) => Promise.all(Array.from({ length: count }, (_, at) => ask(both[at % 2]!, at)))
  const counts = async (asked: Promise<readonly { status: number }[]>) =>
    Object.fromEntries(
      [...Map.groupBy(await asked, ({ status }) => status)].map(([status, all]) => [
        status,
        all.length,
      ]),
    )
  expect(
    await counts(
      each(10, (platform) =>
        platform.as(NO_CREDENTIAL).post('/admin/auth/request-pin', { email: org.email }),
      ),
    ),
  ).toEqual({ 200: 3, 429: 7 })
  expect(
    await counts(
      each(50, (platform, at) =>
        platform.as(NO_CREDENTIAL).post('/installations/bootstrap', { install_token: `skt_${at}` }),
      ),
    ),
  ).toEqual({ 401: 30, 429: 20 })
  expect(
    await counts(
      each(80, (platform) =>
        platform.as(apiKey(org.api_key)).post('/support/email', { subject: 'x', message: 'y' }),
      ),
    ),
  ).toEqual({ 202: 60, 429: 20 })
})

it('shares the rate limit of an API key among processes, each of which exceeds it by at most a twentieth', async () => {
  const both = await startTwo({ rate_limit_factor: 1 })
  const org = await both[0].organization()
  const found = await both[0].store.findApiKey({
    hash: hashToken(org.api_key),
    now: new Date().toISOString(),
  })
  if (found?.kind !== 'valid') return expect.unreachable()
  const { key_id } = found.key
  let through = 0
  for (let index = 0; index < 1500; index += 1) {
    const {
      services: { limiter },
    } = both[index % 2]!
    if (limiter.consume(API_KEY, key_id).allowed) through += 1
    if (index % 10 === 0)
      await Promise.all(both.map((platform) => platform.services.limiter.synchronize()))
  }
  expect(through).toBeGreaterThanOrEqual(600)
  expect(through).toBeLessThanOrEqual(670)
  const refused = await both[0].as(apiKey(org.api_key)).get('/images')
  expect([refused.status, refused.headers['ratelimit']]).toEqual([
    429,
    expect.stringMatching(/^"api-key";r=0;t=6\d$/),
  ])
})

it('delivers mail once when two processes deliver', async () => {
  const both = await startTwo()
  const { email } = await both[0].organization()
  for (let index = 0; index < 10; index += 1)
    await both[0].store.requestPin(both[0].context(), { email })
  await Promise.all(both.map((platform) => platform.runUntilIdle()))
  expect(both[0].mailer.items.length + both[1].mailer.items.length).toBe(10)
})
