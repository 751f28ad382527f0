import { useEffect, useState } from 'preact/hooks'
import { useInstallations, type Installation } from '../../../api/installations.ts'
import { QueryBoundary, Skeleton } from '../../../parts/feedback/query-boundary.tsx'
import { Button, ButtonLink } from '../../../parts/forms/button.tsx'
import { Pager, usePaging } from '../../../parts/tables/pager.tsx'
import { usePermission } from '../../../shell/current-user.tsx'
import { pageUrl, useQueryParameters, useWorkspaceId } from '../../../urls.ts'
import { AgentFilter, ViewLinks, isRevocable, viewByKey, type View } from './views.tsx'
import { InstallationTable, NoInstallations } from './installation-table.tsx'
import { NeverBootstrapped } from './never-bootstrapped.tsx'
import { RevokeSelectedDialog } from '../revocation/revoke.tsx'
import { RevokeViewDialog } from '../revocation/revoke-view.tsx'
import { WorkspacePage } from '../../../shell/workspace-page.tsx'
import '../installations.css'

const NONE: ReadonlySet<string> = new Set()

/** Returns the identifiers of the selected rows, and clears them when the list shows something else. */
function useSelection(list: readonly unknown[]) {
  const [selected, onSelect] = useState(NONE)
  useEffect(() => onSelect(NONE), list)
  return { selected, onSelect }
}

/** Lists the installations of a workspace with their live state. */
export default function Installations() {
  const workspace_id = useWorkspaceId()
  const { show, agent } = useQueryParameters().query
  const paging = usePaging()
  const view = viewByKey(show)
  const filter = { ...view.filter, ...(agent && { agent_id: agent }) }
  const query = useInstallations(workspace_id, filter, paging.cursor)
  const selection = useSelection([workspace_id, show, agent, paging.cursor])
  const [revoking, setRevoking] = useState<Revoking>()
  const canEdit = usePermission('installations:write')
  const shown = query.data?.items ?? []
  const selected = shown.filter(({ installation_id }) => selection.selected.has(installation_id))
  return (
    <WorkspacePage
      tab="Installations"
      actions={usePermission('tokens:write') && <InstallLink workspace_id={workspace_id} />}
    >
      <ViewLinks workspace_id={workspace_id} agent_id={agent} current={view} />
      <div class="toolbar">
        <AgentFilter installations={shown} selected={agent} />
        {canEdit && (
          <RevokeButtons
            view={view}
            shown={shown.length}
            selected={selected.length}
            onRevoke={setRevoking}
          />
        )}
      </div>
      <QueryBoundary query={query} fallback={<Skeleton variant="rows" lines={6} />}>
        {({ items, next_cursor, total }) =>
          items.length === 0 ? (
            <NoInstallations
              view={view}
              workspace_id={workspace_id}
              filtered={agent !== undefined}
            />
          ) : (
            <>
              <InstallationTable items={items} {...(canEdit && selection)} />
              <Pager paging={paging} next_cursor={next_cursor} shown={items.length} total={total} />
            </>
          )
        }
      </QueryBoundary>
      {(view.key === '' || view.key === 'offline') && paging.cursor === undefined && (
        <NeverBootstrapped workspace_id={workspace_id} installed={shown} agent_id={agent} />
      )}
      <RevocationDialog
        revoking={revoking}
        workspace_id={workspace_id}
        selected={selected}
        view={view}
        agent_id={agent}
        onClose={() => setRevoking(undefined)}
        onRevoked={() => selection.onSelect(NONE)}
      />
    </WorkspacePage>
  )
}

type Revoking = 'selected' | 'view'

const InstallLink = ({ workspace_id }: { workspace_id: string }) => (
  <ButtonLink variant="primary" href={pageUrl('tokens', { workspace_id }, { new: true })}>
    Install an agent
  </ButtonLink>
)

interface RevokeProps {
  readonly view: View
  readonly shown: number
  readonly selected: number
  readonly onRevoke: (revoking: Revoking) => void
}

const RevokeButtons = ({ view, shown, selected, onRevoke }: RevokeProps) => (
  <div class="actions">
    <Button variant="danger" disabled={selected === 0} onClick={() => onRevoke('selected')}>
      Revoke {selected === 0 ? 'selected' : selected}…
    </Button>
    {isRevocable(view) && (
      <Button variant="danger" disabled={shown === 0} onClick={() => onRevoke('view')}>
        Revoke whole view…
      </Button>
    )}
  </div>
)

interface DialogProps {
  readonly revoking: Revoking | undefined
  readonly workspace_id: string
  readonly selected: readonly Installation[]
  readonly view: View
  readonly agent_id: string | undefined
  readonly onClose: () => void
  readonly onRevoked: () => void
}

function RevocationDialog({
  revoking,
  workspace_id,
  selected,
  view,
  agent_id,
  onClose,
  onRevoked,
}: DialogProps) {
  if (revoking === undefined) return null
  if (revoking === 'view')
    return (
      <RevokeViewDialog
        workspace_id={workspace_id}
        view={view}
        agent_id={agent_id}
        onClose={onClose}
      />
    )
  const done = () => {
    onClose()
    onRevoked()
  }
  return (
    <RevokeSelectedDialog
      workspace_id={workspace_id}
      installations={selected}
      onClose={onClose}
      onDone={done}
    />
  )
}
