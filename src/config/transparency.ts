import { integer, type Environment } from './values.ts'
import type { Setting } from './settings.ts'

export const transparencySettings: readonly Setting[] = [
  {
    name: 'SVC_AUDIT_HEADS_MINUTES',
    description:
      'How often the heads of the audit chains are published in the transparency log; `0` for never',
    fallback: '10',
  },
]

/** What the platform publishes about its audit chains, and to whom. */
export interface TransparencyConfig {
  /** Minutes between two publications; 0 for none. */
  readonly heads_minutes: number
}

/** Reads how heads are published. @throws ConfigError */
export const readTransparency = (env: Environment): TransparencyConfig => ({
  heads_minutes: integer(
    'SVC_AUDIT_HEADS_MINUTES',
    env['SVC_AUDIT_HEADS_MINUTES'] ?? '10',
    0,
    1440,
  ),
})
