import { createTransport } from 'nodemailer'
import { smtpFailure } from './smtp-failures.ts'
import type { Mail, Mailer } from './mailer.ts'

/** The configuration of a mail server. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (`smtps:`). */
  readonly secure: boolean
  /**
   * Whether STARTTLS is used if `secure` is false. `required` demands it, with a valid certificate. `offered` uses it if the server offers
   * it, and verifies the certificate only if `ca` is set, because an attacker who can forge a certificate can also remove the offer.
   */
  readonly starttls: 'required' | 'offered' | 'never'
  readonly user: string | undefined
  readonly password: string | undefined
  /** Additional certificates to trust, in PEM. */
  readonly ca: string | undefined
  /** The address in From. */
  readonly from: { readonly name: string; readonly address: string }
}

/** Timeouts, so that a server that hangs does not delay later deliveries. */
const CONNECTION_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 30_000

/** Creates a mailer that sends through an SMTP server (RFC 5321), with one connection per e-mail. */
export function smtpMailer(settings: SmtpSettings): Mailer {
  const { host, port, secure, starttls, user, password, ca, from } = settings
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: starttls === 'required',
    ignoreTLS: starttls === 'never',
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    tls: {
      rejectUnauthorized: secure || starttls === 'required' || ca !== undefined,
      ...(ca !== undefined && { ca: [ca] }),
    },
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    dnsTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  })
  return {
    send: (mail) =>
      transport
        .sendMail(messageOf(mail, from))
        .then(() => ({ kind: 'sent' as const }), smtpFailure),
    check: () => transport.verify().then(() => ({ kind: 'sent' as const }), smtpFailure),
  }
}

/**
 * Returns the message for the mail library. Addresses are objects, which are never parsed, and the envelope names one recipient, whatever
 * the headers say. The e-mail is marked as automatic (RFC 3834), so that no autoresponder replies to it.
 */
function messageOf(
  { id, to, subject, text, reply_to = [], about, urgent = false }: Mail,
  from: SmtpSettings['from'],
) {
  const messageId = (name: string) =>
    `<${name}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`
  return {
    from,
    to: { name: '', address: to },
    subject: escapeEncodedWords(subject),
    text,
    messageId: messageId(id),
    envelope: { from: from.address, to: [to] },
    ...(reply_to.length > 0 && { replyTo: reply_to.map((address) => ({ name: '', address })) }),
    ...(about !== undefined && { references: [messageId(about)] }),
    ...(urgent && { priority: 'high' as const }),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

/** Inserts a space into text that looks like an encoded word (RFC 2047), because mail readers would decode it. */
const escapeEncodedWords = (subject: string): string => subject.replaceAll('=?', '= ?')
