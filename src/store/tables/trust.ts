import type * as records from '../../domain/records.ts'
import { by, type Shapes } from './shape.ts'

export interface TrustRows {
  signing_keys: records.SigningKey
  nonces: records.Nonce
}

/** The tables of the platform's signing keys and of the nonces of trust requests. */
export const TRUST_TABLES: Shapes<TrustRows> = {
  signing_keys: {
    columns: { key_id: 'text', sealed: 'text' },
    key: ['key_id'],
    indexes: [],
  },
  nonces: {
    columns: { svc_id: 'text', workspace_id: 'text', nonce: 'text', expires_at: 'text' },
    key: ['svc_id', 'workspace_id', 'nonce'],
    indexes: [by([], 'expires_at')],
  },
}
