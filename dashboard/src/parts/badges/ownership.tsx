import { Badge } from './badge.tsx'

export type Ownership = 'claimed' | 'proved'

/** Whether the agent's key has confirmed whose the agent is (docs/specification/trust.md#ownership). */
export const OwnershipBadge = ({ ownership }: { ownership: Ownership }) =>
  ownership === 'proved' ? <Badge tone="good">owned</Badge> : <Badge>claimed</Badge>

export const DeprecatedBadge = () => <Badge tone="warn">deprecated</Badge>

/** What the badges of a list mean. */
export const OwnershipLegend = ({ deprecated }: { deprecated: boolean }) => (
  <p class="muted small">
    Owned: the agent’s key has confirmed which organization it belongs to. Claimed: an organization
    says that it is its agent, and the key has not confirmed it.
    {deprecated && ' Deprecated: the owner advises against new use.'}
  </p>
)
