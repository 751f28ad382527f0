import type { Tone } from '../../../parts/badges/badge.tsx'

export interface VerdictLabel {
  readonly title: string
  readonly tone: Tone
  readonly meaning: string
}
type Labels = Readonly<Record<string, VerdictLabel>>

/** For whom the request was signed (docs/specification/trust.md#audience). */
const AUDIENCES: Labels = {
  matched: {
    title: 'matched',
    tone: 'good',
    meaning: 'It was signed for the very agent and installation that asked.',
  },
  mismatched: {
    title: 'for somebody else',
    tone: 'bad',
    meaning:
      'It was signed for another agent or another installation: whoever showed it has taken it from elsewhere.',
  },
  not_checked: {
    title: 'not checked',
    tone: 'warn',
    meaning:
      'It names a receiver. You are signed in as a person, who is no receiver, so nothing was compared: only the agent that it ' +
      'names can do that.',
  },
  not_provided: {
    title: 'not said',
    tone: 'warn',
    meaning:
      'It names no receiver. Whoever has seen it can show it to others, so a receiver that requires signatures refuses it.',
  },
}

/** Whether it was signed now, and is seen for the first time. */
const FRESHNESS: Labels = {
  fresh: {
    title: 'fresh',
    tone: 'good',
    meaning:
      'It was signed within the last five minutes, and its nonce, if it has one, was not used before.',
  },
  stale: {
    title: 'too old',
    tone: 'bad',
    meaning: 'It was signed more than five minutes ago, or in the future. Have it signed anew.',
  },
  replayed: {
    title: 'used before',
    tone: 'bad',
    meaning: 'Its nonce was used already: somebody shows the same request a second time.',
  },
  not_provided: {
    title: 'not said',
    tone: 'warn',
    meaning:
      'It says nothing of when it was signed, so it may be old and shown again at any time. A receiver that requires signatures ' +
      'refuses it.',
  },
}

/** A word that is newer than this client, by its own name. */
const labelOfUnknown = (word: string): VerdictLabel => ({
  title: word.replaceAll('_', ' '),
  tone: 'idle',
  meaning: '',
})

export const audienceLabel = (word: string): VerdictLabel => AUDIENCES[word] ?? labelOfUnknown(word)
export const freshnessLabel = (word: string): VerdictLabel =>
  FRESHNESS[word] ?? labelOfUnknown(word)

/** Whether a good signature leaves open for whom or when it was made. */
export const hasOpenQuestions = ({
  audience,
  freshness,
}: {
  audience: string
  freshness: string
}): boolean => audience !== 'matched' || freshness !== 'fresh'

const REASONS: Readonly<Record<string, string>> = {
  verified: 'the agent signed this context',
  issuer_mismatch: 'signed for another platform',
  audience_mismatch: 'signed for another agent or installation',
  signature_invalid: 'the signature does not fit this agent’s key and this context',
  timestamp_stale: 'signed too long ago',
  timestamp_in_future: 'signed in the future',
  nonce_reused: 'seen before',
  policy_denied: 'the workspace’s policy refuses it',
}
/** Why a verdict is as it is; what is newer than this client by its own name. */
export const reasonText = (reason: string): string => REASONS[reason] ?? reason.replaceAll('_', ' ')
