import { beforeAll, describe, expect, it } from 'vitest'
import { bearer, type ApiClient } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { DAY } from '../../kit/time.ts'

let platform: TestPlatform
/** Organization B, which invites people who have nothing to do with it. */
let inviter: TestOrganization
let inviterOwner: ApiClient
let count = 0
beforeAll(async () => {
  platform = await startPlatform()
})
const signedIn = async (email: string) => platform.as(bearer(await platform.session(email)))
const stranger = () => `stranger-${(count += 1)}@somewhere.example`
const fresh = async () => {
  inviter = await platform.organization()
  inviterOwner = await signedIn(inviter.email)
}
const invite = (
  email: string,
  role = 'viewer',
  by = inviterOwner,
  organization_id = inviter.organization_id,
) => by.post(`/orgs/${organization_id}/invitations`, { email, role })
/** Returns the event types of an organization's audit log, with their actors. */
const logOf = async (organization_id: string) =>
  (await platform.store.readChain({ chain: organization_id, above: 0, limit: 10_000 })).map(
    ({ event_type, actor }) => ({ event_type, ...actor }),
  )
const kindsOf = async (organization_id: string) =>
  (await logOf(organization_id)).map(({ event_type }) => event_type)

it('the response to an invitation describes the limit with the fewest remaining requests', async () => {
  await fresh()
  const { headers } = await invite(stranger())
  const factor = platform.config.rate_limit_factor
  expect(headers['ratelimit']).toMatch(`"invitation-address";r=${3 * factor - 1};`)
  expect(headers['ratelimit-policy']).toBe(`"invitation-address";q=${3 * factor};w=${24 * 60 * 60}`)
})

it.each(['ada@corp.3m', 'ORG_ada@corp.3M', 'reader@1.2.3'])(
  'T-04: refuses to invite an address that could be the identifier of an agent: %s',
  async (email) => {
    await fresh()
    const { status, body } = await invite(email)
    expect([status, body.code, body.issues[0].path]).toEqual([422, 'INVALID_BODY', '/body/email'])
    expect((await invite(`${email}.example`)).status).toBe(201)
    expect((await invite('ada@acme.xn--p1ai')).status).toBe(201)
  },
)

it('a member whose address could be the identifier of an agent still signs in', async () => {
  await fresh()
  await platform.member(inviter.organization_id, 'ada@corp.3m', 'admin')
  const ada = await signedIn('ada@corp.3m')
  expect((await ada.get('/admin/auth/session')).body).toMatchObject({ email: 'ada@corp.3m' })
  expect((await invite(stranger(), 'viewer', ada)).status).toBe(201)
})

