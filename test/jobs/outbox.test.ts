import { describe, expect, it } from 'vitest'
import { retryDelay } from '../../src/domain/outbox.ts'
import { pin } from '../../src/domain/secrets.ts'
import { capturingMailer, noMailer, type Mailer } from '../../src/ports/mailer.ts'
import { smtpMailer } from '../../src/ports/smtp.ts'
import { startPlatform } from '../http/platform.ts'
import { SECOND, MINUTE, HOUR } from '../kit/time.ts'
import { supportConfig, SUPPORT_REQUEST } from '../kit/support.ts'
import { mailSink, type SmtpReplies } from '../ports/mail/sink.ts'

/** Starts a platform with a real mail server whose responses the test determines. */
async function platformWith(replies: SmtpReplies = {}) {
  const sink = await mailSink({}, replies)
  const platform = await startPlatform(
    { support: supportConfig({ chat: undefined }) },
    { mailer: smtpMailer(sink.settings) },
  )
  const org = await platform.organization()
  const requestPin = async () =>
    (await platform.as({}).post('/admin/auth/request-pin', { email: org.email })).body
      .challenge_id as string
  const open = () => platform.store.listOutbox({ all: false, limit: 9 })
  const delivered = async (outcome: string) =>
    Number(
      new RegExp(`svc_deliveries_total\\{kind="\\w+",outcome="${outcome}"\\} (\\d+)`).exec(
        await platform.metrics.text(),
      )?.[1] ?? 0,
    )
  return {
    ...sink,
    platform,
    org,
    requestPin,
    open,
    delivered,
    pinOf: (challenge_id: string) => pin(platform.services.master_keys.ring()[0]!, challenge_id),
  }
}

describe('a PIN e-mail', () => {
  it('contains the PIN only in its text: not in a header, the store or a log', async () => {
    const { platform, mails, org, requestPin, pinOf } = await platformWith()
    const challenge_id = await requestPin()
    await platform.runUntilIdle()
    const [mail] = mails
    expect(mail).toMatchObject({
      to: [org.email],
      email: { subject: 'Your sign-in PIN for the agent registry' },
    })
    const PIN = pinOf(challenge_id)
    expect(mail!.email.text!.startsWith(`Your PIN is ${PIN}\n`)).toBe(true)
    expect(mail!.email.text).toContain(
      `Valid until: 2026-03-01 12:05 UTC, for this sign-in only\nChallenge: ${challenge_id}`,
    )
    expect(mail!.email.text).not.toMatch(/click|password/i)
    expect(JSON.stringify(mail!.email.headers)).not.toContain(PIN)
    expect(JSON.stringify([await platform.rows(), platform.log])).not.toContain(PIN)
    const signed = await platform
      .as({})
      .post('/admin/auth/verify-pin', { email: org.email, challenge_id, pin: PIN })
    expect(signed.status).toBe(200)
  })

  it('is retried with exponential backoff while the server defers it, and arrives once', async () => {
    let busy = 3
    const { platform, mails, requestPin, open, delivered } = await platformWith({
      toRecipient: () => (busy-- > 0 ? [450, '4.2.0 greylisted'] : undefined),
    })
    await requestPin()
    await platform.runUntilIdle()
    expect(await open()).toMatchObject([
      {
        attempts: 1,
        ended: null,
        last_error: 'the mail server refused the recipient: 450 4.2.0 greylisted',
      },
    ])
    for (let passed = 0; passed < 15; passed += 1) await platform.advance(SECOND)
    expect([
      mails.length,
      await open(),
      await delivered('deferred'),
      await delivered('delivered'),
    ]).toEqual([1, [], 3, 1])
  })

  it('is not sent at the moment when the PIN expires, five minutes after the request', async () => {
    let busy = true
    const { platform, mails, requestPin, delivered } = await platformWith({
      toRecipient: () => (busy ? [450, '4.2.0 later'] : undefined),
    })
    await requestPin()
    await platform.runUntilIdle()
    busy = false
    await platform.advance(5 * MINUTE)
    expect([mails, await delivered('skipped')]).toEqual([[], 1])
  })

  it('is not sent once the PIN has expired', async () => {
    let busy = true
    const { platform, mails, requestPin, delivered } = await platformWith({
      toRecipient: () => (busy ? [450, '4.2.0 later'] : undefined),
    })
    await requestPin()
    await platform.runUntilIdle()
    busy = false
    await platform.advance(6 * MINUTE)
    expect([mails, await delivered('skipped')]).toEqual([[], 1])
  })

  it('that is rejected permanently is not retried, and the operator sees it without the PIN', async () => {
    let quoted = ''
    const { platform, mails, requestPin, open, delivered, pinOf } = await platformWith({
      toMail: (raw) => [554, `5.7.1 spam: ${(quoted = raw)}`],
    })
    const PIN = pinOf(await requestPin())
    await platform.runUntilIdle()
    await platform.advance(MINUTE)
    expect(quoted).toContain(PIN)
    expect(await open()).toMatchObject([
      {
        kind: 'admin_pin',
        ended: 'bounced',
        attempts: 1,
        last_error: 'the mail server refused the e-mail: 554 5.7.1',
      },
    ])
    expect([mails, await delivered('bounced')]).toEqual([[], 1])
    const lines = platform.log.filter((line) => line.includes('rejected permanently'))
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        level: 'error',
        kind: 'admin_pin',
        attempts: 1,
        reason: 'the mail server refused the e-mail: 554 5.7.1',
      },
    ])
    expect(JSON.stringify([await platform.rows(), platform.log])).not.toContain(PIN)
  })
})

