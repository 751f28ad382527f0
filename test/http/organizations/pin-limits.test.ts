import { beforeEach, describe, expect, it } from 'vitest'
import { trustedProxies } from '../../../src/contract/address.ts'
import { pin } from '../../../src/domain/secrets.ts'
import { NO_CREDENTIAL } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { MINUTE } from '../../kit/time.ts'

const OWN = '203.0.113.7'

describe('rate limits on PINs', () => {
  let platform: TestPlatform
  let org: TestOrganization
  beforeEach(async () => {
    platform = await startPlatform({ rate_limit_factor: 1, proxies: trustedProxies(['loopback']) })
    org = await platform.organization()
  })
  const ask = (email: string, address: string) =>
    platform
      .as(NO_CREDENTIAL)
      .post('/admin/auth/request-pin', { email }, { 'X-Forwarded-For': address })
  const mailsTo = (email: string) => platform.mailer.items.filter(({ to }) => to === email).length
  const signIn = async (address: string) => {
    // Earlier e-mails are delivered first, because the latest one is read.
    await platform.runUntilIdle()
    const { body } = await ask(org.email, address)
    await platform.runUntilIdle()
    return platform
      .as(NO_CREDENTIAL)
      .post(
        '/admin/auth/verify-pin',
        { email: org.email, challenge_id: body.challenge_id, pin: platform.pinFor(org.email) },
        { 'X-Forwarded-For': address },
      )
  }

  it('apply to each client address separately', async () => {
    for (let index = 0; index < 3; index += 1)
      expect((await ask(org.email, '198.51.100.1')).status).toBe(200)
    expect((await ask(org.email, '198.51.100.1')).headers['ratelimit-policy']).toBe(
      '"pin-email";q=3;w=900',
    )
    expect((await signIn(OWN)).status).toBe(200)
  })

  it('treat an IPv6 /64 network as one address', async () => {
    for (let index = 0; index < 3; index += 1)
      expect((await ask(org.email, `2001:db8::${index}`)).status).toBe(200)
    expect((await ask(org.email, '2001:db8::ffff')).status).toBe(429)
  })

  it('stop e-mails after 20 requests from unknown addresses, but not for an address that has signed in before', async () => {
    expect((await signIn(OWN)).status).toBe(200)
    platform.clock.advance(120 * MINUTE)
    const before = mailsTo(org.email)
    for (let stranger = 0; stranger < 25; stranger += 1)
      expect((await ask(org.email, `198.51.100.${stranger}`)).status).toBe(200)
    await platform.runUntilIdle()
    expect(mailsTo(org.email) - before).toBe(20)
    expect((await signIn(OWN)).status).toBe(200)
    expect(mailsTo(org.email) - before).toBe(21)
  })

  it('produce the same responses for known and unknown e-mail addresses', async () => {
    const shapesOf = async (email: string, network: string) => {
      const shapes = []
      for (let stranger = 0; stranger < 23; stranger += 1) {
        const { status, headers, body } = await ask(email, `${network}.${stranger}`)
        shapes.push([
          status,
          headers['ratelimit'],
          Object.keys(body as object),
          (body as { delivery: string }).delivery,
        ])
      }
      return shapes
    }
    expect(await shapesOf('nobody@example.com', '198.51.100')).toEqual(
      await shapesOf(org.email, '192.0.2'),
    )
  })

  it('do not apply when an operator opens a sign-in challenge, which is recorded in the audit log and possible only for people who may sign in', async () => {
    const { store, context } = platform
    for (let stranger = 0; stranger < 25; stranger += 1)
      await ask(org.email, `198.51.100.${stranger}`)
    const opened = await store.createSignIn(context(), { email: org.email })
    expect(opened.kind).toBe('opened')
    const records = await store.readChain({ chain: org.organization_id, above: 0, limit: 1000 })
    expect(records.at(-1)).toMatchObject({
      event_type: 'admin.session_created',
      target: {
        type: 'pin_challenge',
        id: opened.kind === 'opened' && opened.challenge.challenge_id,
      },
    })
    expect(await store.createSignIn(context(), { email: 'nobody@example.com' })).toEqual({
      kind: 'may_not_sign_in',
    })
  })

  it('keep a PIN that was not sent from being accepted until an operator shows it', async () => {
    const {
      store,
      context,
      services: { master_keys },
    } = platform
    for (let stranger = 0; stranger < 20; stranger += 1)
      await ask(org.email, `198.51.100.${stranger}`)
    platform.clock.advance(1)
    const {
      body: { challenge_id },
    } = await ask(org.email, '198.51.100.99')
    const guess = () =>
      platform.as(NO_CREDENTIAL).post('/admin/auth/verify-pin', {
        email: org.email,
        challenge_id,
        pin: pin(master_keys.ring()[0]!, challenge_id),
      })
    const refused = await guess()
    expect([refused.status, refused.body.code]).toEqual([401, 'INVALID_PIN'])
    expect(await store.showPin(context(), { email: org.email })).toMatchObject({
      kind: 'open',
      challenge: { challenge_id },
    })
    expect((await guess()).status).toBe(200)
  })
})
