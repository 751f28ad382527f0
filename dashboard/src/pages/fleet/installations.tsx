import { useEffect, useState } from 'preact/hooks'
import { useInstallations } from '../../api/fleet.ts'
import { Asked } from '../../parts/asked.tsx'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Pager, usePaging } from '../../parts/pager.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { mayManage, useOrganization } from '../../shell/organization.tsx'
import { to } from '../../to.ts'
import { AgentFilter } from './agent-filter.tsx'
import { FleetTable } from './fleet-table.tsx'
import { NeverStarted } from './never-started.tsx'
import { NoInstallations } from './no-installations.tsx'
import { useAddress, useWorkspaceId } from './place.ts'
import { RevokeMany } from './revoke-many.tsx'
import { RevokeView } from './revoke-view.tsx'
import { ViewLinks } from './view-links.tsx'
import { isEndable, viewOf } from './views.ts'
import { WorkspaceFrame } from './workspace-frame.tsx'

const NONE: ReadonlySet<string> = new Set()

/** The fleet of a workspace as it is, second by second. */
export default function Installations() {
  const workspace_id = useWorkspaceId()
  const {
    query: { show, agent },
  } = useAddress()
  const paging = usePaging()
  const view = viewOf(show)
  const query = useInstallations(
    workspace_id,
    { ...view.filter, ...(agent && { agent_id: agent }) },
    paging.cursor,
  )
  const [chosen, setChosen] = useState(NONE)
  const [revoking, setRevoking] = useState<'chosen' | 'all'>()
  const done = () => setRevoking(undefined)
  const may = mayManage(useOrganization())
  useEffect(() => setChosen(NONE), [workspace_id, show, agent, paging.cursor])
  const shown = query.data?.items ?? []
  const picked = shown.filter(({ installation_id }) => chosen.has(installation_id))
  const actions = may && (
    <ButtonLink look="primary" href={to('tokens', { workspace_id }, { new: true })}>
      Install an agent
    </ButtonLink>
  )
  return (
    <WorkspaceFrame tab="Installations" actions={actions || undefined}>
      <ViewLinks workspace_id={workspace_id} agent_id={agent} current={view} />
      <div class="toolbar">
        <AgentFilter seen={shown} chosen={agent} />
        {may && (
          <div class="actions">
            <Button
              look="danger"
              disabled={picked.length === 0}
              onClick={() => setRevoking('chosen')}
            >
              Revoke {picked.length === 0 ? 'chosen' : picked.length}…
            </Button>
            {isEndable(view) && (
              <Button
                look="danger"
                disabled={shown.length === 0}
                onClick={() => setRevoking('all')}
              >
                Revoke whole view…
              </Button>
            )}
          </div>
        )}
      </div>
      <Asked query={query} as={<Skeleton of="rows" lines={6} />}>
        {({ items, next_cursor, total }) =>
          items.length === 0 ? (
            <NoInstallations
              view={view}
              workspace_id={workspace_id}
              filtered={agent !== undefined}
            />
          ) : (
            <>
              <FleetTable items={items} {...(may && { chosen, onChoose: setChosen })} />
              <Pager paging={paging} next_cursor={next_cursor} shown={items.length} total={total} />
            </>
          )
        }
      </Asked>
      {(view.key === '' || view.key === 'offline') && paging.cursor === undefined && (
        <NeverStarted workspace_id={workspace_id} installed={shown} agent_id={agent} />
      )}
      {revoking === 'chosen' && (
        <RevokeMany
          workspace_id={workspace_id}
          installations={picked}
          onClose={done}
          onDone={() => {
            done()
            setChosen(NONE)
          }}
        />
      )}
      {revoking === 'all' && (
        <RevokeView workspace_id={workspace_id} view={view} agent_id={agent} onClose={done} />
      )}
    </WorkspaceFrame>
  )
}
