import { Badge } from './badge.tsx'

/**
 * Whether an installation had answered a task with the agent's own key (docs/specification/trust.md#attestation). It says less than
 * "verified", which is about one answer, and looks different.
 */
export const AttestationBadge = ({ attested }: { attested: boolean }) => (
  <Badge tone={attested ? 'info' : 'idle'}>{attested ? 'attested' : 'unattested'}</Badge>
)
