import { useEffect, useState } from 'preact/hooks'
import { useInstallations } from '../../../api/installations.ts'
import { QueryBoundary } from '../../../parts/feedback/query-boundary.tsx'
import { Button, ButtonLink } from '../../../parts/forms/button.tsx'
import { Pager, usePaging } from '../../../parts/tables/pager.tsx'
import { Skeleton } from '../../../parts/feedback/skeleton.tsx'
import { canManage, useOrganization } from '../../../shell/current-user.tsx'
import { pageUrl } from '../../../urls.ts'
import { AgentFilter } from './agent-filter.tsx'
import { InstallationTable } from './installation-table.tsx'
import { NeverBootstrapped } from './never-bootstrapped.tsx'
import { NoInstallations } from './no-installations.tsx'
import { useQueryParameters, useWorkspaceId } from '../../../workspace/place.ts'
import { RevokeSelectedDialog } from '../revocation/revoke-selected.tsx'
import { RevokeViewDialog } from '../revocation/revoke-view.tsx'
import { ViewLinks } from './view-links.tsx'
import { isRevocable, viewByKey } from './views.ts'
import { WorkspacePage } from '../../../workspace/workspace-page.tsx'
import '../installations.css'

const NONE: ReadonlySet<string> = new Set()

/** The fleet of a workspace as it is, second by second. */
export default function Installations() {
  const workspace_id = useWorkspaceId()
  const {
    query: { show, agent },
  } = useQueryParameters()
  const paging = usePaging()
  const view = viewByKey(show)
  const query = useInstallations(
    workspace_id,
    { ...view.filter, ...(agent && { agent_id: agent }) },
    paging.cursor,
  )
  const [chosen, setChosen] = useState(NONE)
  const [revoking, setRevoking] = useState<'chosen' | 'all'>()
  const done = () => setRevoking(undefined)
  const may = canManage(useOrganization())
  useEffect(() => setChosen(NONE), [workspace_id, show, agent, paging.cursor])
  const shown = query.data?.items ?? []
  const selected = shown.filter(({ installation_id }) => chosen.has(installation_id))
  const actions = may && (
    <ButtonLink variant="primary" href={pageUrl('tokens', { workspace_id }, { new: true })}>
      Install an agent
    </ButtonLink>
  )
  return (
    <WorkspacePage tab="Installations" actions={actions || undefined}>
      <ViewLinks workspace_id={workspace_id} agent_id={agent} current={view} />
      <div class="toolbar">
        <AgentFilter installations={shown} chosen={agent} />
        {may && (
          <div class="actions">
            <Button
              variant="danger"
              disabled={selected.length === 0}
              onClick={() => setRevoking('chosen')}
            >
              Revoke {selected.length === 0 ? 'chosen' : selected.length}…
            </Button>
            {isRevocable(view) && (
              <Button
                variant="danger"
                disabled={shown.length === 0}
                onClick={() => setRevoking('all')}
              >
                Revoke whole view…
              </Button>
            )}
          </div>
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
              <InstallationTable items={items} {...(may && { chosen, onChoose: setChosen })} />
              <Pager paging={paging} next_cursor={next_cursor} shown={items.length} total={total} />
            </>
          )
        }
      </QueryBoundary>
      {(view.key === '' || view.key === 'offline') && paging.cursor === undefined && (
        <NeverBootstrapped workspace_id={workspace_id} installed={shown} agent_id={agent} />
      )}
      {revoking === 'chosen' && (
        <RevokeSelectedDialog
          workspace_id={workspace_id}
          installations={selected}
          onClose={done}
          onDone={() => {
            done()
            setChosen(NONE)
          }}
        />
      )}
      {revoking === 'all' && (
        <RevokeViewDialog workspace_id={workspace_id} view={view} agent_id={agent} onClose={done} />
      )}
    </WorkspacePage>
  )
}
