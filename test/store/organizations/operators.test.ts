import { expect, it } from 'vitest'
import { hashToken } from '../../../src/domain/tokens.ts'
import type { Judgement } from '../../../src/domain/agents/dispute.ts'
import { MINUTE } from '../../kit/time.ts'
import { eachStore } from '../stores.ts'
import { newWorld, type World } from '../world.ts'
import { atMost } from '../../kit/bounds.ts'

const OLGA = 'olga@registry.example'

/** Adds an operator, and a second organization about whose agent the first one opens disputes. */
async function withRespondent(world: World) {
  const { store, context, reach, organization_id, clock } = world
  const other = await world.tenant('b')
  await store.addOperator(context(), { email: OLGA })
  let reported = 0
  const report = async () => {
    clock.advance(MINUTE)
    const task_id = `t${(reported += 1)}`
    const complaint = {
      issue_type: 'incorrect_response',
      description: 'x',
      task_id,
      logs: null,
    } as const
    const opened = await store.openDispute(context(), {
      reach,
      organization_id,
      svc_id: other.agent_id,
      ...complaint,
    })
    return opened.kind === 'opened' ? opened.dispute.dispute_id : expect.unreachable()
  }
  const judge = (dispute_id: string, judgement: Judgement, email = OLGA) =>
    store.judgeDisputeAs(context(), { dispute_id, judgement, reason: 'x', email })
  return { ...world, other, report, judge }
}

eachStore((location) => {
  it('adds an operator once, without regard to case, lists and removes them, and records each change in the audit log', async () => {
    const { store, context, clock, audit } = await newWorld(location())
    const added = await store.addOperator(context(), { email: 'Olga@Registry.example' })
    expect(added).toEqual({ email: OLGA, added_at: clock.now })
    clock.advance(MINUTE)
    expect(await store.addOperator(context(), { email: OLGA })).toEqual(added)
    await store.addOperator(context(), { email: 'adam@registry.example' })
    expect((await store.listOperators({})).map(({ email }) => email)).toEqual([
      OLGA,
      'adam@registry.example',
    ])
    expect(await store.removeOperator(context(), { email: 'OLGA@registry.example' })).toEqual(added)
    expect(await store.removeOperator(context(), { email: OLGA })).toBeUndefined()
    expect((await audit('platform')).map(({ event_type, target }) => [event_type, target])).toEqual(
      [
        ['operator.added', { type: 'operator', id: OLGA }],
        ['operator.added', { type: 'operator', id: 'adam@registry.example' }],
        ['operator.removed', { type: 'operator', id: OLGA }],
      ],
    )
  })

  it('lets an operator without an organization sign in until they are removed, and records it in the audit chain of the platform', async () => {
    const { store, context, clock, audit } = await newWorld(location())
    await store.addOperator(context(), { email: OLGA })
    const { challenge_id } = await store.requestPin(context(), { email: OLGA })
    expect(await store.findChallenge({ challenge_id, now: context().now })).toMatchObject({
      known: true,
    })
    expect(await store.showPin(context(), { email: OLGA })).toMatchObject({
      kind: 'open',
      challenge: { challenge_id },
    })
    const session = await store.verifyPin(context(), {
      challenge_id,
      email: OLGA,
      pin_correct: () => true,
    })
    if (session.kind !== 'session') return expect.unreachable()
    const found = () =>
      store.findSession({ hash: hashToken(session.session_token), now: clock.now })
    expect([session, await found()]).toMatchObject([
      { memberships: [], operator: true },
      { memberships: [], operator: true },
    ])
    expect((await audit('platform')).at(-1)).toMatchObject({
      event_type: 'admin.login_succeeded',
      actor: { type: 'member', id: OLGA },
    })
    await store.removeOperator(context(), { email: OLGA })
    expect(await found()).toMatchObject({ operator: false })
    expect(await store.findChallenge({ challenge_id, now: context().now })).toMatchObject({
      known: false,
    })
    expect(await store.showPin(context(), { email: OLGA })).toEqual({ kind: 'may_not_sign_in' })
  })

  it('refuses a judgement by a member of either organization or a former operator, without any change', async () => {
    const world = await withRespondent(await newWorld(location()))
    const { store, context, report, judge, newKinds, organization_id, other } = world
    const dispute_id = await report()
    for (const [at, party] of [organization_id, other.organization_id].entries()) {
      const email = `member${at}@example.com`
      await store.addOperator(context(), { email })
      await store.addMember(context(), { organization_id: party, email, role: 'viewer' })
      await newKinds()
      expect(await judge(dispute_id, 'rejected', email)).toEqual({ kind: 'conflict_of_interest' })
      expect(await newKinds()).toEqual([])
      expect(await store.getDisputeCase({ dispute_id, email })).toMatchObject({
        conflict_of_interest: true,
        dispute: { state: 'open' },
      })
    }
    const third = await world.tenant('c')
    await store.addMember(context(), {
      organization_id: third.organization_id,
      email: OLGA,
      role: 'owner',
    })
    expect(await judge(dispute_id, 'rejected')).toMatchObject({ kind: 'judged' })
    expect(await judge(dispute_id, 'upheld')).toEqual({ kind: 'decided' })
    expect(await judge('dsp_nowhere', 'upheld')).toEqual({ kind: 'not_found' })
    await store.removeOperator(context(), { email: OLGA })
    expect(await judge(await report(), 'upheld')).toEqual({ kind: 'not_an_operator' })
  })

  it('stores when the review of a dispute began, if there was one', async () => {
    const { store, clock, report, judge } = await withRespondent(await newWorld(location()))
    const [reviewed, unreviewed] = [await report(), await report()]
    const began = clock.now
    await judge(reviewed, 'under_review')
    clock.advance(MINUTE)
    await judge(reviewed, 'under_review')
    await judge(reviewed, 'upheld')
    await judge(unreviewed, 'rejected')
    const moments = async (dispute_id: string) => (await store.findDispute({ dispute_id }))!
    expect(await moments(reviewed)).toMatchObject({
      review_started_at: began,
      decided_at: clock.now,
    })
    expect(await moments(unreviewed)).toMatchObject({
      review_started_at: null,
      decided_at: clock.now,
    })
  })

  it('lists open disputes oldest first and decided ones newest first, in pages', async () => {
    const { store, report, judge } = await withRespondent(await newWorld(location()))
    const made: string[] = []
    for (let reports = 0; reports < 5; reports += 1) made.push(await report())
    const walk = async (state: 'open' | 'upheld') => {
      const ids: string[] = []
      let after: readonly [string, string] | undefined
      for (const _ of atMost(100, 'the pages do not end')) {
        const page = await store.listDisputeCases({
          email: OLGA,
          state,
          limit: 2,
          offset: 0,
          after,
        })
        expect(page.total).toBe(5)
        ids.push(...page.items.map(({ dispute }) => dispute.dispute_id))
        after = page.next
        if (!after) break
      }
      return ids
    }
    expect(await walk('open')).toEqual(made)
    for (const dispute_id of made) await judge(dispute_id, 'upheld')
    expect(await walk('upheld')).toEqual(made.toReversed())
    const [first] = (
      await store.listDisputeCases({ email: OLGA, state: 'upheld', limit: 1, offset: 0 })
    ).items
    expect(first).toMatchObject({
      organization_name: 'a',
      respondent_name: 'b',
      conflict_of_interest: false,
    })
  })
})
