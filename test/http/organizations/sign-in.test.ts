import { beforeAll, describe, expect, it } from 'vitest'
import { ms } from '../../../src/domain/time.ts'
import { bearer, NO_CREDENTIAL, type TestResponse } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform, ISSUER } from '../platform.ts'
import { MINUTE, HOUR } from '../../kit/time.ts'

describe('sign-in with a PIN by e-mail', () => {
  let platform: TestPlatform
  let org: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
  })
  const anonymous = () => platform.as(NO_CREDENTIAL)
  const challenge = async (email = org.email) => {
    const got = await anonymous().post('/admin/auth/request-pin', { email })
    await platform.runUntilIdle()
    return { ...got.body, got, pin: platform.pinFor(email) } as {
      challenge_id: string
      expires_at: string
      delivery: string
      got: TestResponse
      pin: string
    }
  }
  const verify = (challenge_id: string, pin: string, email = org.email) =>
    anonymous().post('/admin/auth/verify-pin', { email, challenge_id, pin })
  const wrong = (pin: string) => String((Number(pin) + 1) % 1e8).padStart(8, '0')
  const challengeAndPin = async (): Promise<[string, string]> => {
    const { challenge_id, pin } = await challenge()
    return [challenge_id, pin]
  }

  it('sends a one-time PIN by e-mail and returns a challenge', async () => {
    const before = platform.mailer.items.length
    const { challenge_id, expires_at, delivery, got, pin } = await challenge()
    expect(got.status).toBe(200)
    expect(Object.keys(got.body).toSorted()).toEqual(['challenge_id', 'delivery', 'expires_at'])
    expect([delivery, ms(expires_at) - ms(platform.clock.now())]).toEqual(['email', 5 * MINUTE])
    expect(platform.mailer.items.length).toBe(before + 1)
    expect(platform.mailer.items.at(-1)).toMatchObject({
      to: org.email,
      text: expect.stringContaining(challenge_id),
    })
    expect(pin).toMatch(/^\d{8}$/)
  })

  it('returns a session_token that is valid as a bearer token for 8 hours', async () => {
    const got = await verify(...(await challengeAndPin()))
    expect(got.status).toBe(200)
    expect(got.body).toEqual({
      session_token: expect.stringMatching(/^adm_[\w-]{43}$/),
      expires_at: expect.any(String),
      email: org.email,
    })
    expect(ms(got.body.expires_at) - ms(platform.clock.now())).toBe(8 * HOUR)
    const shown = await platform.as(bearer(got.body.session_token)).get('/admin/auth/session')
    expect(shown.body).toEqual({
      email: org.email,
      expires_at: got.body.expires_at,
      memberships: [
        {
          organization_id: org.organization_id,
          name: 'Org on enterprise',
          plan: 'enterprise',
          role: 'owner',
          scopes: expect.arrayContaining(['keys:write', 'policy:write']),
        },
      ],
      invitations: [],
      operator: false,
      issuer: ISSUER,
    })
  })

  it('accepts a PIN for 5 minutes, to the millisecond', async () => {
    const [early, late] = [await challengeAndPin(), await challengeAndPin()]
    platform.clock.advance(5 * MINUTE - 1)
    expect((await verify(...early)).status).toBe(200)
    platform.clock.advance(1)
    expect((await verify(...late)).body.code).toBe('INVALID_PIN')
  })

  it('accepts a PIN once, and keeps a challenge valid when another one is opened or used', async () => {
    const [first, second] = [await challengeAndPin(), await challengeAndPin()]
    expect((await verify(...second)).status).toBe(200)
    expect((await verify(...second)).status).toBe(401)
    expect((await verify(...first)).status).toBe(200)
  })

  it('refuses a wrong PIN, challenge or e-mail address with the same 401', async () => {
    await platform.member(org.organization_id, 'second@example.com', 'owner')
    const [id, pin] = await challengeAndPin()
    const responses = [
      await verify(id, wrong(pin)),
      await verify('no-such-challenge', pin),
      await verify(id, pin, 'second@example.com'),
      await verify(id, ''),
    ]
    const [first, ...others] = responses
      .slice(0, 3)
      .map(({ status, body }) => ({ status, ...body, request_id: '' }))
    expect(first).toMatchObject({ status: 401, code: 'INVALID_PIN' })
    for (const other of others) expect(other).toEqual(first)
    expect(responses[3]!.status).toBe(422)
    expect((await verify(id, pin)).status).toBe(200)
  })

  it('refuses the right PIN after five wrong attempts', async () => {
    const [id, pin] = await challengeAndPin()
    for (let index = 0; index < 4; index += 1)
      expect((await verify(id, wrong(pin))).status).toBe(401)
    const [other, right] = await challengeAndPin()
    for (let index = 0; index < 4; index += 1) await verify(other, wrong(right))
    expect((await verify(other, right)).status).toBe(200)
    await verify(id, wrong(pin))
    expect((await verify(id, pin)).status).toBe(401)
  })

  it('I-36: counts five of 50 simultaneous guesses', async () => {
    const [id, pin] = await challengeAndPin()
    const guesses = await Promise.all(Array.from({ length: 50 }, () => verify(id, wrong(pin))))
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]))
    const records = (
      await Promise.all(guesses.map(({ body }) => platform.auditOf(body.request_id as string)))
    ).flat()
    const counted = records.toSorted((a, b) => a.sequence - b.sequence)
    expect(counted.map(({ event_type, metadata }) => [event_type, metadata['attempts']])).toEqual(
      [1, 2, 3, 4, 5].map((n) => ['admin.login_failed', n]),
    )
    expect((await verify(id, pin)).status).toBe(401)
  })

  it('I-36: opens one session for 50 simultaneous right PINs', async () => {
    const [id, pin] = await challengeAndPin()
    const responses = await Promise.all(Array.from({ length: 50 }, () => verify(id, pin)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('gives the same response and writes the same rows for an unknown e-mail address, but sends no e-mail', async () => {
    const count = async () =>
      Object.fromEntries(
        Object.entries(await platform.rows()).map(([name, rows]) => [name, rows.length]),
      )
    const addedRows = async (email: string) => {
      const before = await count()
      const { got, challenge_id } = await challenge(email)
      const after = await count()
      return {
        status: got.status,
        members: Object.keys(got.body),
        headers: Object.keys(got.headers),
        id: challenge_id.length,
        rows: Object.entries(after)
          .filter(
            ([name, rows]) =>
              rows !== before[name] && name !== 'audit_heads' && name !== 'counters',
          )
          .map(([name, rows]) => [name, rows - before[name]!]),
      }
    }
    const mails = platform.mailer.items.length
    expect(await addedRows('nobody@example.com')).toEqual(await addedRows(org.email))
    expect(platform.mailer.items.length).toBe(mails + 1)
    expect(platform.mailer.items.some(({ to }) => to === 'nobody@example.com')).toBe(false)
  })

  it('compares e-mail addresses without regard to case', async () => {
    const { challenge_id } = await challenge(org.email.toUpperCase())
    expect(
      (await verify(challenge_id, platform.pinFor(org.email)!, org.email.replace('owner', 'Owner')))
        .status,
    ).toBe(200)
  })
})
