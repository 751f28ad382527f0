import { expect, it } from 'vitest'
import { elapsed } from '../../../src/domain/time.ts'
import { hashToken } from '../../../src/domain/tokens.ts'
import { MINUTE } from '../../kit/time.ts'
import { dump, eachStore } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

const EMAIL = 'owner@example.com'
async function withOwner(world: Promise<World>) {
  const all = await world
  await all.store.addMember(all.context(), {
    organization_id: all.organization_id,
    email: 'Owner@Example.com',
    role: 'owner',
  })
  await all.newKinds()
  const request = (email = EMAIL) => all.store.requestPin(all.context(), { email })
  const verify = (challenge_id: string, pin_correct = true, email = EMAIL) =>
    all.store.verifyPin(all.context(), { challenge_id, email, pin_correct: () => pin_correct })
  return { ...all, request, verify }
}

eachStore((location, kind) => {
  const newTestWorld = () => withOwner(newWorld(location()))

  it('opens a challenge for 5 minutes and queues an e-mail, in one transaction', async () => {
    const { request, clock, store, newKinds } = await newTestWorld()
    const challenge = await request()
    expect(elapsed(clock.now, challenge.expires_at)).toBe(5 * MINUTE)
    const due = await store.listOutbox({ all: false, limit: 10 })
    expect(due).toEqual([
      expect.objectContaining({
        kind: 'admin_pin',
        payload: { challenge_id: challenge.challenge_id },
        attempts: 0,
      }),
    ])
    expect(
      await store.findChallenge({
        challenge_id: challenge.challenge_id,
        now: challenge.created_at,
      }),
    ).toEqual({ challenge, known: true })
    expect(await newKinds()).toEqual(['admin.pin_requested'])
  })

  it('writes as many rows of each table and returns the same fields for an unknown e-mail address as for a known one, and records the request in the audit chain of the platform', async () => {
    const { request, verify, store, audit, database } = await newTestWorld()
    const count = async () =>
      Object.entries(await dump(database)).map(([table, rows]) => [table, rows.length] as const)
    // The first requests also create the chain of the platform, and counters.
    for (const email of [EMAIL, 'other@example.com']) await request(email)
    const before = await count()
    const mine = await request()
    const between = await count()
    const theirs = await request('stranger@example.com')
    const after = await count()
    type Counts = Awaited<ReturnType<typeof count>>
    const added = (a: Counts, b: Counts) => a.map(([table, rows], at) => [table, b[at]![1] - rows])
    expect(added(between, after)).toEqual(added(before, between))
    expect(Object.keys(theirs)).toEqual(Object.keys(mine))
    expect(
      await store.findChallenge({ challenge_id: theirs.challenge_id, now: theirs.created_at }),
    ).toMatchObject({ known: false })
    expect(await verify(theirs.challenge_id, true, 'stranger@example.com')).toEqual({
      kind: 'invalid',
    })
    expect((await audit('platform')).map(({ event_type }) => event_type)).toEqual([
      'admin.pin_requested',
      'admin.pin_requested',
      'admin.login_failed',
    ])
  })

  it('records a successful sign-in in the audit log with the person as actor, and the request for the PIN with its caller', async () => {
    const { request, verify, context, audit, organization_id } = await newTestWorld()
    const { challenge_id } = await request()
    await verify(challenge_id)
    const [signedIn, pinRequest] = (await audit(organization_id))
      .filter(({ event_type }) => event_type.startsWith('admin.'))
      .toSorted((a, b) => b.sequence - a.sequence)
    expect([signedIn!.actor, pinRequest!.actor]).toEqual([
      { ...context().actor, type: 'member', id: EMAIL },
      context().actor,
    ])
  })

  it('returns an adm_ session that is valid for 8 hours or until it is ended', async () => {
    const { request, verify, store, context, clock, newKinds, organization_id } =
      await newTestWorld()
    const { challenge_id } = await request()
    const session = await verify(challenge_id)
    if (session.kind !== 'session') return expect.unreachable()
    expect(session).toMatchObject({
      session_token: expect.stringMatching(/^adm_[\w-]{43}$/),
      email: EMAIL,
    })
    expect(elapsed(clock.now, session.expires_at)).toBe(8 * 60 * MINUTE)
    const find = () => store.findSession({ hash: hashToken(session.session_token), now: clock.now })
    expect(await find()).toMatchObject({ memberships: [{ organization_id, role: 'owner' }] })
    expect(await newKinds()).toEqual(['admin.pin_requested', 'admin.login_succeeded'])
    clock.advance(8 * 60 * MINUTE - 1)
    const found = await find()
    clock.advance(1)
    expect(await find()).toBeUndefined()
    clock.advance(-1)
    await store.endSession(context(), { session_id: found!.session.session_id })
    expect(await find()).toBeUndefined()
  })

  it('gives a session the current roles of the person who signed in', async () => {
    const { request, verify, store, context, clock, organization_id } = await newTestWorld()
    const session = await verify((await request()).challenge_id)
    if (session.kind !== 'session') return expect.unreachable()
    const roles = async () =>
      (await store.findSession({
        hash: hashToken(session.session_token),
        now: clock.now,
      }))!.memberships.map(({ role }) => role)
    await store.addMember(context(), { organization_id, email: EMAIL, role: 'viewer' })
    expect(await roles()).toEqual(['viewer'])
    await store.removeMember(context(), { organization_id, email: EMAIL })
    expect(await roles()).toEqual([])
  })

  it.each<[string, number, boolean]>([
    ['accepts a PIN until 5 minutes have passed', 5 * MINUTE - 1, true],
    ['refuses a PIN after 5 minutes', 5 * MINUTE, false],
  ])('%s', async (_, age, good) => {
    const { request, verify, clock } = await newTestWorld()
    const { challenge_id } = await request()
    clock.advance(age)
    expect((await verify(challenge_id)).kind).toBe(good ? 'session' : 'invalid')
  })

  it('accepts a PIN once, only for its e-mail address and its challenge', async () => {
    const { request, verify } = await newTestWorld()
    const { challenge_id } = await request()
    expect((await verify(challenge_id, true, 'other@example.com')).kind).toBe('invalid')
    expect((await verify('unknown')).kind).toBe('invalid')
    expect((await verify(challenge_id)).kind).toBe('session')
    expect((await verify(challenge_id)).kind).toBe('invalid')
  })

  it('keeps a challenge valid when another one is exhausted', async () => {
    const { request, verify } = await newTestWorld()
    const [first, second] = [await request(), await request()]
    for (let index = 0; index < 9; index += 1) await verify(second.challenge_id, false)
    expect((await verify(second.challenge_id)).kind).toBe('invalid')
    expect((await verify(first.challenge_id)).kind).toBe('session')
  })

  it('I-36: counts five of fifty simultaneous guesses, and then refuses the right PIN', async () => {
    const { request, verify, database, newKinds } = await newTestWorld()
    const { challenge_id } = await request()
    await newKinds()
    const guesses = await Promise.all(Array.from({ length: 50 }, () => verify(challenge_id, false)))
    guesses.push(await verify(challenge_id))
    expect(guesses.every(({ kind }) => kind === 'invalid')).toBe(true)
    expect(await database.read((tx) => tx.pin_challenges.get({ challenge_id }))).toMatchObject({
      attempts: 5,
      consumed_at: null,
    })
    expect(await newKinds()).toEqual(Array.from({ length: 5 }, () => 'admin.login_failed'))
  })

  // PostgreSQL does not process simultaneous calls in order; the other stores do.
  if (kind !== 'postgres')
    it('I-36: counts the first five of fifty simultaneous guesses, and refuses the right PINs after them', async () => {
      const { request, verify, database, newKinds } = await newTestWorld()
      const { challenge_id } = await request()
      await newKinds()
      const guesses = await Promise.all(
        Array.from({ length: 50 }, (_, at) => verify(challenge_id, at >= 5)),
      )
      expect(guesses.every(({ kind: outcome }) => outcome === 'invalid')).toBe(true)
      expect(await database.read((tx) => tx.pin_challenges.get({ challenge_id }))).toMatchObject({
        attempts: 5,
        consumed_at: null,
      })
      expect(await newKinds()).toEqual(Array.from({ length: 5 }, () => 'admin.login_failed'))
    })

  it('I-36: lets at most one of many simultaneous guesses sign in, and only before the fifth wrong one', async () => {
    const { request, verify, database } = await newTestWorld()
    const { challenge_id } = await request()
    const guesses = await Promise.all(
      Array.from({ length: 50 }, (_, at) => verify(challenge_id, at % 10 === 9)),
    )
    const signedIn = guesses.filter(({ kind: outcome }) => outcome !== 'invalid').length
    const { attempts, consumed_at } = (await database.read((tx) =>
      tx.pin_challenges.get({ challenge_id }),
    ))!
    expect([signedIn, attempts < 5]).toEqual(consumed_at === null ? [0, false] : [1, true])
  })

  it('lets one of fifty simultaneous right PINs sign in', async () => {
    const { request, verify } = await newTestWorld()
    const { challenge_id } = await request()
    const kinds = (await Promise.all(Array.from({ length: 50 }, () => verify(challenge_id)))).map(
      ({ kind }) => kind,
    )
    expect(kinds.filter((kind) => kind === 'session')).toHaveLength(1)
  })

  it('shows an operator the PIN of the newest open challenge, and records this in the audit log', async () => {
    const { request, store, context, clock, audit, organization_id } = await newTestWorld()
    await request()
    clock.advance(MINUTE)
    const newest = await request()
    await request('stranger@example.com')
    const operator = { type: 'operator', id: 'root', ip: null } as const
    const show = () => store.showPin(context({ actor: operator }), { email: EMAIL })
    expect(await show()).toEqual({
      kind: 'open',
      challenge: newest,
      remaining_ms: 5 * MINUTE,
      waiting: 2,
    })
    expect((await audit(organization_id)).at(-1)).toMatchObject({
      event_type: 'admin.pin_shown',
      actor: operator,
      target: { type: 'pin_challenge', id: newest.challenge_id },
      metadata: {},
    })
    clock.advance(4 * MINUTE)
    expect(await show()).toMatchObject({ challenge: newest, remaining_ms: MINUTE, waiting: 1 })
    clock.advance(MINUTE)
    expect(await show()).toEqual({ kind: 'no_challenge' })
  })

  it('does not show the PIN of a used or exhausted challenge, but that of an earlier open one', async () => {
    const { request, verify, store, context, clock, newKinds } = await newTestWorld()
    const show = () => store.showPin(context(), { email: EMAIL })
    const first = await request()
    clock.advance(1)
    const guessed = await request()
    for (let index = 0; index < 5; index += 1) await verify(guessed.challenge_id, false)
    expect(await show()).toMatchObject({
      challenge: { challenge_id: first.challenge_id },
      waiting: 1,
    })
    await verify(first.challenge_id)
    await newKinds()
    expect([await show(), await newKinds()]).toEqual([{ kind: 'no_challenge' }, []])
  })

  it('shows no PIN of a person who is not a member, and records nothing in the audit log', async () => {
    const { request, store, context, newKinds } = await newTestWorld()
    await request('stranger@example.com')
    await newKinds()
    expect([
      await store.showPin(context(), { email: 'stranger@example.com' }),
      await newKinds(),
    ]).toEqual([{ kind: 'may_not_sign_in' }, []])
  })
})