describe('an invited person', () => {
  it('T-11: is not a member, and a sign-in is not recorded in the audit log of the inviting organization', async () => {
    await fresh()
    const email = stranger()
    const before = await logOf(inviter.organization_id)
    const invitation = (await invite(email)).body
    const session = await signedIn(email)
    await session.get('/admin/auth/session')
    expect((await logOf(inviter.organization_id)).slice(before.length)).toEqual([
      expect.objectContaining({ event_type: 'member.invited', id: inviter.email }),
    ])
    expect(
      (await inviterOwner.get(`/orgs/${inviter.organization_id}/members`)).body.items.map(
        (one: { email: string }) => one.email,
      ),
    ).toEqual([inviter.email])
    expect((await session.get('/admin/auth/session')).body).toMatchObject({
      memberships: [],
      invitations: [
        { invitation_id: invitation.invitation_id, name: 'Org on enterprise', role: 'viewer' },
      ],
    })
    expect((await session.get(`/orgs/${inviter.organization_id}`)).body.code).toBe('ROLE_REQUIRED')
  })

  it.each(['before', 'after'])(
    'T-11: still acts for A by default and is recorded in the audit log of A if B invites them %s they join A',
    async (when) => {
      await fresh()
      const own = await platform.organization('enterprise', 'A')
      const email = stranger()
      const join = () => platform.member(own.organization_id, email, 'owner')
      if (when === 'after') await join()
      await invite(email, 'owner')
      platform.clock.advance(1)
      if (when === 'before') await join()
      const before = await kindsOf(inviter.organization_id)
      const person = await signedIn(email)
      expect((await person.get('/disputes')).status).toBe(200)
      expect((await person.post('/support/email', { subject: 's', message: 'm' })).status).toBe(202)
      expect(await kindsOf(inviter.organization_id)).toEqual(before)
      expect(await kindsOf(own.organization_id)).toEqual(
        expect.arrayContaining([
          'admin.pin_requested',
          'admin.login_succeeded',
          'support.requested',
        ]),
      )
    },
  )

  it('T-11: has no conflict of interest as an operator in a dispute about an agent of the inviting organization until they accept', async () => {
    await fresh()
    const victim = await platform.organization()
    const email = stranger()
    const operator = platform.as(bearer(await platform.operatorSession(email)))
    const agent = {
      svc_id: `agent-${(count += 1)}`,
      name: 'x',
      version: '1',
      public_key: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
      manifest_hash: 'none',
    }
    await inviter.api.post('/agents/register', agent)
    const dispute = async () =>
      (
        await victim.api.post(`/agents/${agent.svc_id}/disputes`, {
          issue_type: 'policy_violation',
          description: 'x',
          evidence: { task_id: `task-${(count += 1)}` },
        })
      ).body.dispute_id as string
    const invitation = (await invite(email)).body
    const [first, second] = [await dispute(), await dispute()]
    expect((await operator.get(`/operator/disputes/${first}`)).body.conflict_of_interest).toBe(
      false,
    )
    expect(
      (
        await operator.post(`/operator/disputes/${first}/judgement`, {
          judgement: 'upheld',
          reason: 'x',
        })
      ).status,
    ).toBe(200)
    await operator.post(`/admin/invitations/${invitation.invitation_id}/accept`)
    expect(
      (
        await operator.post(`/operator/disputes/${second}/judgement`, {
          judgement: 'upheld',
          reason: 'x',
        })
      ).body.code,
    ).toBe('CONFLICT_OF_INTEREST')
  })

  it('T-11: cannot be the requester of a task, and does not receive e-mails to owners', async () => {
    await fresh()
    const email = stranger()
    await invite(email, 'owner')
    const task = {
      skill: 'read',
      message: 'm',
      context: { workspace_id: inviter.workspace_id, requester_id: email },
    }
    // A member would be refused because the key has no scope for it, so the code shows that this person is not a member.
    expect((await inviter.api.post('/a2a/route', task)).body.code).toBe('REQUESTER_NOT_FOUND')
    const ticket = await inviter.api.post('/support/email', { subject: 's', message: 'm' })
    expect((await platform.store.findTicket({ ticket_id: ticket.body.ticket_id }))?.owners).toEqual(
      [inviter.email],
    )
  })

  it('can only accept or decline', async () => {
    await fresh()
    const email = stranger()
    const invitation = (await invite(email, 'owner')).body
    const person = await signedIn(email)
    for (const refused of [
      await person.get(`/orgs/${inviter.organization_id}/members`),
      await invite(stranger(), 'viewer', person),
      await person.get(`/orgs/${inviter.organization_id}/workspaces`),
    ])
      expect(refused.body.code).toBe('ROLE_REQUIRED')
    expect((await person.get('/admin/invitations')).body.items).toMatchObject([
      {
        invitation_id: invitation.invitation_id,
        organization_id: inviter.organization_id,
        invited_by: inviter.email,
      },
    ])
  })

  it('can sign in only while the invitation is open', async () => {
    await fresh()
    const email = stranger()
    const signsIn = async () => (await platform.session(email)) !== undefined
    expect(await signsIn()).toBe(false)
    await invite(email)
    expect(await signsIn()).toBe(true)
    await platform.advance(14 * DAY)
    expect(await signsIn()).toBe(false)
  })
})

