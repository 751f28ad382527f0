import { isAllowEntry, type OutgoingRules } from '../ports/outgoing/guard.ts'
import { ConfigError, boolean, words, type Environment } from './values.ts'
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
  allow: allowed(words(env['SVC_OUTGOING_ALLOW'])),
})

function allowed(entries: readonly string[]): readonly string[] {
  const invalid = entries.find((entry) => !isAllowEntry(entry))
  if (invalid === undefined) return entries
  throw new ConfigError(
    `SVC_OUTGOING_ALLOW must list hosts, addresses or CIDR blocks such as agents.internal,10.1.0.0/16; "${invalid}" is none of them.`,
  )
}
