import type { Agent } from '../records.ts'
import { storedScore } from './reputation.ts'
import { nameKey } from '../search/words.ts'
import type { Timestamp } from '../time.ts'

/** The fields by which agents are listed. They are derived from the others, and stored because lists are sorted by them. */
export interface Listing {
  /** The list that the agent is on; null if an earlier version wrote it and it has not been assigned to one yet. */
  listed: 'verified' | 'public' | 'unlisted' | null
  /** The sort key of the name. */
  name_key: string
  /** The reputation score when it was last computed. */
  score: number
  /** When the score changes next because outcomes lose weight over time; null if it does not. */
  score_changes_at: Timestamp | null
}

/** Returns the listing of an agent at a time. */
export const listingOf = (agent: Omit<Agent, keyof Listing>, now: Timestamp): Listing => ({
  listed: !agent.resolves_publicly
    ? 'unlisted'
    : agent.verification_status === 'verified'
      ? 'verified'
      : 'public',
  name_key: nameKey(agent.name),
  ...storedScore(agent, now),
})
