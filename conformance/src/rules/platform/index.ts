import type { Suite } from '../../engine/types.ts'

/** Everything that can be said about a platform from outside, in the order of the interface. */
export const platformSuite: Suite = {
  subject: 'platform',
  gate: [],
  sections: [],
  probes: [],
  profiles: { core: [], paid: [], admin: [] },
}
