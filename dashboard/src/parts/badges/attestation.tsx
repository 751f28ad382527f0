import { Badge } from './badge.tsx'

/**
 * Shows whether an installation has answered a task with the agent's own key (docs/specification/trust.md#attestation). It is a weaker statement than "verified", which is about one answer, so it looks different.
 */
export const AttestationBadge = ({ attested }: { attested: boolean }) => (
  <Badge tone={attested ? 'info' : 'idle'}>{attested ? 'attested' : 'unattested'}</Badge>
)
