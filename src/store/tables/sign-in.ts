import type * as records from '../../domain/records.ts'
import { by, type Shapes } from './shape.ts'

export interface SignInRows {
  pin_challenges: records.PinChallenge
  admin_sessions: records.AdminSession
  credential_uses: records.CredentialUse
}

/** The tables of sign-in PINs and sessions, and of the usage baselines of sessions and API keys. */
export const SIGN_IN_TABLES: Shapes<SignInRows> = {
  pin_challenges: {
    columns: {
      challenge_id: 'text',
      email: 'text',
      created_at: 'text',
      expires_at: 'text',
      attempts: 'integer',
      handed_out: 'boolean',
      master_key_id: 'text',
      consumed_at: 'text',
    },
    key: ['challenge_id'],
    indexes: [by([], 'expires_at')],
  },
  admin_sessions: {
    columns: {
      session_id: 'text',
      hash: 'text',
      email: 'text',
      created_at: 'text',
      expires_at: 'text',
    },
    key: ['session_id'],
    indexes: [by(['hash']), by([], 'expires_at')],
  },
  credential_uses: {
    columns: {
      credential: 'text',
      since: 'text',
      ranges: 'json',
      scopes: 'json',
      reported: 'json',
      last_used_at: 'text',
    },
    key: ['credential'],
    indexes: [by([], 'last_used_at')],
  },
}
