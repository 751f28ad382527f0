import type { ComponentChildren } from 'preact'
import { useCachedAgent } from '../api/agents.ts'
import { useCachedInstallation } from '../api/installations.ts'
import { useCachedApiKey } from '../api/organizations.ts'
import { useWorkspaces } from '../api/workspaces.ts'
import { EntityName, shorten } from '../parts/text/copyable.tsx'
import { visibleName } from '../parts/text/visible.ts'
import { pageUrl } from '../urls.ts'
import { useOrganization, usePermission } from '../shell/current-user.tsx'

interface Props {
  readonly type: string
  readonly id?: string
}

const NAMED: Readonly<Record<string, (props: { id: string }) => ComponentChildren>> = {
  agent: NamedAgent,
  api_key: NamedKey,
  installation: NamedInstallation,
  organization: NamedOrganization,
  workspace: NamedWorkspace,
}

/**
 * Shows a named entity by its name and shortened identifier, because anyone can choose a name, and any other entity by its type and
 * identifier.
 */
export function NamedEntity({ type, id }: Props) {
  const Named = NAMED[type]
  if (Named && id !== undefined) return <Named id={id} />
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

/** Shows the selected organization by name. The names of others are not published. */
function NamedOrganization({ id }: { id: string }) {
  const { organization_id, name } = useOrganization()
  const href = usePermission('organization:read') ? pageUrl('organization') : undefined
  if (id !== organization_id) return <EntityName type="organization" id={id} />
  return <NamedLink href={href} name={name} id={id} />
}

function NamedWorkspace({ id }: { id: string }) {
  const { data } = useWorkspaces(useOrganization().organization_id)
  const name = data?.items.find(({ workspace_id }) => workspace_id === id)?.name
  if (name === undefined) return <EntityName type="workspace" id={id} />
  return <NamedLink href={pageUrl('workspace', { workspace_id: id })} name={name} id={id} />
}

/** Shows an API key by name, or by identifier if the role does not permit reading it. */
function NamedKey({ id }: { id: string }) {
  const { organization_id } = useOrganization()
  const { data } = useCachedApiKey(organization_id, id, usePermission('organization:read'))
  if (!data) return <EntityName type="api_key" id={id} />
  return <NamedLink kind="API key" href={pageUrl('organizationKeys')} name={data.name} id={id} />
}

/** Shows an installation by the name of its agent. */
function NamedInstallation({ id }: { id: string }) {
  const { data } = useCachedInstallation(id, usePermission('installations:read'))
  if (data?.agent_name === undefined) return <EntityName type="installation" id={id} />
  return (
    <NamedLink
      kind="installation"
      href={pageUrl('installation', { installation_id: id })}
      name={`${data.agent_name} ${data.agent_version ?? ''}`.trim()}
      id={id}
    />
  )
}

interface NamedLinkProps {
  /** The kind of entity, if the name alone does not show it. */
  readonly kind?: string
  /** Undefined if the role of the user does not permit reading the entity. */
  readonly href: string | undefined
  readonly name: string
  readonly id: string
}

/** Links to an entity. The identifier is beside the name, which another entity can have too. */
export const NamedLink = ({ kind, href, name, id }: NamedLinkProps) => (
  <span class="entity">
    {kind !== undefined && <span class="muted">{kind} </span>}
    {href === undefined ? (
      <bdi>{visibleName(name)}</bdi>
    ) : (
      <a href={href}>
        <bdi>{visibleName(name)}</bdi>
      </a>
    )}{' '}
    <code title={id} class="muted small">
      {shorten(id)}
    </code>
  </span>
)
