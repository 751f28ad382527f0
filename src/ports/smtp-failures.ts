import type { MailResult } from './mailer.ts'

interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
}

const WRONG_CREDENTIALS = 'the mail server refuses the user or the password'

/** Reply codes about authentication and encryption (RFC 4954, 6; RFC 3207, 4). They indicate wrong settings, not a faulty e-mail. */
const AUTHENTICATION_REPLIES: Readonly<Record<number, string>> = {
  530: 'the mail server requires a user and password, or encryption; check SVC_SMTP_URL and SVC_SMTP_STARTTLS',
  534: 'the mail server requires a stronger authentication mechanism than a password',
  535: WRONG_CREDENTIALS,
  538: 'the mail server accepts a password only over an encrypted connection; set SVC_SMTP_STARTTLS to required',
}
const MAX_REPLY_LENGTH = 200

/**
 * Returns the result of a failed SMTP conversation. A sender, a recipient or an e-mail that is refused with 5xx is rejected permanently
 * (RFC 5321, 4.2.1); everything else is retried. The server's reply is quoted only if it was sent before the server received the e-mail,
 * because a later one might quote the e-mail.
 */
export function smtpFailure(cause: unknown): Exclude<MailResult, { kind: 'sent' }> {
  const { code = '', command = '', responseCode, response = '', message } = cause as SmtpError
  const refusal =
    AUTHENTICATION_REPLIES[responseCode ?? 0] ?? (code === 'EAUTH' ? WRONG_CREDENTIALS : undefined)
  if (refusal !== undefined)
    return deferred(responseCode === undefined ? refusal : `${refusal} (${responseCode})`)
  if (responseCode === undefined || responseCode < 400)
    return deferred(
      REASONS[code] ??
        `the mail server cannot be used: ${plain(message).replace(/^connect ECONNREFUSED /, 'connection refused by ')}`,
    )
  const was_received = command === 'DATA' || code === 'EMESSAGE'
  const stage = was_received ? 'the e-mail' : (STAGES[command] ?? 'the connection')
  const reply = was_received
    ? (/^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response)?.[1] ?? '')
    : plain(response.replace(/^\d{3}[ -]/, ''))
  const reason = `the mail server refused ${stage}: ${responseCode} ${reply}`.trim()
  return responseCode >= 500 && (was_received || command in STAGES)
    ? { kind: 'refused', reason }
    : deferred(reason)
}

const STAGES: Readonly<Record<string, string>> = {
  'MAIL FROM': 'the sender',
  'RCPT TO': 'the recipient',
}
const REASONS: Readonly<Record<string, string>> = {
  EDNS: 'the name of the mail server does not resolve',
  ETIMEDOUT: 'the mail server did not respond in time',
  ETLS: 'the connection to the mail server cannot be encrypted',
}

const deferred = (reason: string): Exclude<MailResult, { kind: 'sent' }> => ({
  kind: 'deferred',
  reason,
})
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_REPLY_LENGTH)
