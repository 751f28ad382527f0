import { DEFAULT_LIMITS, DEFAULT_REACH, type Settings } from '../../src/engine/settings.ts'
import { createVault } from '../../src/engine/vault.ts'
import { BASE } from './handler.ts'

/** What somebody who gives no flags decided, with a seed that is always the same and little fuzz. */
export function settings(changes: Partial<Settings> = {}): Settings {
  return {
    base: BASE,
    seed: 'seed',
    fuzz: 12,
    profile: 'full',
    headers: {},
    user_agent: 'node',
    allow: new Set(['read', 'call']),
    samples: {},
    capabilities_overridden: false,
    published: false,
    slow: false,
    keys: {},
    extra: {},
    limits: DEFAULT_LIMITS,
    ...DEFAULT_REACH,
    vault: createVault(),
    ...changes,
  }
}
