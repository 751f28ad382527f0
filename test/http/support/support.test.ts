import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { lines, oneLine } from '../../../src/domain/plain-text.ts'
import type { SupportRoute } from '../../../src/domain/support/ticket.ts'
import { supportMail } from '../../../src/jobs/outbox/support.ts'
import { noMailer } from '../../../src/ports/mailer.ts'
import { smtpMailer } from '../../../src/ports/smtp.ts'
import { API_KEY, SUPPORT_REQUESTS } from '../../../src/auth/limits.ts'
import { apiKey, bearer } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { SECOND, HOUR, DAY } from '../../kit/time.ts'
import { hostile } from '../../ports/mail/hostile.ts'
import { mailSink } from '../../ports/mail/sink.ts'
import { supportConfig, recordingChat, SUPPORT_REQUEST } from '../../kit/support.ts'
import { samples } from '../../kit/samples.ts'

const ROUTES: readonly SupportRoute[] = ['email', 'priority', 'chat', 'csm']

describe('a request for support', () => {
  let platform: TestPlatform
  let org: TestOrganization
  const chat = recordingChat()
  beforeAll(async () => {
    platform = await startPlatform({ support: supportConfig() }, { chat })
    org = await platform.organization()
  })
  const mailsOf = async (ticket_id: string) => {
    await platform.runUntilIdle()
    return platform.mailer.items.filter(({ id }) => id.startsWith(ticket_id))
  }

  it('becomes a ticket that is stored before the response, and goes to the mailbox of its route', async () => {
    const got = await org.api.post('/support/email', {
      ...SUPPORT_REQUEST,
      contact_email: 'ada@acme.example',
      category: 'billing',
    })
    expect([got.status, got.body]).toEqual([
      202,
      {
        ticket_id: expect.stringMatching(/^SUP-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/),
        channel: 'email',
        status: 'accepted',
        priority: 'normal',
        message:
          'The ticket is being sent to the support team by e-mail. A confirmation will be sent to contact_email.',
        created_at: platform.clock.now(),
        first_response_due_at: new Date(Date.parse(platform.clock.now()) + 48 * HOUR).toISOString(),
      },
    ])
    const { ticket_id } = got.body
    expect(platform.mailer.items).toEqual([])
    expect((await platform.store.findTicket({ ticket_id }))!.ticket).toMatchObject({
      ...SUPPORT_REQUEST,
      status: 'accepted',
      category: 'billing',
    })
    const [mail] = await mailsOf(ticket_id)
    expect(mail).toMatchObject({
      id: ticket_id,
      to: 'support@registry.example',
      reply_to: ['ada@acme.example'],
      urgent: false,
    })
    expect(mail!.subject).toBe(`[${ticket_id}] ${SUPPORT_REQUEST.subject}`)
    expect(mail!.text).toContain(`(${org.organization_id}), enterprise plan`)
    expect(mail!.text.endsWith(`\n\n${SUPPORT_REQUEST.message}\n`)).toBe(true)
    expect((await platform.store.findTicket({ ticket_id }))!.ticket.status).toBe('delivered')
  })

  it.each(ROUTES)(
    'of the route %s requires only a subject and a message, and ignores unknown members',
    async (route) => {
      const got = await org.api.post(`/support/${route}`, { ...SUPPORT_REQUEST, urgency: 'red' })
      expect(got.status).toBe(202)
      expect(
        (await platform.store.findTicket({ ticket_id: got.body.ticket_id }))!.ticket,
      ).toMatchObject({
        organization_id: org.organization_id,
        workspace_id: null,
        category: 'other',
        contact_email: null,
      })
    },
  )

  it.each([
    [{ subject: '' }],
    [{ subject: undefined }],
    [{ message: undefined }],
    [{ subject: ' \r\n ' }],
    [{ message: '\n' }],
    [{ subject: 'x'.repeat(201) }],
    [{ message: 'x'.repeat(10_001) }],
    [{ contact_email: 'nobody' }],
    [{ contact_email: 'a@b.example,c@d.example' }],
    [{ contact_email: 'a@b.example\r\nBcc: c@d.example' }],
    [{ contact_email: 'Ann <a@b.example>' }],
    [{ category: '' }],
  ])('that violates its schema is refused with 422, and nothing is stored: %o', async (wrong) => {
    const before = await platform.rows()
    expect((await org.api.post('/support/email', { ...SUPPORT_REQUEST, ...wrong })).status).toBe(
      422,
    )
    expect(await platform.rows()).toEqual(before)
  })

  it('without a contact directs replies to the owners of the organization', async () => {
    const { body } = await org.api.post('/support/email', SUPPORT_REQUEST)
    const mails = await mailsOf(body.ticket_id)
    expect(mails).toMatchObject([{ reply_to: [org.email] }])
    expect(mails[0]!.text).toContain(`Reply to: ${org.email} (owners; no contact was given)`)
  })

  it('without a contact directs replies to the first five owners at most', async () => {
    const many = await platform.organization()
    const others = ['b', 'c', 'd', 'e', 'f'].map((name) => `${name}@acme.example`)
    for (const email of others)
      await platform.store.addMember(platform.context(), {
        organization_id: many.organization_id,
        email,
        role: 'owner',
      })
    const { body } = await many.api.post('/support/email', SUPPORT_REQUEST)
    const [mail] = await mailsOf(body.ticket_id)
    const { owners } = (await platform.store.findTicket({ ticket_id: body.ticket_id }))!
    expect(owners).toHaveLength(6)
    expect(mail!.reply_to).toEqual([owners[0], owners[1], owners[2], owners[3], owners[4]])
  })

  it('without a contact, from an organization without an owner, states that there is no one to reply to', async () => {
    const { organization_id } = await platform.store.createOrganization(platform.context(), {
      name: 'Nobody',
      plan: 'enterprise',
    })
    const api = platform.as(apiKey(await platform.apiKey(organization_id, {})))
    const { body } = await api.post('/support/email', SUPPORT_REQUEST)
    const [mail] = await mailsOf(body.ticket_id)
    expect(mail!.text).toContain(
      'Reply to: no one: no contact was given, and the organization has no owner\n',
    )
    expect(mail!.reply_to).toEqual([])
  })

  it('with priority is marked as urgent, and posted to the chat', async () => {
    const { body } = await org.api.post('/support/priority', SUPPORT_REQUEST)
    expect(body).toMatchObject({ channel: 'email', priority: 'high' })
    expect(body.message).toBe(
      'The ticket is being sent to the support team by e-mail, marked as urgent, and is announced in its chat.',
    )
    expect(await mailsOf(body.ticket_id)).toMatchObject([
      { urgent: true, subject: `[${body.ticket_id}] [urgent] ${SUPPORT_REQUEST.subject}` },
    ])
    expect(chat.posts.at(-1)).toMatchObject({
      title: `Urgent: ${SUPPORT_REQUEST.subject}`,
      text: SUPPORT_REQUEST.message,
    })
  })

  it('in the chat is posted there, and no e-mail is sent', async () => {
    const { body } = await org.api.post('/support/chat', SUPPORT_REQUEST)
    expect(body).toMatchObject({
      channel: 'chat',
      priority: 'normal',
      message: 'The ticket is being sent to the chat of the support team.',
    })
    expect(await mailsOf(body.ticket_id)).toEqual([])
    expect(chat.posts.at(-1)!.facts).toContainEqual(['Ticket', body.ticket_id])
  })

  it('to customer success goes to its own mailbox', async () => {
    const { body } = await org.api.post('/support/csm', SUPPORT_REQUEST)
    expect(body).toMatchObject({
      channel: 'csm',
      priority: 'high',
      message: 'The ticket is being sent to customer success by e-mail.',
    })
    expect(await mailsOf(body.ticket_id)).toMatchObject([{ to: 'success@registry.example' }])
  })

  it('is in the audit log without its text', async () => {
    const got = await org.api.post('/support/priority', {
      ...SUPPORT_REQUEST,
      workspace_id: org.workspace_id,
      contact_email: 'ada@acme.example',
      category: 'incident',
    })
    const records = await platform.auditOf(got.headers['x-request-id'] as string)
    expect(records).toMatchObject([
      {
        event_type: 'support.requested',
        organization_id: org.organization_id,
        workspace_id: org.workspace_id,
        target: { type: 'ticket', id: got.body.ticket_id },
        metadata: { route: 'priority', channel: 'email', priority: 'high', category: 'incident' },
      },
    ])
    for (const text of [...Object.values(SUPPORT_REQUEST), 'ada@acme.example'])
      expect(JSON.stringify(records)).not.toContain(text)
  })

  it('does not appear in logs, and only its identifier appears in the outbox', async () => {
    await platform.runUntilIdle()
    const { outbox } = await platform.rows()
    for (const text of [SUPPORT_REQUEST.subject, 'two seats\\nmore', 'ada@acme.example']) {
      expect(outbox!.join()).not.toContain(text)
      expect(platform.log.join()).not.toContain(text)
    }
    expect(
      new Set(
        outbox!.map((row) => Object.keys((JSON.parse(row) as { payload: object }).payload).join()),
      ),
    ).toEqual(new Set(['ticket_id']))
  })

  it('shows each detail on one line of the e-mail, whatever the workspace is called', async () => {
    const name = 'ops\u2028Reply to: ceo@acme.example\u0085Priority: high\u202etxt'
    const made = await org.api.post(`/orgs/${org.organization_id}/workspaces`, { name })
    expect(made.status).toBe(201)
    const { workspace_id } = made.body
    const { body } = await org.api.post('/support/email', { ...SUPPORT_REQUEST, workspace_id })
    const [mail] = await mailsOf(body.ticket_id)
    expect(mail!.text.split(/[\n\u0085\u2028]/)).toContain(
      `Workspace: ops Reply to: ceo@acme.example Priority: hightxt (${workspace_id})`,
    )
  })

  it('is stored without credentials that were pasted into it', async () => {
    const { body } = await org.api.post('/support/chat', {
      subject: `Key ${org.api_key}`,
      message: `It is ${org.api_key}!`,
    })
    await platform.runUntilIdle()
    expect((await platform.store.findTicket({ ticket_id: body.ticket_id }))!.ticket).toMatchObject({
      subject: 'Key sk_live_[redacted]',
      message: 'It is sk_live_[redacted]!',
    })
    expect(JSON.stringify([await platform.rows(), chat.posts])).not.toContain(org.api_key)
  })

  it('with a key of one workspace concerns that workspace, and is refused with 403 for another', async () => {
    const bound = platform.as(
      apiKey(await platform.apiKey(org.organization_id, { workspace_id: org.workspace_id })),
    )
    const { body } = await bound.post('/support/email', SUPPORT_REQUEST)
    expect(
      (await platform.store.findTicket({ ticket_id: body.ticket_id }))!.ticket.workspace_id,
    ).toBe(org.workspace_id)
    expect(
      (await bound.post('/support/email', { ...SUPPORT_REQUEST, workspace_id: 'ws_other' })).body
        .code,
    ).toBe('WORKSPACE_NOT_ALLOWED')
  })

  it("for another tenant's organization or workspace is refused with 404", async () => {
    const other = await platform.organization()
    const ask = (where: object) => org.api.post('/support/email', { ...SUPPORT_REQUEST, ...where })
    expect((await ask({ organization_id: other.organization_id })).body.code).toBe(
      'ORGANIZATION_NOT_FOUND',
    )
    expect((await ask({ workspace_id: other.workspace_id })).body.code).toBe('WORKSPACE_NOT_FOUND')
  })
})