describe('a PIN without a mail server', () => {
  it('has a delivery that ends at once; for a member, one log line names the command that shows the PIN', async () => {
    const platform = await startPlatform({}, { mailer: noMailer })
    const org = await platform.organization()
    const ask = async (email: string) =>
      (await platform.as({}).post('/admin/auth/request-pin', { email })).body as Record<
        string,
        string
      >
    const [mine, theirs] = [await ask(org.email), await ask('stranger@example.com')]
    expect([Object.keys(mine), mine['delivery']]).toEqual([Object.keys(theirs), theirs['delivery']])
    for (let passed = 0; passed < 12; passed += 1) await platform.advance(MINUTE)
    expect(await platform.store.listOutbox({ all: false, limit: 9 })).toEqual([])
    const lines = platform.log
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ kind, level }) => kind === 'admin_pin' && level !== 'debug')
    expect(lines).toMatchObject([
      {
        level: 'info',
        challenge_id: mine['challenge_id'],
        attempts: 1,
        reason: expect.stringContaining('svc-registry pin show --email EMAIL'),
      },
    ])
    const closed = await platform.store.listOutbox({ all: true, limit: 9 })
    expect(closed.map(({ ended, last_error }) => [ended, last_error]).toSorted()).toEqual(
      [
        ['skipped', null],
        ['skipped', lines[0]!['reason']],
      ].toSorted(),
    )
  })

  it('has a delivery that is removed after a day', async () => {
    const platform = await startPlatform({}, { mailer: noMailer })
    const org = await platform.organization()
    await platform.as({}).post('/admin/auth/request-pin', { email: org.email })
    await platform.runUntilIdle()
    await platform.advance(25 * HOUR)
    expect(await platform.store.listOutbox({ all: true, limit: 9 })).toEqual([])
  })
})

describe('the outbox', () => {
  it('and the log do not contain the text of a support request that the mail server quotes when it rejects the e-mail', async () => {
    const { platform, org, open } = await platformWith({
      toMail: (raw) => [554, `5.7.1 no: ${raw}`],
    })
    await org.api.post('/support/email', SUPPORT_REQUEST)
    await platform.runUntilIdle()
    expect(await open()).toMatchObject([
      {
        kind: 'support_mail',
        ended: 'bounced',
        last_error: 'the mail server refused the e-mail: 554 5.7.1',
      },
    ])
    expect(JSON.stringify([await open(), platform.log])).not.toContain('seats')
  })

  it('reports a bounce in the words of the server, and a retry succeeds once the cause is fixed', async () => {
    let rejects = true
    const { platform, org, mails, open } = await platformWith({
      toRecipient: () => (rejects ? [550, '5.1.1 no such user'] : undefined),
    })
    await org.api.post('/support/email', SUPPORT_REQUEST)
    await platform.runUntilIdle()
    const [item] = await open()
    expect(item).toMatchObject({
      ended: 'bounced',
      last_error: 'the mail server refused the recipient: 550 5.1.1 no such user',
    })
    rejects = false
    await platform.store.retryOutbox(platform.context(), { outbox_id: item!.outbox_id })
    await platform.runUntilIdle()
    expect([mails.length, await open()]).toEqual([1, []])
    expect(
      (await platform.store.retryOutbox(platform.context(), { outbox_id: item!.outbox_id }))
        .retried,
    ).toEqual([])
  })

  it('keeps retrying an e-mail while the mail server refuses the password, which the operator has to fix', async () => {
    const { platform, org, open } = await platformWith({
      toSender: () => [535, '5.7.8 authentication credentials invalid'],
    })
    await org.api.post('/support/email', SUPPORT_REQUEST)
    await platform.runUntilIdle()
    for (let passed = 0; passed < 10; passed += 1) await platform.advance(10 * MINUTE)
    expect(await open()).toMatchObject([
      { ended: null, last_error: 'the mail server refuses the user or the password (535)' },
    ])
  })

  it('waits between half and all of a delay that doubles, or for as long as the receiver asks, up to the limit of its kind', () => {
    for (const [kind, longest] of [
      ['admin_pin', 120_000],
      ['support_mail', 1_800_000],
    ] as const) {
      expect([0, 1, 2, 3].map((attempts) => retryDelay(kind, attempts, 0))).toEqual([
        1000, 2000, 4000, 8000,
      ])
      expect([0, 1, 2, 3].map((attempts) => retryDelay(kind, attempts, 1))).toEqual([
        2000, 4000, 8000, 16_000,
      ])
      expect([
        retryDelay(kind, 1000, 1),
        retryDelay(kind, 0, 0, 60_000),
        retryDelay(kind, 0, 0, 1e9),
      ]).toEqual([longest, 60_000, longest])
    }
  })

  it('delivers three items of one organization at once, and none twice', async () => {
    const capturing = capturingMailer(() => '')
    const [sending, most] = [new Set<string>(), { count: 0 }]
    const mailer: Mailer = {
      ...capturing,
      async send(mail) {
        sending.add(mail.id)
        most.count = Math.max(most.count, sending.size)
        await new Promise((passed) => setImmediate(passed))
        sending.delete(mail.id)
        return capturing.send(mail)
      },
    }
    const platform = await startPlatform({ support: supportConfig() }, { mailer })
    const { api } = await platform.organization()
    for (let index = 0; index < 20; index += 1) await api.post('/support/email', SUPPORT_REQUEST)
    await platform.runUntilIdle()
    expect([
      most.count,
      capturing.items.length,
      new Set(capturing.items.map(({ id }) => id)).size,
    ]).toEqual([3, 20, 20])
  })
})
