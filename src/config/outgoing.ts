import { isAllowEntry, type OutgoingRules } from '../ports/outgoing/guard.ts'
import { ConfigError, boolean, type Environment } from './values.ts'
import type { Setting } from './settings.ts'

export const outgoingSettings: readonly Setting[] = [
  {
    name: 'SVC_OUTGOING_HTTP',
    description: '`true` also allows connections over plain http',
    fallback: 'false',
  },
  {
    name: 'SVC_OUTGOING_ALLOW',
    description:
      'Hosts, addresses and CIDR blocks that may be reached even though they are not public, such as `agents.internal,10.1.0.0/16`',
    fallback: 'none',
  },
]

/** Reads the addresses that may be reached in addition to public ones over https. @throws ConfigError */
export const readOutgoing = (env: Environment): OutgoingRules => ({
  http: boolean(env, 'SVC_OUTGOING_HTTP'),
  allow: allowed(env['SVC_OUTGOING_ALLOW'] ?? ''),
})

function allowed(text: string): readonly string[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '')
  const invalid = entries.find((entry) => !isAllowEntry(entry))
  if (invalid === undefined) return entries
  throw new ConfigError(
    `SVC_OUTGOING_ALLOW must list hosts, addresses or CIDR blocks such as agents.internal,10.1.0.0/16; "${invalid}" is none of them.`,
  )
}
