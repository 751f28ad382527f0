import type { JsonObject } from '../crypto/jcs.ts'
import type { VerificationStatus } from './identity.ts'
import type { Listing } from './listing.ts'
import type { Reputation } from '../records.ts'
import type { InstallableBy } from './registration.ts'
import type { Timestamp } from '../time.ts'

/** What the operator said of an identifier, whoever registers it. */
export interface AgentId {
  svc_id: string
  suspended_at: Timestamp | null
  revoked_at: Timestamp | null
}

/** What one organization registered under an identifier. */
export interface Agent extends Listing {
  svc_id: string
  organization_id: string
  name: string
  version: string
  /** Padded standard base64 of the raw 32 bytes. */
  public_key: string
  key_sound: boolean
  manifest_hash: string
  /** Whether the id is the hash of name, version, key and manifest hash. */
  content_addressed: boolean
  /** When the private key signed for the organization; null for a claim. */
  proven_at: Timestamp | null
  verification_status: VerificationStatus
  suspended_at: Timestamp | null
  revoked_at: Timestamp | null
  private: boolean
  installable_by: InstallableBy
  /** Organizations that may install the agent where it is installable by those that are listed. */
  installers: readonly string[]
  /** Its owner advises against new use. */
  deprecated: boolean
  /** Whether the public resolves the id to this registration; it is on the lists then. One of an id at most. */
  resolves_publicly: boolean
  /** Claims of others, made up to this moment, are still to end; null: none. */
  displacing_since: Timestamp | null
  details: AgentDetails
  /** Copies of two details, kept as columns because the registry network filters by them. */
  category: string | null
  llm_provider: string | null
  reputation: Reputation
  disputes_open: number
  disputes_upheld: number
  /** Those of the upheld ones that were about security; null where none ever was. */
  security_disputes_upheld: number | null
  last_seen_at: Timestamp | null
  registered_at: Timestamp
  updated_at: Timestamp
}

/** Optional members of a registration, kept as they were sent. */
export interface AgentDetails {
  description?: string
  publisher?: string
  category?: string
  llm_provider?: string
  capabilities?: readonly string[]
  permissions?: JsonObject
  url?: string
  card?: JsonObject
}
