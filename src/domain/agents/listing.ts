import type { Agent } from '../records.ts'
import { score, nextScoreChange } from './reputation.ts'
import { nameKey } from '../search/words.ts'
import type { Timestamp } from '../time.ts'

/** What an agent is listed by. It follows from everything else about the agent, and is kept because lists are made in its order. */
export interface Listing {
  /** Which list the agent is on; null for one that an earlier version wrote and nobody has put on a list yet. */
  listed: 'verified' | 'public' | 'unlisted' | null
  /** The name as it is sorted. */
  name_key: string
  /** The reputation score at the last look. */
  score: number
  /** When to look again, because the score fades with time alone; null: no need. */
  score_changes_at: Timestamp | null
}

/** The listing of an agent at a moment. */
export const listingOf = (agent: Omit<Agent, keyof Listing>, now: Timestamp): Listing => ({
  listed: !agent.resolves_publicly
    ? 'unlisted'
    : agent.verification_status === 'verified'
      ? 'verified'
      : 'public',
  name_key: nameKey(agent.name),
  score: score(agent.reputation, agent.disputes_upheld, now),
  score_changes_at: nextScoreChange(agent.reputation, now),
})
