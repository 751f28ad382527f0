import type { BootstrapOutcome } from '../../src/store/transactions/installations/bootstrap.ts'

/** The parts of a bootstrap outcome that matter in races. */
export interface BootstrapResult {
  kind: string
  installation_id: string
  version: number
  secret: boolean
}

export const bootstrapResultOf = (outcome: BootstrapOutcome): BootstrapResult =>
  'issued' in outcome
    ? {
        kind: outcome.kind,
        installation_id: outcome.installation.installation_id,
        version: outcome.issued.token_version,
        secret: 'refresh_token' in outcome,
      }
    : { kind: outcome.kind, installation_id: '', version: 0, secret: false }
