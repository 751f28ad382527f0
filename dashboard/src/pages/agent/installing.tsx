import type { Agent } from '../../api/agent.ts'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useStanding } from '../../shell/organization.tsx'
import { to } from '../../to.ts'

type Access = Pick<Agent, 'own' | 'private' | 'installable_by'>

function seenInWords({ own, private: hidden, installable_by }: Access): string {
  if (!hidden) return 'everybody'
  if (installable_by === 'listed')
    return own
      ? 'your organization and the listed ones'
      : 'its owner and the organizations that it has listed, yours among them'
  return 'your organization only'
}

function installersInWords({ own, private: hidden, installable_by }: Access): string {
  const owner = own ? 'your organization' : 'its owner'
  if (installable_by === 'owner') return `${owner} only`
  if (installable_by === 'listed')
    return `${owner} and the ${own ? 'listed ones' : 'organizations that it has listed'}`
  return hidden ? `${owner} only, because it is private` : 'every organization'
}

/** Who sees the agent and who may install it, and how the viewer's own organization uses it. */
export function Installing({ agent }: { agent: Agent }) {
  const {
    own,
    installable_by,
    installers = [],
    installations: { current, living },
  } = agent
  return (
    <Panel title="Installing">
      <Facts
        of={[
          ['Seen by', seenInWords(agent)],
          ['May be installed by', installersInWords(agent)],
          ...(own && installable_by === 'listed'
            ? [['Listed', <Listed of={installers} />] as const]
            : []),
          [
            'Installations',
            current === 0
              ? 'none in your organization'
              : `${current} in your organization, ${living} of them alive`,
          ],
        ]}
      />
      {current === 0 && <WayIn agent={agent} />}
    </Panel>
  )
}

const Listed = ({ of }: { of: readonly string[] }) =>
  of.length === 0 ? (
    <span class="muted">none yet</span>
  ) : (
    <ul class="listed">
      {of.map((one) => (
        <li key={one}>
          <Id value={one} of="organization id" />
        </li>
      ))}
    </ul>
  )

/** How to begin, or whom to ask. */
function WayIn({ agent: { own, private: hidden, installable_by } }: { agent: Agent }) {
  const { organization } = useStanding()
  const way = (
    <>
      Make an install token in a <a href={to('workspaces')}>workspace</a> to let it in.
    </>
  )
  if (own || installable_by === 'anyone' || hidden) return <p class="muted">{way}</p>
  if (installable_by === 'owner')
    return <p class="muted">Its owner lets no other organization install it.</p>
  return (
    <p class="muted">
      {way} If your organization is not listed, ask the owner to list it
      {organization ? (
        <>
          : <Id value={organization.organization_id} of="organization id" />
        </>
      ) : (
        '.'
      )}
    </p>
  )
}
