import { storeWithoutPassword } from '../store/dialects.ts'
import { exportSettings } from './exports.ts'
import { imageSettings } from './images.ts'
import { mailSettings } from './mail.ts'
import { outgoingSettings } from './outgoing.ts'
import { serverSettings } from './server.ts'
import { supportSettings } from './support.ts'
import { tracingSettings } from './tracing.ts'
import { transparencySettings } from './transparency.ts'
import type { Environment } from './values.ts'

/** One setting, in the form in which the manual and `check-config` show it. */
export interface Setting {
  readonly name: `SVC_${string}` | `OTEL_${string}`
  readonly description: string
  /** The default: a value, or a description of what is used if the setting is missing. */
  readonly fallback: string
  /** The flag of `serve` that takes precedence over it. */
  readonly flag?: string
  /** Which part of it must not be shown: `true` for a key, or an address that contains a password; `arguments` for those of a program. */
  readonly secret?: true | 'arguments'
}

/** Settings of one subject. */
export interface SettingGroup {
  readonly title: string
  readonly settings: readonly Setting[]
}

/** All settings of the registry. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  { title: 'Server', settings: serverSettings },
  { title: 'Outgoing requests', settings: outgoingSettings },
  { title: 'Mail', settings: mailSettings },
  { title: 'Support', settings: supportSettings },
  { title: 'Exports of the audit log', settings: exportSettings },
  { title: 'Transparency', settings: transparencySettings },
  { title: 'Container images', settings: imageSettings },
  { title: 'Tracing', settings: tracingSettings },
]

/** Variables of `svc-agent`, and of the commands and agents in the documentation, which may be set in the same environment. */
const CLIENT_VARIABLES = [
  'SVC_PLATFORM_URL',
  'SVC_PLATFORM_KEY',
  'SVC_API_KEY',
  'SVC_ORGANIZATION_ID',
  'SVC_WORKSPACE_ID',
  'SVC_INSTALL_TOKEN',
  'SVC_RUNTIME_TOKEN',
  'SVC_ADMIN_SESSION',
  'SVC_AGENT_SESSION',
  'SVC_CLIENT_ID',
  'SVC_ID',
  'SVC_AGENT_URL',
  'SVC_AGENT_KEY',
  'SVC_INSTALLATION_ID',
  'SVC_UPSTREAM_URL',
]

export const SETTING_NAMES: readonly string[] = SETTING_GROUPS.flatMap(({ settings }) =>
  settings.map(({ name }) => name),
)

/** Returns the SVC_ names that are neither settings nor variables of a client. */
export const unknownSettingNames = (env: Environment): readonly string[] =>
  Object.keys(env)
    .filter(
      (name) =>
        name.startsWith('SVC_') &&
        !SETTING_NAMES.includes(name) &&
        !CLIENT_VARIABLES.includes(name),
    )
    .toSorted()

/**
 * Returns a value without its secrets. A secret address keeps only its scheme, user name and host; the address of a store keeps everything
 * except the password. The user name of a web address without a password is not shown, because it may be a token. Addresses in other
 * settings should contain no credentials; if one does, everything between `://` and its last `@` is hidden, because a password may contain
 * any character.
 */
export function redacted({ secret }: Pick<Setting, 'secret'>, value: string): string {
  const store = storeWithoutPassword(value)
  if (store !== undefined) return store
  if (secret === 'arguments') return value.trim().replace(/\s.*$/s, ' ***')
  if (!secret) return value.replace(/:\/\/\S*@/g, '://***@')
  const url = URL.parse(value)
  // If the `/`, `?` or `#` of a password is not encoded, the host or port of the address is the beginning of the password.
  if (!url || url.host === '' || url.hash !== '' || `${url.pathname}${url.search}`.includes('@'))
    return '(set, not shown)'
  const mayBeToken = url.password === '' && /^https?:$/.test(url.protocol)
  const name = mayBeToken ? '***' : url.username
  const user = url.username === '' ? '' : `${name}${url.password === '' ? '' : ':***'}@`
  return `${url.protocol}//${user}${url.host}${url.pathname.length > 1 || url.search !== '' ? '/***' : ''}`
}
