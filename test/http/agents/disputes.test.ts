import { beforeEach, describe, expect, it } from 'vitest'
import {
  agentIdentity,
  installRegistered,
  registerPrivately,
  register,
  type TestAgent,
} from '../agents.ts'
import { apiKey, bearer, type ApiClient } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { SECOND } from '../../kit/time.ts'

describe('disputes', () => {
  let platform: TestPlatform
  let user: TestOrganization
  let publisher: TestOrganization
  let agent: TestAgent
  beforeEach(async () => {
    platform = await startPlatform()
    user = await platform.organization()
    publisher = await platform.organization()
    agent = await register(publisher)
  })
  let tasks = 0
  const report = (more: object = {}, as: ApiClient = user.api) =>
    as.post(`/agents/${agent.svc_id}/disputes`, {
      issue_type: 'incorrect_response',
      description: 'Wrong.',
      evidence: { task_id: `task-${(tasks += 1)}`, logs: 'secret log' },
      ...more,
    })
  const judge = (
    dispute_id: string,
    judgement: 'under_review' | 'upheld' | 'rejected',
    reason = 'said so',
  ) => platform.store.judgeDispute(platform.context(), { dispute_id, judgement, reason })
  const profile = async () => (await user.api.get(`/trust/profile/did:svc:${agent.svc_id}`)).body

  it('are visible only to the organization that opened them and the one that they concern', async () => {
    const { dispute_id } = (await report()).body
    for (const { api } of [user, publisher])
      expect((await api.get(`/disputes/${dispute_id}`)).body.evidence.logs).toBe('secret log')
    const third = await platform.organization()
    expect((await third.api.get(`/disputes/${dispute_id}`)).body.code).toBe('DISPUTE_NOT_FOUND')
    expect(
      (await third.api.post(`/disputes/${dispute_id}/comments`, { text: 'x' })).body.code,
    ).toBe('DISPUTE_NOT_FOUND')
    const totals = async ({ api }: TestOrganization) =>
      Promise.all(
        ['made', 'received'].map(
          async (side) => (await api.get(`/disputes?side=${side}`)).body.total,
        ),
      )
    expect(await Promise.all([user, publisher, third].map(totals))).toEqual([
      [1, 0],
      [0, 1],
      [0, 0],
    ])
    expect((await user.api.get('/disputes')).text).not.toContain('secret log')
    expect(JSON.stringify(await profile())).not.toContain('secret log')
  })

  it('cannot be opened about a private agent of another organization, even by a member of both', async () => {
    const hidden = await registerPrivately(platform, publisher.organization_id)
    await platform.member(user.organization_id, publisher.email, 'admin')
    const both = platform.as(bearer(await platform.session(publisher.email)))
    const reportHidden = (organization_id: string) =>
      both.post(`/agents/${hidden.svc_id}/disputes`, {
        organization_id,
        issue_type: 'incorrect_response',
        description: 'Wrong.',
      })
    expect((await reportHidden(user.organization_id)).body.code).toBe('AGENT_NOT_FOUND')
    expect((await reportHidden(publisher.organization_id)).status).toBe(201)
    expect((await user.api.get('/disputes')).body.total).toBe(0)
  })

  it('cost 10 points each when upheld, down to 0, and nothing when rejected; the profile shows their number', async () => {
    const scores = []
    for (const judgement of [
      'rejected',
      'upheld',
      'upheld',
      'upheld',
      'upheld',
      'upheld',
      'upheld',
    ] as const) {
      const { dispute_id } = (await report()).body
      expect((await profile()).disputes.open).toBe(1)
      await judge(dispute_id, 'under_review')
      expect((await profile()).disputes.open).toBe(1)
      await judge(dispute_id, judgement)
      scores.push((await profile()).reputation.score)
    }
    expect(scores).toEqual([50, 40, 30, 20, 10, 0, 0])
    expect((await profile()).disputes).toEqual({ open: 0, upheld: 6 })
  })

  it('end the verification of an agent when a security concern is upheld, and only then', async () => {
    const status = async () => (await profile()).verification_status
    expect(await status()).toBe('verified')
    await judge((await report({ issue_type: 'policy_violation' })).body.dispute_id, 'upheld')
    expect(await status()).toBe('verified')
    await judge((await report({ issue_type: 'security_concern' })).body.dispute_id, 'upheld')
    expect(await status()).toBe('unverified')
  })

  it('accept no comments after the decision, which is final and visible to both organizations', async () => {
    const { dispute_id } = (await report()).body
    expect(
      (await publisher.api.post(`/disputes/${dispute_id}/comments`, { text: 'We disagree.' })).body
        .comments,
    ).toMatchObject([{ organization_id: publisher.organization_id }])
    await judge(dispute_id, 'rejected', 'The answer was right.')
    expect(await judge(dispute_id, 'upheld')).toEqual({ kind: 'decided' })
    for (const { api } of [user, publisher])
      expect((await api.get(`/disputes/${dispute_id}`)).body).toMatchObject({
        state: 'rejected',
        reason: 'The answer was right.',
        decided_at: platform.clock.now(),
      })
    expect(
      (await user.api.post(`/disputes/${dispute_id}/comments`, { text: 'But' })).body.code,
    ).toBe('DISPUTE_DECIDED')
    expect((await profile()).disputes).toEqual({ open: 0, upheld: 0 })
  })

  it('are recorded in the audit logs of both organizations without the actor of the other one', async () => {
    const { dispute_id } = (await report()).body
    await publisher.api.post(`/disputes/${dispute_id}/comments`, { text: 'x' })
    await judge(dispute_id, 'upheld')
    const recorded = async ({ organization_id }: TestOrganization) =>
      (await platform.store.readChain({ chain: organization_id, above: 0, limit: 1000 })).filter(
        ({ target }) => target?.id === dispute_id,
      )
    const [ours, theirs] = [await recorded(user), await recorded(publisher)]
    for (const records of [ours, theirs])
      expect(records.map(({ event_type }) => event_type)).toEqual([
        'dispute.opened',
        'dispute.commented',
        'dispute.upheld',
      ])
    expect([ours[0]!.actor.type, theirs[1]!.actor.type]).toEqual(['api_key', 'api_key'])
    expect([theirs[0]!.actor, ours[1]!.actor]).toEqual([
      { type: 'organization', id: user.organization_id, ip: null },
      { type: 'organization', id: publisher.organization_id, ip: null },
    ])
    expect([theirs[0]!.request_id, ours[1]!.request_id]).toEqual([null, null])
  })

  it('are limited to one open dispute per organization, agent and task, even for concurrent reports', async () => {
    const evidence = { task_id: 'the-same' }
    const responses = await Promise.all(Array.from({ length: 6 }, () => report({ evidence })))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409,
    ])
    expect((await report({ evidence })).body.code).toBe('DISPUTE_EXISTS')
    expect((await report({ evidence }, publisher.api)).status).toBe(201)
    expect((await report({ evidence: {} })).status).toBe(201)
    expect((await report({ evidence: {} })).body.code).toBe('DISPUTE_EXISTS')
    await judge(responses.find(({ status }) => status === 201)!.body.dispute_id, 'rejected')
    expect((await report({ evidence })).status).toBe(201)
  })

  it('are limited to 100 open ones per organization and agent', async () => {
    for (let index = 0; index < 100; index += 1) expect((await report()).status).toBe(201)
    expect((await report()).body.code).toBe('TOO_MANY_DISPUTES')
  })

  it('allow twenty comments to each side, whatever the other side has used', async () => {
    const { dispute_id } = (await report()).body
    const comment = (by: ApiClient) => by.post(`/disputes/${dispute_id}/comments`, { text: 'x' })
    for (let index = 0; index < 20; index += 1) expect((await comment(user.api)).status).toBe(201)
    for (let index = 0; index < 20; index += 1)
      expect((await comment(publisher.api)).status).toBe(201)
    for (const { api } of [user, publisher])
      expect((await comment(api)).body.code).toBe('TOO_MANY_COMMENTS')
    expect((await user.api.get(`/disputes/${dispute_id}`)).body.comments).toHaveLength(40)
  })

  it('are stored without credentials of this service that were pasted into them', async () => {
    const { dispute_id } = (
      await report({
        description: `key ${user.api_key}`,
        evidence: { logs: `X-API-Key: ${user.api_key}` },
      })
    ).body
    await user.api.post(`/disputes/${dispute_id}/comments`, { text: user.api_key })
    expect(JSON.stringify(await platform.rows())).not.toContain(user.api_key)
  })

  it('are never longer than the contract allows, however many credentials were pasted into them', async () => {
    const opened = await report({
      description: 'srt_a '.repeat(666),
      evidence: { logs: 'srt_a '.repeat(2700) },
    })
    expect(opened.status).toBe(201)
    const { dispute_id, description, evidence } = opened.body
    expect(description).toBe('srt_* '.repeat(666).trim())
    expect(evidence.logs).toBe('srt_* '.repeat(2700).trim())
    const commented = await user.api.post(`/disputes/${dispute_id}/comments`, {
      text: 'srt_a '.repeat(333),
    })
    expect(commented.body.comments[0].text).toBe('srt_* '.repeat(333).trim())
  })

  it('that were stored with longer texts are shortened in every response', async () => {
    const { dispute_id } = (await report()).body
    await user.api.post(`/disputes/${dispute_id}/comments`, { text: 'x' })
    await platform.database.transact(async (tx) => {
      const { comments } = (await tx.disputes.get({ dispute_id }))!
      await tx.disputes.update(
        { dispute_id },
        {
          description: 'd'.repeat(9000),
          logs: 'l'.repeat(40_000),
          reason: 'r'.repeat(3000),
          comments: comments.map((comment) => ({ ...comment, text: 'c'.repeat(5000) })),
        },
      )
    })
    const operator = platform.as(bearer(await platform.operatorSession('olga@registry.example')))
    const { items } = (await operator.get('/operator/disputes')).body
    const listed = (await user.api.get('/disputes')).body.items
    const { body } = await user.api.get(`/disputes/${dispute_id}`)
    for (const { description, reason } of [items[0].dispute, listed[0], body])
      expect([description, reason]).toEqual([`${'d'.repeat(3999)}…`, `${'r'.repeat(1023)}…`])
    expect([body.evidence.logs, body.comments[0].text]).toEqual([
      `${'l'.repeat(16_383)}…`,
      `${'c'.repeat(1999)}…`,
    ])
  })

  it.each([' ', '\n\t \u00a0', '\u202e\u2066', '\u200b\ufeff'])(
    'are refused without a visible character, like comments: %j',
    async (blank) => {
      const { dispute_id } = (await report()).body
      const before = await platform.rows()
      for (const [got, path] of [
        [await report({ description: blank }), '/body/description'],
        [await user.api.post(`/disputes/${dispute_id}/comments`, { text: blank }), '/body/text'],
      ] as const)
        expect(got).toMatchObject({
          status: 422,
          body: {
            code: 'INVALID_BODY',
            issues: [{ path, message: 'must contain a visible character' }],
          },
        })
      expect(await platform.rows()).toEqual(before)
      expect(
        (await report({ evidence: { task_id: 'blank', logs: ' \u202e' } })).body.evidence,
      ).toEqual({
        task_id: 'blank',
        task_on_record: false,
      })
    },
  )

  it('can be opened about a private agent by its own organization, but neither by one that has not installed it, nor with a key that is bound to a workspace, nor for another organization', async () => {
    agent = await registerPrivately(platform, publisher.organization_id)
    expect((await report()).body.code).toBe('AGENT_NOT_FOUND')
    expect((await report({}, publisher.api)).status).toBe(201)
    const bound = platform.as(
      apiKey(
        await platform.apiKey(publisher.organization_id, { workspace_id: publisher.workspace_id }),
      ),
    )
    for (const got of [
      await report({}, bound),
      await bound.get('/disputes'),
      await bound.get('/disputes/x'),
      await bound.post('/disputes/x/comments', { text: 'x' }),
    ])
      expect(got.body.code).toBe('WORKSPACE_NOT_ALLOWED')
    expect((await report({ organization_id: user.organization_id }, publisher.api)).body.code).toBe(
      'ORGANIZATION_NOT_FOUND',
    )
  })

  it('can be opened by an organization that has the agent installed, even after its owner made it private', async () => {
    await installRegistered(platform, user, agent)
    await publisher.api.put(`/agents/${agent.svc_id}`, { private: true })
    expect((await report()).body).toMatchObject({
      state: 'open',
      respondent_id: publisher.organization_id,
    })
    const stranger = await platform.organization()
    expect((await report({}, stranger.api)).body.code).toBe('AGENT_NOT_FOUND')
  })

  it('change nothing about a registration that replaced the one that they are about', async () => {
    const replaced = agentIdentity()
    const { svc_id } = replaced
    const openDisputeAs = ({ api }: TestOrganization) =>
      api.post(`/agents/${svc_id}/disputes`, {
        issue_type: 'security_concern',
        description: 'Wrong.',
      })
    const otherFields = { ...replaced.registration, version: '0.9.0' }
    expect((await publisher.api.post('/agents/register', otherFields)).status).toBe(201)
    const { dispute_id } = (await openDisputeAs(user)).body
    await platform.advance(SECOND)
    await register(publisher, replaced)
    expect((await openDisputeAs(await platform.organization())).status).toBe(201)
    await judge(dispute_id, 'upheld')
    expect((await user.api.get(`/trust/profile/did:svc:${svc_id}`)).body).toMatchObject({
      disputes: { open: 1, upheld: 0 },
      verification_status: 'verified',
      reputation: { score: 50 },
    })
    const cases = platform.as(bearer(await platform.operatorSession('olga@registry.example')))
    const judged = (await cases.get(`/operator/disputes/${dispute_id}`)).body
    expect([judged.dispute.state, judged.agent, judged.agent_name]).toEqual([
      'upheld',
      undefined,
      undefined,
    ])
    const listed = (await cases.get('/operator/disputes?state=upheld')).body.items
    expect(listed.map(({ agent_name }: { agent_name?: string }) => agent_name)).toEqual([undefined])
  })

  it('show whether the task is on record as one that the agent did for the reporting organization', async () => {
    const row = {
      task_id: 'known',
      organization_id: user.organization_id,
      workspace_id: user.workspace_id,
      skill: 's',
      requester_id: 'r',
      requester: { organization_id: user.organization_id },
      agent: { svc_id: agent.svc_id, installation_id: 'i' },
      agent_id: agent.svc_id,
      attested: false,
      counts_for: null,
      counted_at: null,
      trace_id: null,
      status: 'completed' as const,
      execution_time_ms: 1,
      error: null,
      created_at: platform.clock.now(),
      deadline: platform.clock.now(),
      finished_at: platform.clock.now(),
    }
    await platform.database.transact((tx) => tx.tasks.insert(row))
    const onRecord = async (task_id: string, as = user.api) =>
      (await report({ evidence: { task_id } }, as)).body.evidence.task_on_record
    expect([
      await onRecord('known'),
      await onRecord('unknown'),
      await onRecord('known', publisher.api),
    ]).toEqual([true, false, false])
  })
})
