import { createHash } from 'node:crypto'
import type { Config } from '../../config/config.ts'

/**
 * The settings that change only when the supervisor restarts, because the supervisor uses them
 * itself, or workers with different values would serve at the same time.
 */
const FIXED = [
  'store',
  'host',
  'port',
  'public_url',
  'issuer',
  'workers',
  'metrics',
] as const satisfies readonly (keyof Config)[]

/** Returns the first fixed setting in which two configurations differ. */
export const changedSetting = (one: Config, other: Config): (typeof FIXED)[number] | undefined =>
  FIXED.find((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))

/** Returns a digest of the fixed settings, by which a worker compares its own with those of its supervisor. */
export const fixedSettingsDigest = (config: Config): string =>
  createHash('sha256')
    .update(JSON.stringify(FIXED.map((name) => config[name] ?? null)))
    .digest('hex')
