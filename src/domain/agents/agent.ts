import type { JsonObject } from '../json.ts'
import type { VerificationStatus } from './identity.ts'
import type { Reputation } from '../records.ts'
import type { InstallableBy } from './registration.ts'
import type { Timestamp } from '../time.ts'
import { storedScore } from './reputation.ts'
import type { SearchColumns } from '../search/text.ts'
import { nameKey } from '../search/words.ts'

/** The operator's decisions about an identifier, which apply to every registration of it. */
export interface AgentId {
  svc_id: string
  suspended_at: Timestamp | null
  revoked_at: Timestamp | null
}

/** The registration of an identifier by one organization. */
export interface Agent extends Listing, NullableSearchColumns {
  svc_id: string
  organization_id: string
  name: string
  version: string
  /** Padded standard base64 of the raw 32 bytes. */
  public_key: string
  key_sound: boolean
  manifest_hash: string
  /** Whether the identifier is the hash of name, version, key and manifest hash. */
  content_addressed: boolean
  /** When the agent's key signed for the organization; null for a claim. */
  proven_at: Timestamp | null
  verification_status: VerificationStatus
  suspended_at: Timestamp | null
  revoked_at: Timestamp | null
  private: boolean
  installable_by: InstallableBy
  /** Organizations that may install the agent if it is installable by listed organizations. */
  installers: readonly string[]
  /** Whether the owner advises against new use. */
  deprecated: boolean
  /**
   * Whether the identifier resolves to this registration for the public. At most one registration per identifier does, and only those are
   * listed.
   */
  resolves_publicly: boolean
  /** Claims that other organizations made up to this time still have to be ended; null if there are none. */
  displacing_since: Timestamp | null
  details: AgentDetails
  /** Copies of two details, stored as columns because the registry network filters by them. */
  category: string | null
  llm_provider: string | null
  reputation: Reputation
  disputes_open: number
  disputes_upheld: number
  /** The number of upheld disputes about security concerns; null until a dispute is first opened. */
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
  /**
   * The foreign agent behind it, if it is a bridge. It belongs to the version, so it never changes
   * (docs/specification/bridge.md#registered).
   */
  bridge?: AgentBridge
}

/** The protocol behind a bridge, and the digest of the card or the list of tools that the foreign agent publishes. */
interface AgentBridge {
  readonly protocol: string
  readonly version: string
  readonly digest: string
}

/** The fields by which agents are listed. They are derived from other fields, and stored because lists are sorted by them. */
export interface Listing {
  /** The list that contains the agent; null in rows of earlier versions that have not been assigned to a list yet. */
  listed: 'verified' | 'public' | 'unlisted' | null
  /** The sort key of the name. */
  name_key: string
  /** The reputation score when it was last computed. */
  score: number
  /** When the score next changes because outcomes lose weight over time; null if it does not. */
  score_changes_at: Timestamp | null
}

/** The columns by which a search finds the agent; null in rows of earlier versions that `relistAgents` has not indexed yet. */
type NullableSearchColumns = { [Column in keyof SearchColumns]: SearchColumns[Column] | null }

/** Returns the listing of an agent at a given time. */
export const listingOf = (
  agent: Omit<Agent, keyof Listing | keyof SearchColumns>,
  now: Timestamp,
): Listing => ({
  listed: !agent.resolves_publicly
    ? 'unlisted'
    : agent.verification_status === 'verified'
      ? 'verified'
      : 'public',
  name_key: nameKey(agent.name),
  ...storedScore(agent, now),
})
