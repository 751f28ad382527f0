import { createHash } from 'node:crypto'
import type { Config } from '../../config/config.ts'

/** The settings that must not differ between workers that serve at the same time. */
const SHARED = [
  'store',
  'host',
  'port',
  'public_url',
  'issuer',
] as const satisfies readonly (keyof Config)[]
/** The settings whose changes take effect only when the supervisor restarts: the shared ones, and those that it uses itself. */
const FIXED = [...SHARED, 'workers', 'metrics'] as const satisfies readonly (keyof Config)[]

/** Returns the first setting that differs between two configurations and requires a restart of the supervisor. */
export const changedSetting = (one: Config, other: Config): (typeof FIXED)[number] | undefined =>
  FIXED.find((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))

/** Returns a digest of the shared settings, by which a worker compares its own with those of its supervisor. */
export const sharedSettingsDigest = (config: Config): string =>
  createHash('sha256')
    .update(JSON.stringify(SHARED.map((name) => config[name] ?? null)))
    .digest('hex')
