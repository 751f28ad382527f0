import type { BootstrapOutcome } from '../../src/store/transactions/installations/bootstrap.ts'

/** What a caller learns from a bootstrap, as far as races matter. */
export interface Told {
  kind: string
  installation_id: string
  version: number
  secret: boolean
}

export const toldOf = (outcome: BootstrapOutcome): Told =>
  'issued' in outcome
    ? {
        kind: outcome.kind,
        installation_id: outcome.installation.installation_id,
        version: outcome.issued.token_version,
        secret: 'refresh_token' in outcome,
      }
    : { kind: outcome.kind, installation_id: '', version: 0, secret: false }
