import {
  RESPONSE_HOURS,
  SUPPORT_ROUTES,
  type SupportSettings,
  type SupportRoute,
} from '../domain/support/ticket.ts'
import type { ChatSettings } from '../ports/chat.ts'
import { isAllowEntry } from '../ports/outgoing/guard.ts'
import {
  ConfigError,
  integer,
  mailAddress,
  oneOf,
  boolean,
  words,
  type Environment,
} from './values.ts'
import type { Setting } from './settings.ts'

const HOURS = SUPPORT_ROUTES.map((route) => `${route}=${RESPONSE_HOURS[route]}`).join(',')

export const supportSettings: readonly Setting[] = [
  {
    name: 'SVC_SUPPORT_MAIL',
    description: 'Mailbox of the support team',
    fallback: 'none: requests go to the chat; without a chat, only `ticket list` shows them',
  },
  {
    name: 'SVC_SUPPORT_CSM_MAIL',
    description: 'Mailbox of customer success',
    fallback: 'none: requests go to the support channels',
  },
  {
    name: 'SVC_SUPPORT_CHAT_URL',
    secret: true,
    description: "Webhook of the support team's chat; anyone who knows it can post there",
    fallback: 'none: requests go to the mailbox; without a mailbox, only `ticket list` shows them',
  },
  {
    name: 'SVC_SUPPORT_CHAT_FORMAT',
    description: '`slack` (an incoming webhook with blocks) or `teams` (a Teams workflow)',
    fallback: 'derived from the host of the webhook',
  },
  {
    name: 'SVC_SUPPORT_RESPONSE_HOURS',
    description: 'Promised hours until a first response, as `route=hours`',
    fallback: HOURS,
  },
]

/** Where support requests are sent; an undefined channel is not configured. */
export interface SupportConfig {
  readonly mail: string | undefined
  readonly csm: string | undefined
  readonly chat: ChatSettings | undefined
  readonly response_hours: SupportSettings['response_hours']
}

/** Reads the support channels. @throws ConfigError */
export function readSupport(env: Environment): SupportConfig {
  const mailbox = (name: string) => {
    const text = env[name]
    if (text !== undefined && env['SVC_SMTP_URL'] === undefined)
      throw new ConfigError(`${name} requires a mail server; set SVC_SMTP_URL too.`)
    return text === undefined ? undefined : mailAddress(name, text)
  }
  return {
    mail: mailbox('SVC_SUPPORT_MAIL'),
    csm: mailbox('SVC_SUPPORT_CSM_MAIL'),
    chat: readChat(env),
    response_hours: responseHours(words(env['SVC_SUPPORT_RESPONSE_HOURS'])),
  }
}

const HOSTS = {
  slack: /(^|\.)slack(-gov)?\.com$/,
  teams: /(^|\.)(logic\.azure\.com|api\.powerplatform\.com)$/,
} as const

function readChat(env: Environment): ChatSettings | undefined {
  const url = env['SVC_SUPPORT_CHAT_URL']
  if (url === undefined) return undefined
  // The address is a secret, so no message repeats it.
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new ConfigError('SVC_SUPPORT_CHAT_URL must be an https address, the webhook of a chat.')
  const { protocol, hostname, username } = new URL(url)
  if (protocol === 'http:' && !boolean(env, 'SVC_OUTGOING_HTTP'))
    throw new ConfigError(
      'SVC_SUPPORT_CHAT_URL must be an https address, because it is a secret; SVC_OUTGOING_HTTP=true allows http.',
    )
  if (username !== '' || !isAllowEntry(hostname.replace(/^\[|\]$/g, '')))
    throw new ConfigError(
      'SVC_SUPPORT_CHAT_URL must be an https address with a plain host name and no user.',
    )
  const detected_format = (['slack', 'teams'] as const).find((format) =>
    HOSTS[format].test(hostname),
  )
  const format = env['SVC_SUPPORT_CHAT_FORMAT'] ?? detected_format
  if (format === undefined)
    throw new ConfigError(
      `SVC_SUPPORT_CHAT_FORMAT must be slack or teams, because it cannot be derived from the host ${hostname}.`,
    )
  return { url, format: oneOf('SVC_SUPPORT_CHAT_FORMAT', format, ['slack', 'teams']) }
}

function responseHours(pairs: readonly string[]): SupportSettings['response_hours'] {
  const given = pairs.map((pair): [SupportRoute, number] => {
    const [route = '', hours = ''] = pair.split('=')
    return [
      oneOf('Each route in SVC_SUPPORT_RESPONSE_HOURS', route, SUPPORT_ROUTES),
      integer('The hours of each route in SVC_SUPPORT_RESPONSE_HOURS', hours, 1, 8760),
    ]
  })
  return { ...RESPONSE_HOURS, ...Object.fromEntries(given) }
}
