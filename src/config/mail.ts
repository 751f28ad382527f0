import { readFileSync } from 'node:fs'
import type { SmtpSettings } from '../ports/smtp.ts'
import { ConfigError, oneOf, sender, type Environment } from './values.ts'
import type { Setting } from './settings.ts'

export const mailSettings: readonly Setting[] = [
  {
    name: 'SVC_SMTP_URL',
    secret: true,
    description:
      'Mail server: `smtp://USER:PASSWORD@HOST:587`, or `smtps://` for TLS from the start; ' +
      'percent-encode special characters in the password',
    fallback: 'no mail: `pin show` shows the PINs of people who sign in',
  },
  {
    name: 'SVC_MAIL_FROM',
    description: 'Sender, such as `Registry <registry@example.com>`',
    fallback: 'required with SVC_SMTP_URL',
  },
  {
    name: 'SVC_SMTP_STARTTLS',
    description:
      '`required`: encrypt, with a valid certificate; `offered`: encrypt if the server offers it, ' +
      'with any certificate; `never`',
    fallback:
      '`required` if SVC_SMTP_URL has a user name and another machine as its host, else `offered`',
  },
  {
    name: 'SVC_SMTP_CA',
    description:
      'File with PEM certificates to trust for the mail server, in addition to the default certificates',
    fallback: 'none',
  },
]

/** Reads the mail server, or returns undefined if none is configured. @throws ConfigError */
export function readMail(env: Environment): SmtpSettings | undefined {
  const address = env['SVC_SMTP_URL']
  if (address === undefined) return undefined
  const url = URL.parse(address)
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new ConfigError(
      'SVC_SMTP_URL must be an address like smtp://user:password@mail.example.com:587, or begin with smtps://.',
    )
  if (url.hash !== '')
    throw new ConfigError(
      'SVC_SMTP_URL must have its user name and password percent-encoded: write # as %23.',
    )
  if (url.search !== '' || url.pathname.length > 1)
    throw new ConfigError(
      'SVC_SMTP_URL must end with the host or its port; configure encryption with SVC_SMTP_STARTTLS and SVC_SMTP_CA.',
    )
  if (url.username === '' && url.password !== '')
    throw new ConfigError('SVC_SMTP_URL must have a user name in front of its password.')
  if (!env['SVC_MAIL_FROM'])
    throw new ConfigError(
      'SVC_MAIL_FROM must be set together with SVC_SMTP_URL: it is the sender address of the registry.',
    )
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const [user, password] = [url.username, url.password].map((part) =>
    part === '' ? undefined : decoded(part),
  )
  const secure = url.protocol === 'smtps:'
  const defaultMode = user !== undefined && !LOOPBACK.test(host) ? 'required' : 'offered'
  return {
    host,
    secure,
    user,
    password,
    port: Number(url.port) || (secure ? 465 : 587),
    starttls: oneOf('SVC_SMTP_STARTTLS', env['SVC_SMTP_STARTTLS'] ?? defaultMode, [
      'required',
      'offered',
      'never',
    ]),
    ca: env['SVC_SMTP_CA'] === undefined ? undefined : certificates(env['SVC_SMTP_CA']),
    from: sender('SVC_MAIL_FROM', env['SVC_MAIL_FROM']),
  }
}

const LOOPBACK = /^(localhost|127\.[\d.]+|::1)$/

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new ConfigError(
      'SVC_SMTP_URL must have its user name and password percent-encoded: write a percent sign as %25.',
    )
  }
}

function certificates(path: string): string {
  try {
    const text = readFileSync(path, 'utf8')
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  } catch (cause) {
    throw new ConfigError(
      `SVC_SMTP_CA must name a file that can be read: ${(cause as Error).message}.`,
    )
  }
  throw new ConfigError(
    `SVC_SMTP_CA must name a file with certificates in PEM format; ${path} has none.`,
  )
}
