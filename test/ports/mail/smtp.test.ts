import fc from 'fast-check'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readMail } from '../../../src/config/mail.ts'
import type { Mail } from '../../../src/ports/mailer.ts'
import { smtpMailer, type SmtpSettings } from '../../../src/ports/smtp.ts'
import { hostile } from './hostile.ts'
import { selfSigned } from '../outgoing/certificate.ts'
import { cert, mailSink, type SmtpReplies, type ReceivedMail } from './sink.ts'
import { newFolder } from '../../kit/folder.ts'

const MAIL: Mail = {
  id: 'SUP-1',
  to: 'ada@acme.example',
  subject: 'Grüße',
  text: 'Zeile eins\n\n.\nFrom here on: ✓\n',
}
const PASSWORD = 'correct horse/battery'

describe('an e-mail in a real SMTP conversation', () => {
  it('arrives as text for one recipient, and is marked as automatic', async () => {
    const { settings, mails } = await mailSink()
    expect(
      await smtpMailer(settings).send({
        ...MAIL,
        reply_to: ['bob@acme.example'],
        about: 'SUP-0',
        urgent: true,
      }),
    ).toEqual({ kind: 'sent' })
    const [{ from, to, email }] = mails as [(typeof mails)[number]]
    expect([from, to]).toEqual(['registry@agents.example', ['ada@acme.example']])
    expect(email).toMatchObject({
      from: { address: 'registry@agents.example', name: 'Agent registry' },
      to: [{ address: 'ada@acme.example' }],
      replyTo: [{ address: 'bob@acme.example' }],
      subject: 'Grüße',
      messageId: '<SUP-1@agents.example>',
      references: '<SUP-0@agents.example>',
      text: MAIL.text,
    })
    const header = (name: string) => email.headers.find(({ key }) => key === name)?.value
    expect([header('auto-submitted'), header('importance'), header('content-type')]).toEqual([
      'auto-generated',
      'High',
      'text/plain; charset=utf-8',
    ])
    expect(email.html).toBeUndefined()
  })

  it('keeps its Message-ID when it is retried', async () => {
    const { settings, mails } = await mailSink()
    for (let index = 0; index < 2; index += 1) await smtpMailer(settings).send(MAIL)
    expect(new Set(mails.map(({ email }) => email.messageId)).size).toBe(1)
  })

  it('has the same headers and the same recipient whatever users wrote', async () => {
    const { settings, mails } = await mailSink()
    const shape = ({ email }: ReceivedMail) =>
      email.headers.map(({ key }) => key).filter((key) => key !== 'content-transfer-encoding')
    await smtpMailer(settings).send(MAIL)
    const [usual] = mails.map(shape)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(hostile, hostile), { minLength: 1, maxLength: 25 }),
        async (texts) => {
          mails.length = 0
          const sent = texts.map(([subject, text]) =>
            smtpMailer(settings).send({ ...MAIL, subject: `[SUP-1] ${subject}`, text }),
          )
          expect(new Set((await Promise.all(sent)).map(({ kind }) => kind))).toEqual(
            new Set(['sent']),
          )
          for (const arrived of mails) {
            expect(arrived.to).toEqual([MAIL.to])
            expect(shape(arrived)).toEqual(usual)
            expect(arrived.email.subject).toMatch(/^\[SUP-1\][^\r\n]*$/)
            expect(arrived.email.to).toEqual([{ address: MAIL.to, name: '' }])
          }
        },
      ),
      { numRuns: 20 },
    )
  })
})

