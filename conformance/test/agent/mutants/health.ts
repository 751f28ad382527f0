import type { Mutant } from '../../support/mutants.ts'
import { jsonResponse, referenceAgent } from '../reference.ts'
import { responseMutants, type Json } from './change.ts'

const health = responseMutants('/health')
export const healthMutants: readonly Mutant[] = [
  health('is missing', ['HEALTH-01'], () => jsonResponse(404, {})),
  health('returns 503', ['HEALTH-01'], () => jsonResponse(503, {})),
  health('never responds', ['HEALTH-01'], () => 'silence'),
  health('requires credentials', ['HEALTH-01'], () => jsonResponse(401, {})),
  health('is slow', ['HEALTH-02'], (response) => ({ ...response, ms: 2500 })),
]

const MANIFEST = {
  capabilities: { provides: ['count_words', 'shout'], requires: [] },
  a2a: { upstream_url: 'http://target.test/a2a/tasks' },
}
const manifest = (name: string, foundBy: readonly string[], manifest: Json): Mutant => ({
  name: `a manifest ${name}`,
  foundBy,
  make: () => referenceAgent(),
  settings: { manifest },
})
export const manifestMutants: readonly Mutant[] = [
  manifest('that is correct', [], MANIFEST),
  manifest('with a hyphen instead of an underscore', ['MAN-01'], {
    ...MANIFEST,
    capabilities: { provides: ['count-words'], requires: [] },
  }),
  manifest('with a different case', ['MAN-01'], {
    ...MANIFEST,
    capabilities: { provides: ['count_words', 'Shout'], requires: [] },
  }),
  manifest('without requires', ['MAN-02'], { ...MANIFEST, capabilities: { provides: ['shout'] } }),
  manifest('with a string for provides', ['MAN-02'], {
    ...MANIFEST,
    capabilities: { provides: 'shout', requires: [] },
  }),
  manifest('without upstream_url', ['MAN-02'], { capabilities: MANIFEST.capabilities }),
  manifest('with the base address as upstream_url', ['MAN-03'], {
    ...MANIFEST,
    a2a: { upstream_url: 'http://target.test/' },
  }),
]
