import type { Agent } from '../../api/agent.ts'
import { DeprecatedBadge, OwnershipBadge } from '../../parts/ownership.tsx'
import { useStanding } from '../../shell/organization.tsx'

/** The viewer's organization that registered the agent, by name; only own registrations say whose they are. */
function useRegistrant({ organization_id }: Agent): string | undefined {
  const {
    session: { memberships },
  } = useStanding()
  return memberships.find((one) => one.organization_id === organization_id)?.name
}

function ownershipInWords(ownership: Agent['ownership'], registrant: string | undefined): string {
  if (ownership === 'proved')
    return registrant === undefined
      ? 'The agent’s key has confirmed the organization that it belongs to.'
      : `It belongs to ${registrant}: the agent’s key has confirmed it.`
  return registrant === undefined
    ? 'An organization says that this is its agent; the agent’s key has not confirmed it. Anybody can claim an agent.'
    : `${registrant} says that this is its agent; the agent’s key has not confirmed it.`
}

/** Whose the agent is, and whether to begin with it, each with a sentence. */
export function Ownership({ agent }: { agent: Agent }) {
  const registrant = useRegistrant(agent)
  return (
    <ul class="said">
      <li>
        <OwnershipBadge ownership={agent.ownership} />
        <span>{ownershipInWords(agent.ownership, registrant)}</span>
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