describe('encryption', () => {
  const noStarttls = { disabledCommands: ['STARTTLS'] }
  const cases: readonly [
    what: string,
    settings: Partial<SmtpSettings>,
    server: object,
    kind: 'sent' | 'deferred',
    secure: boolean,
  ][] = [
    [
      'is used when it is required and the certificate verifies',
      { starttls: 'required', ca: cert, host: 'localhost' },
      {},
      'sent',
      true,
    ],
    [
      'fails and defers the e-mail when it is required and the certificate is untrusted',
      { starttls: 'required' },
      {},
      'deferred',
      false,
    ],
    [
      'fails and defers the e-mail when it is required and the certificate is that of another host',
      { starttls: 'required', ca: cert },
      {},
      'deferred',
      false,
    ],
    [
      'fails and defers the e-mail when it is required but not offered',
      { starttls: 'required', ca: cert, host: 'localhost' },
      noStarttls,
      'deferred',
      false,
    ],
    [
      'is used when it is offered, even with an untrusted certificate',
      { starttls: 'offered' },
      {},
      'sent',
      true,
    ],
    [
      'fails and defers the e-mail when it is offered with a certificate from an authority other than the configured one',
      { starttls: 'offered', ca: selfSigned('localhost').cert, host: 'localhost' },
      {},
      'deferred',
      false,
    ],
    [
      'is not used when it is optional and the server does not offer it',
      { starttls: 'offered' },
      noStarttls,
      'sent',
      false,
    ],
    [
      'is not used when it is disabled, even if the server offers it',
      { starttls: 'never' },
      {},
      'sent',
      false,
    ],
    [
      'is used from the first byte when TLS is implicit and the certificate verifies',
      { secure: true, ca: cert, host: 'localhost' },
      { secure: true },
      'sent',
      true,
    ],
    [
      'fails and defers the e-mail when TLS is implicit and the certificate is untrusted',
      { secure: true },
      { secure: true },
      'deferred',
      false,
    ],
  ]
  it.each(cases)('%s', async (_, settings, server, kind, secure) => {
    const sink = await mailSink(server)
    const mailer = smtpMailer({ ...sink.settings, ...settings })
    expect((await mailer.check()).kind).toBe(kind)
    expect((await mailer.send(MAIL)).kind).toBe(kind)
    expect(sink.mails.map((mail) => mail.secure)).toEqual(kind === 'sent' ? [secure] : [])
  })

  it('is required by default if a password leaves this machine, and otherwise used if offered', () => {
    const of = (SVC_SMTP_URL: string) =>
      readMail({ SVC_SMTP_URL, SVC_MAIL_FROM: 'a@b.example' })!.starttls
    expect(of('smtp://user:secret@mail.example.com')).toBe('required')
    expect(
      [
        'smtp://mail.example.com',
        'smtp://user:secret@localhost',
        'smtp://user:secret@127.0.0.1:25',
        'smtp://user:secret@[::1]',
      ].map(of),
    ).toEqual(Array(4).fill('offered'))
  })
})

describe('SMTP authentication', () => {
  const protectedSink = () =>
    mailSink({
      authOptional: false,
      onAuth: ({ username, password }, _, done) =>
        username === 'registry@acme' && password === PASSWORD
          ? done(null, { user: username })
          : done(new Error(`535 wrong: ${String(password)}`)),
    })

  it('uses the user and the password of the address, over an encrypted connection', async () => {
    const { port, mails } = await protectedSink()
    const path = join(newFolder(), 'ca.pem')
    writeFileSync(path, cert)
    const settings = readMail({
      SVC_SMTP_URL: `smtp://${encodeURIComponent('registry@acme')}:${encodeURIComponent(PASSWORD)}@localhost:${port}`,
      SVC_MAIL_FROM: 'Registry <registry@agents.example>',
      SVC_SMTP_STARTTLS: 'required',
      SVC_SMTP_CA: path,
    })!
    expect(await smtpMailer(settings).check()).toEqual({ kind: 'sent' })
    expect(await smtpMailer(settings).send(MAIL)).toEqual({ kind: 'sent' })
    expect(mails).toMatchObject([{ secure: true, user: 'registry@acme' }])
  })

  it('is retried later if it fails, and the password does not appear in the reason', async () => {
    const { settings } = await protectedSink()
    for (const [password, expected] of [
      [`${PASSWORD}!`, 'the mail server refuses the user or the password (535)'],
      [
        undefined,
        'the mail server requires a user and password, or encryption; check SVC_SMTP_URL and SVC_SMTP_STARTTLS (530)',
      ],
    ] as const) {
      const mailer = smtpMailer({
        ...settings,
        starttls: 'offered',
        user: password && 'registry@acme',
        password,
      })
      expect(await mailer.send(MAIL)).toEqual({ kind: 'deferred', reason: expected })
    }
  })
})

