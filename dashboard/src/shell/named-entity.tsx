import { useCachedAgent } from '../api/agents.ts'
import { useWorkspaces } from '../api/workspaces.ts'
import { EntityName } from '../parts/text/copyable.tsx'
import { pageUrl } from '../urls.ts'
import { useOrganization } from './current-user.tsx'

interface Props {
  readonly type: string
  readonly id?: string
}

/** Shows an agent or a workspace by its name, and everything else by its type and identifier. */
export function NamedEntity({ type, id }: Props) {
  if (type === 'agent' && id !== undefined) return <NamedAgent id={id} />
  if (type === 'workspace' && id !== undefined) return <NamedWorkspace id={id} />
  return <EntityName type={type} {...(id !== undefined && { id })} />
}

function NamedAgent({ id }: { id: string }) {
  const { data } = useCachedAgent(id)
  if (!data) return <EntityName type="agent" id={id} />
  return (
    <a href={pageUrl('agent', { svc_id: id })} title={id}>
      {data.name} {data.version}
    </a>
  )
}

function NamedWorkspace({ id }: { id: string }) {
  const { data } = useWorkspaces(useOrganization().organization_id)
  const name = data?.items.find(({ workspace_id }) => workspace_id === id)?.name
  if (name === undefined) return <EntityName type="workspace" id={id} />
  return (
    <a href={pageUrl('workspace', { workspace_id: id })} title={id}>
      {name}
    </a>
  )
}
