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
  /** Whether its value must not be shown: a key, or an address that contains a password. */
  readonly secret?: true
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

/** Variables of `svc-agent` and of the commands in the documentation, which may be set in the same environment. */
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

/** Returns a value without its secrets: only the host of a secret address, or a store's address without its password. */
export function redacted({ secret }: Pick<Setting, 'secret'>, value: string): string {
  const store = storeWithoutPassword(value)
  if (store !== undefined) return store
  if (!secret) return value
  const url = URL.parse(value)
  if (!url || url.host === '') return '(set, not shown)'
  const user = url.username === '' ? '' : `${url.username}${url.password === '' ? '' : ':***'}@`
  return `${url.protocol}//${user}${url.host}${url.pathname.length > 1 || url.search !== '' ? '/***' : ''}`
}