describe('a refusal', () => {
  const CANARY = 'canary in the coal mine'
  const cases: readonly [
    what: string,
    replies: SmtpReplies,
    expected: { kind: string; reason: string },
  ][] = [
    [
      'of the recipient with 5xx is permanent',
      { toRecipient: () => [550, '5.1.1 no such user here'] },
      {
        kind: 'refused',
        reason: 'the mail server refused the recipient: 550 5.1.1 no such user here',
      },
    ],
    [
      'of the recipient with 4xx is temporary',
      { toRecipient: () => [450, '4.2.0 greylisted'] },
      { kind: 'deferred', reason: 'the mail server refused the recipient: 450 4.2.0 greylisted' },
    ],
    [
      'of the sender with 5xx is permanent',
      { toSender: () => [553, '5.7.1 not yours'] },
      { kind: 'refused', reason: 'the mail server refused the sender: 553 5.7.1 not yours' },
    ],
    [
      'that asks for credentials is temporary',
      { toSender: () => [530, '5.7.0 authentication required'] },
      {
        kind: 'deferred',
        reason:
          'the mail server requires a user and password, or encryption; check SVC_SMTP_URL and SVC_SMTP_STARTTLS (530)',
      },
    ],
    [
      'of a mechanism that is too weak is temporary',
      { toSender: () => [534, '5.7.9 mechanism too weak'] },
      {
        kind: 'deferred',
        reason:
          'the mail server requires a stronger authentication mechanism than a password (534)',
      },
    ],
    [
      'of a mechanism without encryption is temporary',
      { toSender: () => [538, '5.7.11 encryption required'] },
      {
        kind: 'deferred',
        reason:
          'the mail server accepts a password only over an encrypted connection; set SVC_SMTP_STARTTLS to required (538)',
      },
    ],
    [
      'of the message with 5xx is permanent, and the reason does not repeat the text of the server',
      { toMail: (raw) => [554, `5.7.1 we do not like "${raw.slice(-60)}"`] },
      { kind: 'refused', reason: 'the mail server refused the e-mail: 554 5.7.1' },
    ],
    [
      'of the message with 4xx is temporary, and the reason does not repeat the text of the server',
      { toMail: () => [451, `4.3.0 later ${CANARY}`] },
      { kind: 'deferred', reason: 'the mail server refused the e-mail: 451 4.3.0' },
    ],
  ]
  it.each(cases)('%s', async (_, replies, expected) => {
    const { settings, mails } = await mailSink({}, replies)
    expect(await smtpMailer(settings).send({ ...MAIL, text: CANARY })).toEqual(expected)
    expect(mails).toEqual([])
  })

  it('of the connection is temporary', async () => {
    const { settings, server } = await mailSink()
    await new Promise<void>((closed) => {
      server.close(() => closed())
    })
    const { kind, reason } = (await smtpMailer(settings).send(MAIL)) as {
      kind: string
      reason: string
    }
    expect([kind, reason]).toEqual([
      'deferred',
      `the mail server cannot be used: connection refused by 127.0.0.1:${settings.port}`,
    ])
  })
})

describe('the mail settings', () => {
  it.each([
    [{ SVC_SMTP_URL: 'http://mail' }, /SVC_SMTP_URL must be an address like smtp:/],
    [{ SVC_SMTP_URL: 'smtp://u:1#2@mail' }, /percent-encoded: write # as %23/],
    [{ SVC_SMTP_URL: 'smtp://:secret@mail' }, /SVC_SMTP_URL must have a user/],
    [{ SVC_SMTP_URL: 'smtp://' }, /SVC_SMTP_URL/],
    [{ SVC_SMTP_URL: 'smtp://h?requireTLS=true' }, /SVC_SMTP_STARTTLS/],
    [{ SVC_SMTP_URL: 'smtp://u:100%@h' }, /percent-encoded/],
    [{ SVC_SMTP_URL: 'smtp://h', SVC_MAIL_FROM: '' }, /SVC_MAIL_FROM must be set/],
    [
      { SVC_SMTP_URL: 'smtp://h', SVC_MAIL_FROM: 'nobody' },
      /SVC_MAIL_FROM must be an e-mail address/,
    ],
    [
      { SVC_SMTP_URL: 'smtp://h', SVC_MAIL_FROM: 'a@b.example, c@d.example' },
      /SVC_MAIL_FROM must be an e-mail address/,
    ],
    [
      { SVC_SMTP_URL: 'smtp://h', SVC_SMTP_STARTTLS: 'yes' },
      /SVC_SMTP_STARTTLS must be one of required, offered, never/,
    ],
    [{ SVC_SMTP_URL: 'smtp://h', SVC_SMTP_CA: '/nowhere.pem' }, /SVC_SMTP_CA must name a file/],
    [
      { SVC_SMTP_URL: 'smtp://h', SVC_SMTP_CA: import.meta.filename },
      /SVC_SMTP_CA must name a file with certificates/,
    ],
  ])(
    'are rejected with a message that says what is wrong, and does not contain the password: %j',
    (env, message) => {
      const read = () => readMail({ SVC_MAIL_FROM: 'a@b.example', ...env })
      expect(read).toThrow(message)
      expect(read).not.toThrow(/100%|1#2|secret/)
    },
  )

  it.each([
    ['smtp://user@mail.example', 'required'],
    ['smtp://user:password@mail.example', 'required'],
    ['smtp://mail.example', 'offered'],
    ['smtp://user:password@localhost', 'offered'],
    ['smtp://user:password@127.0.0.2', 'offered'],
    ['smtp://user:password@[::1]', 'offered'],
  ])('require encryption by default for a user name on another machine: %s', (url, starttls) => {
    expect(readMail({ SVC_SMTP_URL: url, SVC_MAIL_FROM: 'a@b.example' })?.starttls).toBe(starttls)
  })

  it('contain the sender, and the host, port, user and password of the mail server', () => {
    expect(
      readMail({
        SVC_SMTP_URL: 'smtps://us%40er:p%2Fw@[::1]',
        SVC_MAIL_FROM: '"Acme, Registry" <r@acme.example>',
      }),
    ).toMatchObject({
      host: '::1',
      port: 465,
      secure: true,
      user: 'us@er',
      password: 'p/w',
      from: { name: 'Acme, Registry', address: 'r@acme.example' },
    })
  })
})
