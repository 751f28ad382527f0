import { useStandingIfAny } from '../shell/organization.tsx'
import { Badge } from './badge.tsx'

/**
 * For whom the platform vouches (docs/specification/trust.md#vouch): the word of the platform and no signature of the agent, so neither
 * the words nor the look of "verified". The organization has its name where the reader belongs to it, else its identifier.
 */
export function VouchedFor({ organization_id }: { organization_id: string }) {
  const memberships = useStandingIfAny()?.session.memberships
  const name =
    memberships?.find((one) => one.organization_id === organization_id)?.name ?? organization_id
  return <Badge tone="vouch">vouched for {name}</Badge>
}
