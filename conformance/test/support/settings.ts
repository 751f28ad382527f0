import { DEFAULT_SETTINGS, type Settings } from '../../src/engine/settings.ts'
import { createVault } from '../../src/engine/secrets/vault.ts'
import { BASE } from './handler.ts'

/** Returns the default settings, with a fixed seed and few fuzz requests. */
export const settings = (changes: Partial<Settings> = {}): Settings => ({
  ...DEFAULT_SETTINGS,
  base: BASE,
  seed: 'seed',
  fuzz: 12,
  profile: 'full',
  vault: createVault(),
  ...changes,
})
