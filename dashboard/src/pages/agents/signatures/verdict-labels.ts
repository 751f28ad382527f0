import type { Tone } from '../../../parts/badge.tsx'

export interface VerdictLabel {
  readonly title: string
  readonly tone: Tone
  readonly description: string
}
type Labels = Readonly<Record<string, VerdictLabel>>

/** Results of the audience check for a person who is signed in (docs/specification/trust.md#audience). */
const AUDIENCES: Labels = {
  not_checked: {
    title: 'not checked',
    tone: 'warn',
    description:
      'It names a receiver. You are signed in as a person, so the receiver was not checked. Only the agent that it names can check it.',
  },
  not_provided: {
    title: 'not provided',
    tone: 'warn',
    description:
      'It names no receiver, so anyone who has seen it can reuse it. Receivers that require signatures reject it.',
  },
}

/** Results of the freshness check. */
const FRESHNESS: Labels = {
  fresh: {
    title: 'fresh',
    tone: 'good',
    description:
      'Its timestamp is within five minutes of the current time, and its nonce, if it has one, has not been used before.',
  },
  stale: {
    title: 'not fresh',
    tone: 'bad',
    description:
      'Its timestamp differs from the current time by more than five minutes, or cannot be read. Request a new signature.',
  },
  replayed: {
    title: 'replayed',
    tone: 'bad',
    description: 'Its nonce has already been used: the same request was sent a second time.',
  },
  not_provided: {
    title: 'not provided',
    tone: 'warn',
    description:
      'It has no timestamp, so it may be old and can be reused. Receivers that require signatures reject it.',
  },
}

/** Results that this client does not know are shown by name. */
const labelOfUnknown = (name: string): VerdictLabel => ({
  title: name.replaceAll('_', ' '),
  tone: 'idle',
  description: '',
})

export const audienceLabel = (name: string): VerdictLabel => AUDIENCES[name] ?? labelOfUnknown(name)
export const freshnessLabel = (name: string): VerdictLabel =>
  FRESHNESS[name] ?? labelOfUnknown(name)

const REASONS: Readonly<Record<string, string>> = {
  verified: 'the agent signed this context',
  issuer_mismatch: 'signed for another platform',
  signature_invalid: 'the signature does not match this agent’s key and this context',
  timestamp_stale: 'signed too long ago',
  timestamp_in_future: 'signed in the future',
  nonce_reused: 'the nonce was used before',
  policy_denied: 'denied by the workspace policy',
}
/** Returns the reason for a verdict. Reasons that this client does not know are shown by name. */
export const reasonText = (reason: string): string => REASONS[reason] ?? reason.replaceAll('_', ' ')
