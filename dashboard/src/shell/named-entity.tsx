import { useCachedAgent } from '../api/agents.ts'
import { useWorkspaces } from '../api/workspaces.ts'
import { EntityName, shorten } from '../parts/text/copyable.tsx'
import { visibleName } from '../parts/text/visible.ts'
import { pageUrl } from '../urls.ts'
import { useOrganization } from './current-user.tsx'

interface Props {
  readonly type: string
  readonly id?: string
}

/** Shows an agent or a workspace by its name and short identifier, because strangers choose names, and everything else by its type and identifier. */
export function NamedEntity({ type, id }: Props) {
  if (type === 'agent' && id !== undefined) return <NamedAgent id={id} />
  if (type === 'workspace' && id !== undefined) return <NamedWorkspace id={id} />
  return <EntityName type={type} {...(id !== undefined && { id })} />
}

function NamedAgent({ id }: { id: string }) {
  const { data } = useCachedAgent(id)
  if (!data) return <EntityName type="agent" id={id} />
  return (
    <NamedLink
      href={pageUrl('agent', { svc_id: id })}
      name={`${data.name} ${data.version}`}
      id={id}
    />
  )
}

function NamedWorkspace({ id }: { id: string }) {
  const { data } = useWorkspaces(useOrganization().organization_id)
  const name = data?.items.find(({ workspace_id }) => workspace_id === id)?.name
  if (name === undefined) return <EntityName type="workspace" id={id} />
  return <NamedLink href={pageUrl('workspace', { workspace_id: id })} name={name} id={id} />
}

/** Links to an entity. The identifier is beside the name, which another entity can have too. */
export const NamedLink = ({ href, name, id }: { href: string; name: string; id: string }) => (
  <span>
    <a href={href}>
      <bdi>{visibleName(name)}</bdi>
    </a>{' '}
    <code title={id} class="muted small">
      {shorten(id)}
    </code>
  </span>
)
