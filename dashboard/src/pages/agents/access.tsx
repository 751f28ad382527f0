import type { Agent } from '../../api/agents.ts'
import { DescriptionList, Panel } from '../../parts/layout/page.tsx'
import { Id } from '../../parts/text/copyable.tsx'
import { useCurrentUser, useOrganization, usePermission } from '../../shell/current-user.tsx'
import { pageUrl } from '../../urls.ts'

type Access = Pick<Agent, 'own' | 'private' | 'installable_by'>

function visibilityText({ own, private: isPrivate, installable_by }: Access): string {
  if (!isPrivate) return 'everyone'
  if (installable_by === 'listed')
    return own
      ? 'your organization and listed organizations'
      : 'its owner and the organizations on its list, including yours'
  return 'your organization only'
}

function installersText({ own, private: isPrivate, installable_by }: Access): string {
  const owner = own ? 'your organization' : 'its owner'
  if (installable_by === 'owner') return `${owner} only`
  if (installable_by === 'listed')
    return `${owner} and ${own ? 'listed organizations' : 'the organizations on its list'}`
  return isPrivate ? `${owner} only, because it is private` : 'every organization'
}

/** Shows who can see and install an agent, and its installations in the user's organizations. */
export function AccessPanel({ agent }: { agent: Agent }) {
  const {
    own,
    installable_by,
    installers = [],
    installations: { current, living },
  } = agent
  const { session } = useCurrentUser()
  const place = session.memberships.length === 1 ? 'your organization' : 'your organizations'
  return (
    <Panel title="Access">
      <DescriptionList
        items={[
          ['Visible to', visibilityText(agent)],
          ['Can be installed by', installersText(agent)],
          own &&
            installable_by === 'listed' && [
              'Listed organizations',
              <ListedOrganizations organization_ids={installers} />,
            ],
          [
            'Installations',
            current === 0
              ? `none in ${place}`
              : `${current} in ${place}, ${living} of them running`,
          ],
        ]}
      />
      {current === 0 && <InstallHint agent={agent} />}
    </Panel>
  )
}

const ListedOrganizations = ({ organization_ids }: { organization_ids: readonly string[] }) =>
  organization_ids.length === 0 ? (
    <span class="muted">none yet</span>
  ) : (
    <ul class="listed">
      {organization_ids.map((organization_id) => (
        <li key={organization_id}>
          <Id value={organization_id} label="organization id" />
        </li>
      ))}
    </ul>
  )

/** Explains how to install the agent, or whom to ask. */
function InstallHint({ agent: { own, private: isPrivate, installable_by } }: { agent: Agent }) {
  const { organization_id } = useOrganization()
  const hint = usePermission('tokens:write') ? (
    <>
      To install it, create an install token in a <a href={pageUrl('workspaces')}>workspace</a>.
    </>
  ) : (
    <>A developer, admin or owner of your organization can install it.</>
  )
  if (own || installable_by === 'anyone' || isPrivate) return <p class="muted">{hint}</p>
  if (installable_by === 'owner')
    return <p class="muted">Its owner does not allow other organizations to install it.</p>
  return (
    <p class="muted">
      {hint} If your organization is not listed, ask the owner to list it:{' '}
      <Id value={organization_id} label="organization id" />
    </p>
  )
}