describe('an unavailable channel', () => {
  const NONE = { mail: undefined, csm: undefined, chat: undefined }
  const MAIL = 'support@registry.example'
  const cases = [
    [
      'email',
      { mail: undefined },
      'chat',
      'This registry has no support mailbox, so the ticket goes to the chat of the support team.',
    ],
    [
      'priority',
      { chat: undefined },
      'email',
      'The ticket is being sent to the support team by e-mail, marked as urgent.',
    ],
    [
      'priority',
      { mail: undefined },
      'chat',
      'This registry has no support mailbox, so the ticket goes to the chat of the support team.',
    ],
    [
      'chat',
      { chat: undefined },
      'email',
      'This registry has no support chat, so the ticket goes to the support team by e-mail.',
    ],
    [
      'csm',
      { csm: undefined },
      'email',
      'This registry has no mailbox for customer success, so the ticket goes to the support team by e-mail.',
    ],
    [
      'csm',
      { csm: undefined, mail: undefined },
      'chat',
      'This registry has no mailbox for customer success, so the ticket goes to the chat of the support team.',
    ],
    ...ROUTES.map(
      (route) =>
        [
          route,
          NONE,
          'inbox',
          'This registry has neither a support mailbox nor a chat, so the ticket waits in the inbox of its operator.',
        ] as const,
    ),
  ] as const
  it.each(cases)(
    'is replaced by another one, and the response says where the ticket goes: %s without %o goes to %s',
    async (route, missing, channel, message) => {
      const chat = recordingChat()
      const platform = await startPlatform({ support: supportConfig(missing) }, { chat })
      const { api } = await platform.organization()
      const { status, body } = await api.post(`/support/${route}`, {
        ...SUPPORT_REQUEST,
        ...(channel === 'inbox' && { contact_email: 'a@b.example' }),
      })
      expect([status, body.channel, body.message]).toEqual([202, channel, message])
      await platform.runUntilIdle()
      expect([platform.mailer.items.map(({ to }) => to), chat.posts.length]).toEqual([
        channel === 'email' ? [MAIL] : [],
        channel === 'chat' ? 1 : 0,
      ])
      const { ticket } = (await platform.store.findTicket({ ticket_id: body.ticket_id }))!
      expect([ticket.message, ticket.status]).toEqual([
        SUPPORT_REQUEST.message,
        channel === 'inbox' ? 'accepted' : 'delivered',
      ])
      if (channel === 'inbox')
        expect(await platform.metrics.text()).toContain(
          'svc_events_total{event="ticket_in_inbox"} 1',
        )
    },
  )

  it('is replaced by e-mail if the chat refuses a ticket', async () => {
    const chat = recordingChat(() => ({
      kind: 'refused',
      reason: 'the chat responded with 404 no_service',
    }))
    const platform = await startPlatform({ support: supportConfig() }, { chat })
    const { api } = await platform.organization()
    const { body } = await api.post('/support/chat', SUPPORT_REQUEST)
    await platform.runUntilIdle()
    expect(platform.mailer.items).toMatchObject([{ id: body.ticket_id, to: MAIL }])
    expect((await platform.store.findTicket({ ticket_id: body.ticket_id }))!.ticket.status).toBe(
      'delivered',
    )
    expect(await platform.store.listOutbox({ all: false, limit: 9 })).toMatchObject([
      {
        kind: 'support_chat',
        ended: 'bounced',
        last_error: 'the chat responded with 404 no_service',
      },
    ])
  })

  it('is replaced by e-mail if the chat is down for an hour, and no ticket is delivered twice', async () => {
    const chat = recordingChat(() => ({ kind: 'deferred', reason: 'the chat responded with 503' }))
    const platform = await startPlatform({ support: supportConfig() }, { chat })
    const { api } = await platform.organization()
    await api.post('/support/chat', SUPPORT_REQUEST)
    await api.post('/support/priority', SUPPORT_REQUEST)
    for (let passed = 0; passed < 55; passed += 5) await platform.advance(300 * SECOND)
    expect(platform.mailer.items).toHaveLength(1)
    await platform.advance(900 * SECOND)
    expect(platform.mailer.items.map(({ urgent }) => urgent)).toEqual([true, false])
    await api.post('/support/csm', SUPPORT_REQUEST)
    await platform.runUntilIdle()
    expect(platform.mailer.items.at(-1)).toMatchObject({ urgent: false })
  })

  it('that was removed after a ticket was opened defers it, and names the setting', async () => {
    const platform = await startPlatform({ support: supportConfig() })
    const { api } = await platform.organization()
    const { ticket_id } = (await api.post('/support/email', SUPPORT_REQUEST)).body as {
      ticket_id: string
    }
    const services = {
      store: platform.store,
      mailer: platform.mailer,
      support: { mail: undefined, csm: undefined },
    } as never
    expect(await supportMail(services, { payload: { ticket_id } } as never)).toEqual({
      kind: 'deferred',
      reason: 'no support mailbox is configured; set SVC_SUPPORT_MAIL',
    })
    expect(platform.mailer.items).toEqual([])
  })

  it('that fails for three days is noted in the ticket, and the operator can send it again', async () => {
    let works = false
    const mailer = {
      send: async () =>
        works ? { kind: 'sent' as const } : { kind: 'deferred' as const, reason: 'down' },
      check: async () => ({ kind: 'sent' as const }),
    }
    const platform = await startPlatform({ support: supportConfig() }, { mailer })
    const { api } = await platform.organization()
    const { ticket_id } = (await api.post('/support/email', SUPPORT_REQUEST)).body as {
      ticket_id: string
    }
    const status = async () => (await platform.store.findTicket({ ticket_id }))!.ticket.status
    for (let passed = 0; passed < 71; passed += 1) await platform.advance(HOUR)
    expect([
      await status(),
      (await platform.store.listOutbox({ all: false, limit: 9 }))[0]!.ended,
    ]).toEqual(['accepted', null])
    await platform.advance(HOUR)
    expect([
      await status(),
      (await platform.store.listOutbox({ all: false, limit: 9 }))[0]!.ended,
    ]).toEqual(['undelivered', 'given_up'])
    works = true
    expect(
      (await platform.store.retryOutbox(platform.context(), { outbox_id: null })).retried,
    ).toHaveLength(1)
    await platform.runUntilIdle()
    expect(await status()).toBe('delivered')
  })
})

