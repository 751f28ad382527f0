import type { Agent } from '../../../api/agents.ts'
import { DeprecatedBadge, OwnershipBadge } from '../../../parts/badges/ownership.tsx'
import { useCurrentUser } from '../../../shell/current-user.tsx'

/** The viewer's organization that registered the agent, by name; only own registrations say whose they are. */
function useRegistrantName({ organization_id }: Agent): string | undefined {
  const {
    session: { memberships },
  } = useCurrentUser()
  return memberships.find((one) => one.organization_id === organization_id)?.name
}

function ownershipText(ownership: Agent['ownership'], registrant: string | undefined): string {
  if (ownership === 'proved')
    return registrant === undefined
      ? 'The agent’s key has confirmed the organization that it belongs to.'
      : `It belongs to ${registrant}: the agent’s key has confirmed it.`
  return registrant === undefined
    ? 'An organization says that this is its agent; the agent’s key has not confirmed it. Anybody can claim an agent.'
    : `${registrant} says that this is its agent; the agent’s key has not confirmed it.`
}

/** Whose the agent is, and whether to begin with it, each with a sentence. */
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
            {agent.ownership === 'proved' ? 'Its owner' : 'Whoever claims it'} advises against new
            use. It still works where it is installed, and can still be installed.
          </span>
        </li>
      )}
    </ul>
  )
}
