import { Badge } from './badge.tsx'

type Ownership = 'claimed' | 'proved'

/** Shows whether the agent's key has confirmed its owner (docs/specification/trust.md#ownership). */
export const OwnershipBadge = ({ ownership }: { ownership: Ownership }) =>
  ownership === 'proved' ? <Badge tone="good">owned</Badge> : <Badge>claimed</Badge>

export const DeprecatedBadge = () => <Badge tone="warn">deprecated</Badge>

/** Explains the badges of a list. */
export const OwnershipLegend = ({ deprecated }: { deprecated: boolean }) => (
  <p class="muted small">
    Owned: the agent’s key has confirmed the organization that owns it. Claimed: an organization
    states that it owns the agent, but the key has not confirmed it.
    {deprecated && ' Deprecated: the owner advises against new use.'}
  </p>
)
