import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { SmtpSettings } from '../../../src/ports/smtp.ts'
import { selfSigned } from '../outgoing/certificate.ts'

/** An e-mail as it arrived: its recipients, its bytes, and the result of an independent parser. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  readonly secure: boolean
  readonly user: string | undefined
  readonly email: Email
}

const { key, cert } = selfSigned('localhost')
export { cert }
/** The server's replies to a sender, a recipient or a whole message: a reply code with its text, or undefined to accept it. */
export interface SmtpReplies {
  readonly toRecipient?: (address: string) => [code: number, text: string] | undefined
  readonly toMail?: (raw: string) => [code: number, text: string] | undefined
  readonly toSender?: (address: string) => [code: number, text: string] | undefined
}

const errorOf = (reply: [code: number, text: string] | undefined): Error | undefined =>
  reply && Object.assign(new Error(reply[1]), { responseCode: reply[0] })

/** Starts a real SMTP server on this machine that keeps mail until the test is over. It offers STARTTLS with an untrusted certificate. */
export async function mailSink(options: SMTPServerOptions = {}, replies: SmtpReplies = {}) {
  const { close, ...sink } = await openMailSink(options, replies)
  onTestFinished(close)
  return sink
}

/** Starts the same server, which runs until it is closed. */
export async function openMailSink(options: SMTPServerOptions = {}, replies: SmtpReplies = {}) {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    key,
    cert,
    logger: false,
    onMailFrom: ({ address }, _, done) => done(errorOf(replies.toSender?.(address))),
    onRcptTo: ({ address }, _, done) => done(errorOf(replies.toRecipient?.(address))),
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = structuredClone(session.envelope)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks)
        const refused = errorOf(replies.toMail?.(raw.toString('utf8')))
        if (refused) return done(refused)
        void PostalMime.parse(raw).then((email) => {
          mails.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            raw: raw.toString('utf8'),
            secure: session.secure,
            user: session.user as string | undefined,
            email,
          })
          done()
        }, done)
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
    })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', () => listening())
  })
  const { port } = server.server.address() as AddressInfo
  const settings: SmtpSettings = {
    host: '127.0.0.1',
    port,
    secure: false,
    starttls: 'never',
    user: undefined,
    password: undefined,
    ca: undefined,
    from: { name: 'Agent registry', address: 'registry@agents.example' },
  }
  return { port, mails, settings, server, close }
}