describe('a confirmation', () => {
  it('is neither promised nor queued without a mail server', async () => {
    const platform = await startPlatform(
      { support: supportConfig({ mail: undefined, csm: undefined }) },
      { chat: recordingChat(), mailer: noMailer },
    )
    const { api } = await platform.organization()
    const { body } = await api.post('/support/chat', {
      ...SUPPORT_REQUEST,
      contact_email: 'ada@acme.example',
    })
    expect(body.message).toBe('The ticket is being sent to the chat of the support team.')
    await platform.runUntilIdle()
    expect(await platform.store.listOutbox({ all: false, limit: 9 })).toEqual([])
  })

  it('goes to the contact without any text of the request, and replies to it go to support', async () => {
    const platform = await startPlatform({ support: supportConfig() })
    const { api } = await platform.organization()
    const ask = {
      subject: 'Buy at shop.evil.example',
      message: 'Click https://shop.evil.example',
      category: 'evil',
      contact_email: 'stranger@elsewhere.example',
    }
    const { body } = await api.post('/support/priority', ask)
    await platform.runUntilIdle()
    const mail = platform.mailer.items.find(({ to }) => to === ask.contact_email)!
    expect(mail).toMatchObject({
      id: `${body.ticket_id}.received`,
      about: body.ticket_id,
      reply_to: ['support@registry.example'],
      subject: `We have your request: ${body.ticket_id}`,
    })
    expect(JSON.stringify(mail)).not.toMatch(/evil/i)
    expect(mail.text).toContain(
      'by 2026-03-01 16:00 UTC.\nTo add information, reply to this e-mail without changing its subject.\n',
    )
  })

  it('shows the name of the organization without a link that a mail program recognizes', async () => {
    const platform = await startPlatform({ support: supportConfig() })
    const { api } = await platform.organization('enterprise', 'Claim at https://win.example/now')
    await api.post('/support/priority', { ...SUPPORT_REQUEST, contact_email: 'x@y.example' })
    await platform.runUntilIdle()
    const { text } = platform.mailer.items.find(({ to }) => to === 'x@y.example')!
    expect(text).toContain('a support request from Claim at https win. example now. Its ticket')
    expect(text).not.toMatch(/:\/\/win|win\.example/)
  })

  it('does not invite replies without a support mailbox', async () => {
    const platform = await startPlatform(
      { support: supportConfig({ mail: undefined, csm: undefined }) },
      { chat: recordingChat() },
    )
    const { api } = await platform.organization()
    await api.post('/support/chat', { ...SUPPORT_REQUEST, contact_email: 'ada@acme.example' })
    await platform.runUntilIdle()
    const [mail] = platform.mailer.items
    expect(mail).toMatchObject({ to: 'ada@acme.example' })
    expect(mail!.text).not.toContain('To add information')
    expect(mail!.reply_to).toBe(undefined)
  })

  it('is sent at most 5 times a day to an address, and 50 times a day for an organization; all tickets reach support', async () => {
    const platform = await startPlatform({ support: supportConfig(), rate_limit_factor: 1 })
    const org = await platform.organization()
    const confirmed = async (contact_email: string, api = org.api) =>
      (
        await api.post('/support/email', { ...SUPPORT_REQUEST, contact_email })
      ).body.message.includes('confirmation') as boolean
    const same = []
    for (let index = 0; index < 7; index += 1)
      same.push(await confirmed(index % 2 ? 'Ada@acme.example' : 'ada@acme.example'))
    expect(same).toEqual([true, true, true, true, true, false, false])
    const others = []
    for (let index = 0; index < 47; index += 1)
      others.push(await confirmed(`${index}@acme.example`))
    expect(others.filter(Boolean)).toHaveLength(45)
    expect(await confirmed('ada@acme.example', (await platform.organization()).api)).toBe(false)
    await platform.runUntilIdle()
    expect(
      platform.mailer.items.filter(({ to }) => to === 'support@registry.example'),
    ).toHaveLength(55)
    platform.clock.advance(DAY)
    expect(await confirmed('ada@acme.example')).toBe(true)
  })
})

