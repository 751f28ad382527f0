import { COSIGNATURE, parseVerifierKey } from '../domain/transparency/note.ts'
import type { WitnessTarget } from '../domain/transparency/delivery.ts'
import { ConfigError, integer, mailAddress, words, type Environment } from './values.ts'
import type { Setting } from './settings.ts'

export const transparencySettings: readonly Setting[] = [
  {
    name: 'SVC_AUDIT_HEADS_MINUTES',
    description:
      'How often the heads of the audit chains are published in the transparency log; `0` for never',
    fallback: '10',
  },
  {
    name: 'SVC_WITNESSES',
    description:
      'The witnesses that keep the published heads, separated by spaces: `file:PATH` in a folder that exists, `mailto:ADDRESS`, and `KEY@URL` of those that cosign (C2SP tlog-witness), KEY being their verifier key',
    fallback: 'none',
  },
]

/** What the platform publishes about its audit chains, and to whom. */
export interface TransparencyConfig {
  /** Minutes between two publications; 0 for none. */
  readonly heads_minutes: number
  readonly witnesses: readonly WitnessTarget[]
}

/** Reads how heads are published. @throws ConfigError */
export const readTransparency = (env: Environment): TransparencyConfig => ({
  heads_minutes: integer(
    'SVC_AUDIT_HEADS_MINUTES',
    env['SVC_AUDIT_HEADS_MINUTES'] ?? '10',
    0,
    1440,
  ),
  witnesses: witnesses(env['SVC_WITNESSES']),
})

function witnesses(text: string | undefined): readonly WitnessTarget[] {
  const targets = words(text, /\s+/).map(witness)
  const twice = targets.find(({ name }, at) => targets.findIndex((one) => one.name === name) !== at)
  if (twice)
    throw new ConfigError(`SVC_WITNESSES must name each witness once; ${twice.name} appears twice.`)
  return targets
}

function witness(text: string): WitnessTarget {
  if (text.startsWith('file:') && text.length > 5)
    return { kind: 'file', name: text, path: text.slice(5) }
  if (text.startsWith('mailto:'))
    return {
      kind: 'mail',
      name: text,
      address: mailAddress('Each mailto: entry of SVC_WITNESSES', text.slice(7)),
    }
  const [, encoded, url] = /^(\S+)@(https?:\/\/[^\s@]+)$/.exec(text) ?? []
  const key = parseVerifierKey(encoded ?? '')
  if (url === undefined || !URL.canParse(url) || key?.type !== COSIGNATURE)
    throw new ConfigError(
      `SVC_WITNESSES must list file:PATH, mailto:ADDRESS or KEY@URL, separated by spaces; "${text}" is none of them. \`svc-registry witness\` shows its key at /key; for the key of another witness, ask its operator.`,
    )
  return { kind: 'http', name: url, url, key }
}
