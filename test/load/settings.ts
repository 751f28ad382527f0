import { type LoadSettings, readTarget } from '../../src/load/settings.ts'

/** Returns the settings of a short run with changes. */
export function settingsFor(url: string, changes: Partial<LoadSettings> = {}): LoadSettings {
  const outcome = readTarget(url, undefined)
  if (outcome.kind !== 'target') throw new Error(outcome.kind)
  return {
    api: outcome.api,
    api_keys: ['sk_live_test'],
    organization_id: undefined,
    workspace_id: undefined,
    agent_id: undefined,
    installations: 20,
    interval_s: 5,
    duration_s: 1,
    ramp_s: 0.2,
    churn: { bootstraps: 0, refreshes: 0, recoveries: 0, revokes: 0 },
    connections: 32,
    timeout_ms: 10_000,
    keep: false,
    ...changes,
  }
}