describe('an invitation', () => {
  it('can be accepted once, which adds a member and is recorded in the audit log of the organization', async () => {
    await fresh()
    const email = stranger()
    const { invitation_id } = (await invite(email, 'admin')).body
    const person = await signedIn(email)
    expect((await person.post(`/admin/invitations/${invitation_id}/accept`)).body).toMatchObject({
      organization_id: inviter.organization_id,
      role: 'admin',
    })
    expect((await person.post(`/admin/invitations/${invitation_id}/accept`)).body.code).toBe(
      'INVITATION_NOT_FOUND',
    )
    expect((await person.get(`/orgs/${inviter.organization_id}/members`)).body.total).toBe(2)
    expect((await logOf(inviter.organization_id)).at(-1)).toMatchObject({
      event_type: 'member.joined',
      type: 'member',
      id: email,
    })
    expect((await person.get(`/orgs/${inviter.organization_id}/invitations`)).body.total).toBe(0)
  })

  it('can be declined without revealing the person in the audit log of the organization', async () => {
    await fresh()
    const email = stranger()
    const { invitation_id } = (await invite(email)).body
    const person = await signedIn(email)
    const declined = await person.post(`/admin/invitations/${invitation_id}/decline`)
    expect(declined.status).toBe(204)
    expect((await logOf(inviter.organization_id)).at(-1)).toEqual({
      event_type: 'invitation.declined',
      type: 'invitee',
      id: null,
      ip: null,
    })
    const records = await platform.auditOf(declined.headers['x-request-id'] as string)
    expect(
      records.map(({ event_type, organization_id, actor }) => [
        event_type,
        organization_id,
        actor.id,
      ]),
    ).toEqual([['invitation.declined', null, email]])
    expect((await person.post(`/admin/invitations/${invitation_id}/accept`)).body.code).toBe(
      'INVITATION_NOT_FOUND',
    )
    expect(await platform.session(email)).toBeUndefined()
  })

  it('can only be accepted or declined by the invited person', async () => {
    await fresh()
    const { invitation_id } = (await invite(stranger(), 'owner')).body
    const other = stranger()
    await invite(other)
    const person = await signedIn(other)
    for (const reaction of ['accept', 'decline'])
      for (const id of [invitation_id, 'inv_unknown'])
        expect((await person.post(`/admin/invitations/${id}/${reaction}`)).body.code).toBe(
          'INVITATION_NOT_FOUND',
        )
    for (const reaction of ['accept', 'decline'])
      expect(
        (await inviterOwner.post(`/admin/invitations/${invitation_id}/${reaction}`)).body.code,
      ).toBe('INVITATION_NOT_FOUND')
  })

  it('can be withdrawn only by the inviting organization', async () => {
    await fresh()
    const email = stranger()
    const { invitation_id } = (await invite(email)).body
    const other = await platform.organization()
    const neighbour = await signedIn(other.email)
    expect(
      (await neighbour.delete(`/orgs/${other.organization_id}/invitations/${invitation_id}`)).body
        .code,
    ).toBe('INVITATION_NOT_FOUND')
    expect(
      (await neighbour.delete(`/orgs/${inviter.organization_id}/invitations/${invitation_id}`)).body
        .code,
    ).toBe('ORGANIZATION_NOT_FOUND')
    expect((await neighbour.get(`/orgs/${inviter.organization_id}/invitations`)).body.code).toBe(
      'ORGANIZATION_NOT_FOUND',
    )
    const person = await signedIn(email)
    expect(
      (await inviterOwner.delete(`/orgs/${inviter.organization_id}/invitations/${invitation_id}`))
        .status,
    ).toBe(204)
    expect(
      (await inviterOwner.delete(`/orgs/${inviter.organization_id}/invitations/${invitation_id}`))
        .body.code,
    ).toBe('INVITATION_NOT_FOUND')
    expect((await person.post(`/admin/invitations/${invitation_id}/accept`)).body.code).toBe(
      'INVITATION_NOT_FOUND',
    )
    expect((await kindsOf(inviter.organization_id)).at(-1)).toBe('invitation.withdrawn')
  })

  it('expires after 14 days, before any sweep', async () => {
    await fresh()
    const email = stranger()
    const { invitation_id, expires_at } = (await invite(email)).body
    expect(expires_at).toBe(new Date(platform.clock.now_ms() + 14 * DAY).toISOString())
    const person = await (async () => {
      await platform.advance(14 * DAY - 60_000)
      return signedIn(email)
    })()
    platform.clock.advance(60_000)
    expect((await person.post(`/admin/invitations/${invitation_id}/accept`)).body.code).toBe(
      'INVITATION_NOT_FOUND',
    )
    expect((await person.get('/admin/invitations')).body.total).toBe(0)
    await platform.runUntilIdle()
    expect(await kindsOf(inviter.organization_id)).toContain('invitation.expired')
    expect((await invite(email, 'viewer', await signedIn(inviter.email))).status).toBe(201)
  })

  it('is refused if the organization has an open one for the same address, without regard to case', async () => {
    await fresh()
    const email = stranger()
    await invite(email)
    expect((await invite(email.toUpperCase())).body.code).toBe('INVITATION_EXISTS')
  })

  it('for the role owner can be created and withdrawn only by owners', async () => {
    await fresh()
    const [ann, bob] = [stranger(), stranger()]
    await platform.member(inviter.organization_id, ann, 'admin')
    const admin = await signedIn(ann)
    expect((await invite(bob, 'owner', admin)).body.code).toBe('OWNER_REQUIRED')
    const { invitation_id } = (await invite(bob, 'owner')).body
    expect(
      (await admin.delete(`/orgs/${inviter.organization_id}/invitations/${invitation_id}`)).body
        .code,
    ).toBe('OWNER_REQUIRED')
  })

  it('is withdrawn when the member who created it loses the role', async () => {
    await fresh()
    const [ann, bob, carol] = [stranger(), stranger(), stranger()]
    const member = await platform.member(inviter.organization_id, ann, 'owner')
    const other = await signedIn(ann)
    await invite(bob, 'owner', other)
    await invite(carol, 'admin', other)
    const open = async () =>
      (await inviterOwner.get(`/orgs/${inviter.organization_id}/invitations`)).body.items.map(
        (one: { email: string }) => one.email,
      )
    await inviterOwner.put(`/orgs/${inviter.organization_id}/members/${member!.user_id}`, {
      role: 'admin',
    })
    expect(await open()).toEqual([carol])
    await inviterOwner.delete(`/orgs/${inviter.organization_id}/members/${member!.user_id}`)
    expect(await open()).toEqual([])
  })

  it('is announced by an e-mail that names the organization without links, and does not name the inviter', async () => {
    const named = await platform.organization(
      'enterprise',
      'Bank\u202e https://evil.example/x?y @all, call now',
    )
    const email = stranger()
    await invite(email, 'admin', await signedIn(named.email), named.organization_id)
    await platform.runUntilIdle()
    const mail = platform.mailer.items.findLast(({ to }) => to === email)!
    expect(mail.subject).toBe('You have been invited to join an organization in the agent registry')
    expect(mail.text.split('\n')[0]).toBe(
      'The organization "Bank https evil. example x y all, call now" invites you to join it as admin.',
    )
    expect(mail.text).not.toContain(named.email)
    expect(mail.text).not.toContain('evil.example')
  })

  it('is refused beyond 50 invitations a day, 3 a day for one address, or 100 open ones', async () => {
    const strict = await startPlatform({ rate_limit_factor: 1 })
    const org = await strict.organization()
    const owner = strict.as(bearer(await strict.session(org.email)))
    const path = `/orgs/${org.organization_id}/invitations`
    const ask = (email: string) => owner.post(path, { email, role: 'viewer' })
    for (let time = 1; time <= 3; time += 1) {
      const { body } = await ask('again@example.com')
      await owner.delete(`${path}/${body.invitation_id}`)
    }
    const refused = await ask('again@example.com')
    expect([refused.status, refused.body.code, Number(refused.headers['retry-after']) > 0]).toEqual(
      [429, 'RATE_LIMITED', true],
    )
    for (let other = 4; other <= 50; other += 1)
      expect((await ask(`person-${other}@example.com`)).status).toBe(201)
    expect((await ask('one-more@example.com')).status).toBe(429)
    for (let other = 51; other <= 103; other += 1)
      await strict.store.inviteAsOperator(strict.context(), {
        organization_id: org.organization_id,
        email: `person-${other}@example.com`,
        role: 'viewer',
      })
    expect((await ask('one-more@example.com')).body.code).toBe('TOO_MANY_INVITATIONS')
  })

  it('gets the same response for unknown addresses, members of other organizations, operators and people with many invitations', async () => {
    const strict = await startPlatform({ rate_limit_factor: 1 })
    const org = await strict.organization()
    const owner = strict.as(bearer(await strict.session(org.email)))
    const elsewhere = (await strict.organization()).email
    await strict.operatorSession('operator@example.com')
    for (let other = 0; other < 25; other += 1) {
      const inviting = await strict.store.createOrganization(strict.context(), {
        name: 'x',
        plan: 'free',
      })
      await strict.store.inviteAsOperator(strict.context(), {
        organization_id: inviting.organization_id,
        email: 'wanted@example.com',
        role: 'viewer',
      })
    }
    const responses: object[] = []
    for (const email of [
      'nobody@example.com',
      elsewhere,
      'operator@example.com',
      'wanted@example.com',
    ]) {
      const { status, body, headers } = await owner.post(
        `/orgs/${org.organization_id}/invitations`,
        { email, role: 'viewer' },
      )
      responses.push({ status, members: Object.keys(body), headers: Object.keys(headers) })
    }
    expect(responses).toEqual(Array.from({ length: 4 }, () => responses[0]))
  })

  it('is announced to an address only a few times a day, but is always created', async () => {
    const strict = await startPlatform({ rate_limit_factor: 1 })
    const email = 'wanted@example.com'
    for (let other = 0; other < 7; other += 1) {
      const org = await strict.organization()
      const owner = strict.as(bearer(await strict.session(org.email)))
      expect(
        (await owner.post(`/orgs/${org.organization_id}/invitations`, { email, role: 'viewer' }))
          .status,
      ).toBe(201)
    }
    await strict.runUntilIdle()
    expect(strict.mailer.items.filter(({ to }) => to === email)).toHaveLength(5)
    const person = strict.as(bearer(await strict.session(email)))
    expect((await person.get('/admin/invitations')).body.total).toBe(7)
  })
})

