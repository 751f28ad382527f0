import { Badge, type Tone } from '../parts/badge.tsx'
import { membershipIn, useOptionalCurrentUser } from '../shell/current-user.tsx'
import { visibleName } from '../parts/text/visible.ts'

const AGENT_STATUS_TONES: Readonly<Record<string, Tone>> = {
  verified: 'good',
  pending: 'info',
  unverified: 'idle',
  suspended: 'warn',
  revoked: 'bad',
}

/** Shows the verification status of an agent. */
export const AgentStatusBadge = ({ status }: { status: string }) => (
  <Badge tone={AGENT_STATUS_TONES[status] ?? 'idle'}>{status}</Badge>
)

type Ownership = 'claimed' | 'proved'

/** Shows whether the owner has proved possession of the agent's key (docs/specification/trust.md#ownership). */
export const OwnershipBadge = ({ ownership }: { ownership: Ownership }) =>
  ownership === 'proved' ? <Badge tone="good">owned</Badge> : <Badge>claimed</Badge>

export const DeprecatedBadge = () => <Badge tone="warn">deprecated</Badge>

/** Explains the badges of a list. */
export const OwnershipLegend = ({ deprecated }: { deprecated: boolean }) => (
  <p class="muted small">
    Owned: the organization has proved possession of the agent’s key. Claimed: the organization says
    that it owns the agent, but has not proved it.
    {deprecated && ' Deprecated: the owner advises against new use.'}
  </p>
)

/** Shows a reputation from 0 to 100 as a number and a bar. */
export const ReputationScore = ({ value }: { value: number }) => (
  <span class="score">
    <svg viewBox="0 0 40 4" width="40" height="4" aria-hidden="true">
      <rect class="track" width="40" height="4" rx="2" />
      <rect width={value * 0.4} height="4" rx="2" />
    </svg>
    {value}
  </span>
)

/**
 * Shows whether an installation has signed an answer with the agent's key (docs/specification/trust.md#attestation). This says less than
 * that an answer is verified (docs/specification/trust.md#verified-answers), so it does not look like the status `verified`.
 */
export const AttestationBadge = ({ attested }: { attested: boolean }) => (
  <Badge tone={attested ? 'info' : 'idle'}>{attested ? 'attested' : 'unattested'}</Badge>
)

/**
 * Shows the organization for which the platform vouches (docs/specification/trust.md#vouch). It is a statement by the platform, not a
 * signature by the agent, so it must not resemble "verified". The user's own organizations are shown by name, others by identifier.
 */
export function VouchedForBadge({ organization_id }: { organization_id: string }) {
  const session = useOptionalCurrentUser()?.session
  const name = (session && membershipIn(session, organization_id)?.name) ?? organization_id
  return <Badge tone="vouch">vouched for {visibleName(name)}</Badge>
}

const TASK_STATUS_TONES: Readonly<Record<string, Tone>> = {
  working: 'info',
  completed: 'good',
  failed: 'bad',
  rejected: 'warn',
}

/** Shows the status of a task. */
export const TaskStatusBadge = ({ status }: { status: string }) => (
  <Badge tone={TASK_STATUS_TONES[status] ?? 'idle'}>{status}</Badge>
)

const DISPUTE_STATE_TONES: Readonly<Record<string, Tone>> = {
  open: 'warn',
  under_review: 'info',
  upheld: 'bad',
  rejected: 'idle',
}

/** Shows the state of a dispute. */
export const DisputeStateBadge = ({ state }: { state: string }) => (
  <Badge tone={DISPUTE_STATE_TONES[state] ?? 'idle'}>{state.replaceAll('_', ' ')}</Badge>
)

const OUTCOME_TONES = { success: 'good', failure: 'bad', denied: 'warn' } as const

/** Events that report a problem although their outcome is `success`, so the badge must not look like good news. */
const PROBLEM_EVENTS: readonly string[] = [
  'admin.unusual_use',
  'agent.displaced',
  'agent.suspended',
  'api_key.expiring',
  'api_key.unusual_use',
  'install_token.expired',
  'install_token.replay_detected',
  'installation.lease_expired',
]

/** Shows the outcome of an audit record. */
export const OutcomeBadge = ({
  outcome,
  event_type,
}: {
  outcome: keyof typeof OUTCOME_TONES
  event_type: string
}) =>
  outcome === 'success' && PROBLEM_EVENTS.includes(event_type) ? (
    <Badge tone="warn">recorded</Badge>
  ) : (
    <Badge tone={OUTCOME_TONES[outcome]}>{outcome}</Badge>
  )

const ROLE_TONES: Readonly<Record<string, Tone>> = { owner: 'info', admin: 'good' }

/** Shows the role of a member. */
export const RoleBadge = ({ role }: { role: string }) => (
  <Badge tone={ROLE_TONES[role] ?? 'idle'}>{role}</Badge>
)
