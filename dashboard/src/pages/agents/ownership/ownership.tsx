import type { Agent } from '../../../api/agents.ts'
import { DeprecatedBadge, OwnershipBadge } from '../../../parts/badges/ownership.tsx'
import { useCurrentUser } from '../../../shell/current-user.tsx'

/** Returns the name of the user's organization that registered the agent. Other registrations do not name theirs. */
function useRegistrantName({ organization_id }: Agent): string | undefined {
  const {
    session: { memberships },
  } = useCurrentUser()
  return memberships.find((one) => one.organization_id === organization_id)?.name
}

function ownershipText(ownership: Agent['ownership'], registrant: string | undefined): string {
  if (ownership === 'proved')
    return registrant === undefined
      ? 'The agent’s key has confirmed the organization that owns it.'
      : `${registrant} owns this agent; the agent’s key has confirmed it.`
  return registrant === undefined
    ? 'An organization claims this agent, but the agent’s key has not confirmed it. Anyone can claim an agent.'
    : `${registrant} claims this agent, but the agent’s key has not confirmed it.`
}

/** Explains who owns an agent, and whether it is deprecated. */
export function OwnershipSummary({ agent }: { agent: Agent }) {
  const registrant = useRegistrantName(agent)
  return (
    <ul class="ownership-notes">
      <li>
        <OwnershipBadge ownership={agent.ownership} />
        <span>{ownershipText(agent.ownership, registrant)}</span>
      </li>
      {agent.deprecated && (
        <li>
          <DeprecatedBadge />
          <span>
            {agent.ownership === 'proved' ? 'Its owner' : 'The claiming organization'} advises
            against new use. It still works and can still be installed.
          </span>
        </li>
      )}
    </ul>
  )
}