describe('leaving an organization', () => {
  it('ends a membership of any role at once, and withdraws the open invitations that the person created', async () => {
    await fresh()
    for (const role of ['viewer', 'auditor', 'developer', 'admin', 'owner'] as const) {
      const email = stranger()
      await platform.member(inviter.organization_id, email, role)
      const person = await signedIn(email)
      if (role === 'owner' || role === 'admin')
        expect((await invite(stranger(), 'viewer', person)).status).toBe(201)
      const left = await person.delete(`/admin/memberships/${inviter.organization_id}`)
      expect(left.status).toBe(204)
      expect((await platform.auditOf(left.headers['x-request-id'] as string))[0]).toMatchObject({
        event_type: 'member.left',
        actor: { id: email },
      })
      expect((await person.get('/admin/auth/session')).body.memberships).toEqual([])
      expect((await person.delete(`/admin/memberships/${inviter.organization_id}`)).body.code).toBe(
        'ORGANIZATION_NOT_FOUND',
      )
    }
    expect(
      (await inviterOwner.get(`/orgs/${inviter.organization_id}/invitations`)).body.total,
    ).toBe(0)
  })

  it('is refused to the last owner, and with 404 for an organization to which the caller does not belong', async () => {
    await fresh()
    expect(
      (await inviterOwner.delete(`/admin/memberships/${inviter.organization_id}`)).body.code,
    ).toBe('LAST_OWNER')
    const other = await platform.organization()
    const [theirs, none] = [
      await inviterOwner.delete(`/admin/memberships/${other.organization_id}`),
      await inviterOwner.delete('/admin/memberships/org_none'),
    ]
    expect([theirs.status, theirs.body.code, theirs.body.message]).toEqual([
      404,
      'ORGANIZATION_NOT_FOUND',
      none.body.message,
    ])
  })
})
