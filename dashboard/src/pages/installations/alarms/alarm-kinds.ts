import type { AuditRecord } from '../../../api/audit.ts'
import type { Tone } from '../../../parts/badges/badge.tsx'

export interface AlarmKind {
  readonly type: string
  readonly title: string
  readonly short: string
  readonly tone: Tone
  readonly explanation: string
}

/** What somebody who runs a fleet wants to be told of. */
export const ALARM_KINDS: readonly AlarmKind[] = [
  {
    type: 'install_token.replay_detected',
    title: 'Token presented again',
    short: 'Replays',
    tone: 'bad',
    explanation:
      'A used install token came a second time. A client that lost its answer does that within a minute; anybody else has found it.',
  },
  {
    type: 'policy.violated',
    title: 'Policy violated',
    short: 'Policy',
    tone: 'bad',
    explanation: 'Somebody asked for what the policy of this workspace forbids, and was refused.',
  },
  {
    type: 'trust.verification_failed',
    title: 'Signature not trusted',
    short: 'Trust',
    tone: 'bad',
    explanation: 'A signature, a caller or its standing did not pass the check.',
  },
  {
    type: 'installation.lease_expired',
    title: 'Lease ran out',
    short: 'Leases',
    tone: 'warn',
    explanation: 'No heartbeat came in time; the installation counts as offline.',
  },
  {
    type: 'install_token.expired',
    title: 'Token never used',
    short: 'Unused tokens',
    tone: 'warn',
    explanation: 'An agent that was let in never came.',
  },
]

const UNKNOWN: AlarmKind = {
  type: '',
  title: 'Alarm',
  short: 'Alarm',
  tone: 'warn',
  explanation: '',
}
/** What is known of a kind of records; one that is newer than this client is an alarm all the same. */
export const kindOf = (type: string): AlarmKind =>
  ALARM_KINDS.find((kind) => kind.type === type) ?? { ...UNKNOWN, title: type }

/** A client that repeats itself is no thief: the registry raises the alarm from the second repetition on, or when it refuses. */
export function toneOf({
  event_type,
  outcome,
  metadata,
}: Pick<AuditRecord, 'event_type' | 'outcome' | 'metadata'>): Tone {
  const { tone } = kindOf(event_type)
  const harmless =
    event_type === 'install_token.replay_detected' &&
    outcome === 'success' &&
    metadata['alarm'] !== true
  return harmless ? 'warn' : tone
}
