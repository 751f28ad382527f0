import { beforeEach, describe, expect, it } from 'vitest'
import { register, type TestAgent } from '../agents.ts'
import { apiKey, bearer, cookie, type ApiClient } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

const OLGA = 'olga@registry.example'

describe('operators', () => {
  let platform: TestPlatform
  let user: TestOrganization
  let publisher: TestOrganization
  let agent: TestAgent
  let olga: ApiClient
  beforeEach(async () => {
    platform = await startPlatform()
    user = await platform.organization('free', 'User')
    publisher = await platform.organization('free', 'Publisher')
    agent = await register(publisher)
    olga = platform.as(bearer(await platform.operatorSession(OLGA)))
  })
  let tasks = 0
  const report = async (more: object = {}): Promise<string> => {
    const evidence = { task_id: `task-${(tasks += 1)}`, logs: 'secret log' }
    const complaint = { issue_type: 'incorrect_response', description: 'Wrong.', evidence, ...more }
    return (await user.api.post(`/agents/${agent.svc_id}/disputes`, complaint)).body.dispute_id
  }
  const judge = (dispute_id: string, judgement: string, as = olga, reason = 'The logs show it.') =>
    as.post(`/operator/disputes/${dispute_id}/judgement`, { judgement, reason })
  const asMember = async (
    email: string,
    { organization_id }: TestOrganization,
    role: 'owner' | 'viewer' = 'owner',
  ) => {
    await platform.member(organization_id, email, role)
    return platform.as(bearer(await platform.session(email)))
  }

  it('see disputes of all organizations with evidence, comments and conflicts of interest', async () => {
    const dispute_id = await report()
    await publisher.api.post(`/disputes/${dispute_id}/comments`, { text: 'We disagree.' })
    const listed = await olga.get('/operator/disputes')
    const names = {
      organization_name: 'User',
      respondent_name: 'Publisher',
      conflict_of_interest: false,
    }
    expect(listed.body).toMatchObject({
      total: 1,
      items: [{ dispute: { dispute_id, state: 'open' }, ...names }],
    })
    expect(listed.text).not.toMatch(/secret log|We disagree/)
    expect((await olga.get(`/operator/disputes/${dispute_id}`)).body).toMatchObject({
      dispute: {
        evidence: { logs: 'secret log' },
        comments: [{ organization_id: publisher.organization_id, text: 'We disagree.' }],
      },
      agent: {
        verification_status: 'verified',
        reputation_score: 50,
        disputes: { open: 1, upheld: 0 },
      },
      ...names,
    })
    expect((await olga.get('/operator/disputes/dsp_nowhere')).body.code).toBe('DISPUTE_NOT_FOUND')
  })

  it('change the reputation by upholding a dispute, which both organizations see and which is recorded in the audit logs of both', async () => {
    const dispute_id = await report({ issue_type: 'security_concern' })
    const review = (await judge(dispute_id, 'under_review', olga, 'We look at the logs.')).body
      .dispute
    const review_started_at = platform.clock.now()
    expect(review).toMatchObject({ state: 'under_review', review_started_at })
    platform.clock.advance(1000)
    const got = await judge(dispute_id, 'upheld')
    expect(got.status).toBe(200)
    expect(got.body.agent).toMatchObject({
      reputation_score: 40,
      verification_status: 'unverified',
      disputes: { open: 0, upheld: 1 },
    })
    const seen = await Promise.all(
      [user, publisher].map(async ({ api }) => (await api.get(`/disputes/${dispute_id}`)).body),
    )
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]).toMatchObject({
      state: 'upheld',
      reason: 'The logs show it.',
      decided_at: platform.clock.now(),
      review_started_at,
    })
    for (const { organization_id } of [user, publisher]) {
      const records = await platform.store.readChain({
        chain: organization_id,
        above: 0,
        limit: 1000,
      })
      const judged = records.filter(({ event_type }) =>
        ['dispute.under_review', 'dispute.upheld'].includes(event_type),
      )
      expect(judged.map(({ actor }) => actor)).toEqual(
        [0, 1].map(() => ({ type: 'operator', id: OLGA, ip: null })),
      )
    }
  })

  it('can decide a dispute only once', async () => {
    const dispute_id = await report()
    const second = platform.as(bearer(await platform.operatorSession('adam@registry.example')))
    const responses = await Promise.all([
      judge(dispute_id, 'upheld'),
      judge(dispute_id, 'rejected', second),
    ])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const before = await platform.rows()
    for (const judgement of ['under_review', 'upheld', 'rejected'])
      expect((await judge(dispute_id, judgement)).body.code).toBe('DISPUTE_DECIDED')
    expect(await platform.rows()).toEqual(before)
    expect((await judge('dsp_nowhere', 'upheld')).body.code).toBe('DISPUTE_NOT_FOUND')
  })

  it('must give a reason with a visible character, and its length respects the contract', async () => {
    const dispute_id = await report()
    for (const blank of [' ', '\n', '\u202e', '\u200b']) {
      const { status, body } = await judge(dispute_id, 'upheld', olga, blank)
      expect([status, body.code, body.issues]).toEqual([
        422,
        'INVALID_BODY',
        [{ path: '/body/reason', message: 'must contain a visible character' }],
      ])
    }
    const judged = await judge(dispute_id, 'rejected', olga, 'srt_a '.repeat(170))
    expect(judged.body.dispute.reason).toBe('srt_* '.repeat(170).trim())
    expect((await olga.get('/operator/disputes?state=rejected')).body.total).toBe(1)
  })

  it('cannot judge a dispute of an organization that they belong to, in any role', async () => {
    const dispute_id = await report()
    for (const [at, party] of [user, publisher].entries()) {
      const email = `party${at}@registry.example`
      const party_session = await platform.operatorSession(email)
      await platform.member(party.organization_id, email, 'viewer')
      const client = platform.as(bearer(party_session))
      expect((await client.get(`/operator/disputes/${dispute_id}`)).body.conflict_of_interest).toBe(
        true,
      )
      const before = await platform.rows()
      expect((await judge(dispute_id, 'rejected', client)).body.code).toBe('CONFLICT_OF_INTEREST')
      expect(await platform.rows()).toEqual(before)
      await platform.store.removeMember(platform.context(), {
        organization_id: party.organization_id,
        email,
      })
      expect((await judge(dispute_id, 'under_review', client)).status).toBe(200)
    }
  })

  it('are the only people who can see or judge cases, by header or cookie, whether or not the dispute exists', async () => {
    const dispute_id = await report()
    const before = await platform.rows()
    const sessions = [await platform.session(user.email), await platform.session(publisher.email)]
    await platform.member(user.organization_id, 'viewer@user.example', 'viewer')
    sessions.push(await platform.session('viewer@user.example'))
    for (const credential of sessions.flatMap((session) => [bearer(session), cookie(session)])) {
      const client = platform.as(credential)
      for (const id of [dispute_id, 'dsp_nowhere']) {
        const read = [
          await client.get('/operator/disputes'),
          await client.get(`/operator/disputes/${id}`),
        ]
        const responses = [...read, await judge(id, 'upheld', client)]
        for (const got of responses) {
          expect([got.status, got.body.code]).toEqual([403, 'OPERATOR_REQUIRED'])
          expect(got.body.message).toMatch(/operator add/)
        }
      }
    }
    expect((await platform.rows())['disputes']).toEqual(before['disputes'])
    expect((await judge(dispute_id, 'upheld', platform.as(apiKey(user.api_key)))).status).toBe(401)
    expect((await judge(dispute_id, 'nonsense', platform.as(bearer(sessions[0]!)))).status).toBe(
      422,
    )
  })

  it('gain and lose the role with the next request', async () => {
    const ada = await asMember('ada@user.example', user)
    const access = async () => [
      (await ada.get('/admin/auth/session')).body.operator,
      (await ada.get('/operator/disputes')).status,
    ]
    expect(await access()).toEqual([false, 403])
    await platform.store.addOperator(platform.context(), { email: 'Ada@User.example' })
    expect(await access()).toEqual([true, 200])
    await platform.store.removeOperator(platform.context(), { email: 'ada@user.example' })
    expect(await access()).toEqual([false, 403])
    await platform.store.removeOperator(platform.context(), { email: OLGA })
    expect((await olga.get('/operator/disputes')).body.code).toBe('OPERATOR_REQUIRED')
    expect((await olga.get('/admin/auth/session')).body).toMatchObject({
      memberships: [],
      operator: false,
    })
    expect(await platform.session(OLGA)).toBeUndefined()
  })

  it('have no access to organizations', async () => {
    const paths = [
      `/orgs/${user.organization_id}`,
      '/audit-logs',
      '/disputes',
      `/disputes/${await report()}`,
      `/agents/${agent.svc_id}`,
    ]
    for (const path of paths) expect((await olga.get(path)).body.code, path).toBe('ROLE_REQUIRED')
    const ada = await asMember('ada@user.example', user)
    await platform.store.addOperator(platform.context(), { email: 'ada@user.example' })
    expect((await ada.get(`/orgs/${publisher.organization_id}`)).body.code).toBe(
      'ORGANIZATION_NOT_FOUND',
    )
    expect((await ada.get('/disputes?side=received')).body.total).toBe(0)
  })

  it('cannot store a credential of this platform in a reason', async () => {
    await judge(await report(), 'rejected', olga, `The key was ${user.api_key}.`)
    expect(JSON.stringify(await platform.rows())).not.toContain(user.api_key)
  })

  it('list disputes by cursor, undecided ones oldest first and decided ones newest first, and get 409 for the cursor of a different order', async () => {
    const made: string[] = []
    for (let reports = 0; reports < 3; reports += 1) {
      made.push(await report())
      platform.clock.advance(1000)
    }
    const ids = async (query: string) => {
      const { items } = (await olga.get(`/operator/disputes?${query}`)).body as {
        items: { dispute: { dispute_id: string } }[]
      }
      return items.map(({ dispute }) => dispute.dispute_id)
    }
    const first = (await olga.get('/operator/disputes?limit=2')).body
    const rest = await ids(`limit=2&cursor=${first.next_cursor as string}`)
    expect([await ids('limit=2'), rest]).toEqual([made.slice(0, 2), made.slice(2)])
    for (const dispute_id of made) await judge(dispute_id, 'rejected')
    expect([await ids('state=open'), await ids('state=rejected')]).toEqual([[], made.toReversed()])
    expect(
      await olga.get(`/operator/disputes?state=rejected&cursor=${first.next_cursor as string}`),
    ).toMatchObject({ status: 409, body: { code: 'CURSOR_MISMATCH' } })
  })
})