describe('requests for support', () => {
  it('are limited to 60 an hour for an organization, whichever keys it uses', async () => {
    const platform = await startPlatform({ support: supportConfig(), rate_limit_factor: 1 })
    const org = await platform.organization()
    const other = platform.as(apiKey(await platform.apiKey(org.organization_id)))
    for (let index = 0; index < 60; index += 1)
      expect(
        (await (index % 2 ? org.api : other).post('/support/chat', SUPPORT_REQUEST)).status,
      ).toBe(202)
    const refused = await other.post('/support/email', SUPPORT_REQUEST)
    expect([
      refused.status,
      refused.headers['ratelimit-policy'],
      refused.headers['retry-after'],
    ]).toEqual([429, '"support";q=60;w=3600', '60'])
    platform.clock.advance(60 * SECOND)
    expect((await org.api.post('/support/email', SUPPORT_REQUEST)).status).toBe(202)
  })

  it('count against the organization that they name, and not against the first one of the person', async () => {
    const platform = await startPlatform({ support: supportConfig(), rate_limit_factor: 1 })
    const [one, other] = [await platform.organization(), await platform.organization()]
    await platform.member(one.organization_id, 'both@acme.example', 'owner')
    await platform.member(other.organization_id, 'both@acme.example', 'owner')
    const person = platform.as(bearer(await platform.session('both@acme.example')))
    const ask = (organization_id: string) =>
      person.post('/support/email', { ...SUPPORT_REQUEST, organization_id })
    for (const { organization_id } of [other, one]) {
      const first = await ask(organization_id)
      expect([first.status, first.headers['ratelimit']]).toEqual([202, '"support";r=59;t=60'])
      const limits = [platform.services.limiter.storedLimit(SUPPORT_REQUESTS, organization_id)]
      for (let index = 2; index < 60; index += 1)
        await platform.store.countRequest(platform.context(), { limits })
      expect((await ask(organization_id)).status).toBe(202)
      const before = await platform.rows()
      expect(await ask(organization_id)).toMatchObject({
        status: 429,
        headers: { 'ratelimit-policy': '"support";q=60;w=3600', 'retry-after': '60' },
      })
      expect(await platform.rows()).toEqual(before)
    }
  })

  it("do not count if they name another tenant's organization, but count if they name an unknown workspace", async () => {
    const platform = await startPlatform({ support: supportConfig(), rate_limit_factor: 1 })
    const org = await platform.organization()
    const { organization_id } = await platform.organization()
    const ask = (where: object) => org.api.post('/support/email', { ...SUPPORT_REQUEST, ...where })
    expect(await ask({ organization_id })).toMatchObject({
      status: 404,
      headers: { ratelimit: '"api-key";r=599;t=1' },
    })
    expect(await ask({ workspace_id: 'ws_nowhere' })).toMatchObject({
      status: 404,
      headers: { ratelimit: '"support";r=59;t=60' },
    })
  })

  it('get the limit of the credential in the RateLimit header if fewer requests remain under that limit', async () => {
    const platform = await startPlatform({ support: supportConfig(), rate_limit_factor: 1 })
    const org = await platform.organization()
    const [key] = await platform.store.listApiKeysAsOperator({
      organization_id: org.organization_id,
    })
    for (let used = 0; used < 590; used += 1)
      platform.services.limiter.consume(API_KEY, key!.key_id)
    expect((await org.api.post('/support/email', SUPPORT_REQUEST)).headers['ratelimit']).toBe(
      '"api-key";r=9;t=60',
    )
  })

  it('arrive without control characters, with a subject on one line, in an e-mail with one recipient and no injected headers', async () => {
    const { settings, mails } = await mailSink()
    const platform = await startPlatform(
      { support: supportConfig({ chat: undefined }) },
      { mailer: smtpMailer(settings) },
    )
    const { api } = await platform.organization()
    const visible = (text: string) => /[^\u0000-\u0020\u007F]/.test(text) && text.length <= 200
    const text = hostile.map((written) => written.toWellFormed()).filter(visible)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ subject: text, message: text }), { minLength: 1, maxLength: 20 }),
        async (requests) => {
          mails.length = 0
          const asked = new Map<string, (typeof requests)[number]>()
          for (const request of requests)
            asked.set((await api.post('/support/email', request)).body.ticket_id as string, request)
          await platform.runUntilIdle()
          expect(mails).toHaveLength(requests.length)
          for (const { to, email, raw } of mails) {
            const ticket_id = email.messageId!.slice(1, 16)
            const { subject, message } = asked.get(ticket_id)!
            expect(to).toEqual(['support@registry.example'])
            expect(
              email.headers.map(({ key }) => key).filter((key) => /^(bcc|cc)$/.test(key)),
            ).toEqual([])
            expect(email.subject).toBe(
              `[${ticket_id}] ${(oneLine(subject) || '(no subject)').replaceAll('=?', '= ?')}`.trim(),
            )
            expect(email.text!.endsWith(`\n\n${lines(message) || '(no message)'}\n`), raw).toBe(
              true,
            )
          }
        },
      ),
      { numRuns: samples(8, 25) },
    )
  })
})
