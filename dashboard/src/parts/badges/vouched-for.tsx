import { useOptionalCurrentUser } from '../../shell/current-user.tsx'
import { Badge } from './badge.tsx'

/**
 * For whom the platform vouches (docs/specification/trust.md#vouch): the word of the platform and no signature of the agent, so neither
 * the words nor the look of "verified". The organization has its name where the reader belongs to it, else its identifier.
 */
export function VouchedForBadge({ organization_id }: { organization_id: string }) {
  const memberships = useOptionalCurrentUser()?.session.memberships
  const name =
    memberships?.find((one) => one.organization_id === organization_id)?.name ?? organization_id
  return <Badge tone="vouch">vouched for {name}</Badge>
}
