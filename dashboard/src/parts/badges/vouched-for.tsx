import { useOptionalCurrentUser } from '../../shell/current-user.tsx'
import { Badge } from './badge.tsx'

/**
 * Shows the organization for which the platform vouches (docs/specification/trust.md#vouch). A vouch is a statement of the platform and no signature of the agent, so it must not resemble "verified". Organizations of the user are shown by name, others by identifier.
 */
export function VouchedForBadge({ organization_id }: { organization_id: string }) {
  const memberships = useOptionalCurrentUser()?.session.memberships
  const name =
    memberships?.find((one) => one.organization_id === organization_id)?.name ?? organization_id
  return <Badge tone="vouch">vouched for {name}</Badge>
}
