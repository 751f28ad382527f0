import type { AuditRecord } from '../../../api/audit.ts'
import type { Tone } from '../../../parts/badges/badge.tsx'

export interface AlarmKind {
  readonly type: string
  readonly title: string
  readonly short: string
  readonly tone: Tone
  readonly explanation: string
}

/** The audit events that are shown as alarms. */
export const ALARM_KINDS: readonly AlarmKind[] = [
  {
    type: 'install_token.replay_detected',
    title: 'Install token reused',
    short: 'Replays',
    tone: 'bad',
    explanation:
      'A used install token was presented again. A client that lost the response repeats its request within a minute; otherwise the token may have leaked.',
  },
  {
    type: 'policy.violated',
    title: 'Policy violated',
    short: 'Policy',
    tone: 'bad',
    explanation: 'A request was rejected because it violates the policy of this workspace.',
  },
  {
    type: 'trust.verification_failed',
    title: 'Signature not trusted',
    short: 'Trust',
    tone: 'bad',
    explanation: 'A signature or its sender failed verification.',
  },
  {
    type: 'installation.lease_expired',
    title: 'Lease expired',
    short: 'Leases',
    tone: 'warn',
    explanation: 'No heartbeat arrived in time, so the installation is offline.',
  },
  {
    type: 'install_token.expired',
    title: 'Token expired unused',
    short: 'Unused tokens',
    tone: 'warn',
    explanation: 'The agent did not use its install token in time.',
  },
]

const UNKNOWN: AlarmKind = {
  type: '',
  title: 'Alarm',
  short: 'Alarm',
  tone: 'warn',
  explanation: '',
}
/** Returns the description of an alarm. Types that this client does not know are shown by name. */
export const kindOf = (type: string): AlarmKind =>
  ALARM_KINDS.find((kind) => kind.type === type) ?? { ...UNKNOWN, title: type }

/** Returns the tone of an alarm. A single repetition by the same client is only a warning; the registry raises an alarm for further ones, or when it rejects the token. */
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
