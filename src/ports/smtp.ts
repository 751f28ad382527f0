import { createTransport } from 'nodemailer'
import { smtpFailure } from './smtp-failures.ts'
import type { Mail, Mailer } from './mailer.ts'

/** A mail server, and how to talk to it. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (`smtps:`). */
  readonly secure: boolean
  /**
   * STARTTLS otherwise: `required`, with a certificate that verifies; `offered`, wherever the server offers it and whatever its
   * certificate, since whoever could forge one could as well take the offer away; or `never`.
   */
  readonly starttls: 'required' | 'offered' | 'never'
  readonly user: string | undefined
  readonly password: string | undefined
  /** Certificates to trust beside the usual ones, in PEM. */
  readonly ca: string | undefined
  /** The address in From. */
  readonly from: { readonly name: string; readonly address: string }
}

/** A server that hangs must not hold up the deliveries behind it. */
const CONNECTING_MS = 10_000
const SILENT_MS = 30_000

/** Sends through an SMTP server (RFC 5321), one connection per mail. */
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
    connectionTimeout: CONNECTING_MS,
    greetingTimeout: CONNECTING_MS,
    dnsTimeout: CONNECTING_MS,
    socketTimeout: SILENT_MS,
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
 * Addresses go in as objects, which are never parsed, and the envelope names one recipient, whatever stands in the headers. Mail of a
 * program says so (RFC 3834), so that nobody's holiday notice answers it.
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
    subject: literal(subject),
    text,
    messageId: messageId(id),
    envelope: { from: from.address, to: [to] },
    ...(reply_to.length > 0 && { replyTo: reply_to.map((address) => ({ name: '', address })) }),
    ...(about !== undefined && { references: [messageId(about)] }),
    ...(urgent && { priority: 'high' as const }),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

/** What looks like an encoded word (RFC 2047) would be decoded by the reader; with a blank in it, it is shown as it was written. */
const literal = (subject: string): string => subject.replaceAll('=?', '= ?')
