import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useFleet, useFleetCounts, type FleetFilter } from '../../../api/fleet.ts'
import { EmptyState } from '../../../parts/feedback/query-boundary.tsx'
import { ButtonLink } from '../../../parts/forms/button.tsx'
import { PagedList } from '../../../parts/tables/paged-list.tsx'
import { usePaging } from '../../../parts/tables/pager.tsx'
import { formatCount } from '../../../parts/text/format.ts'
import { useOrganization, usePermission } from '../../../shell/current-user.tsx'
import { useQueryParameters } from '../../../urls.ts'
import { FleetActionDialog, type FleetActionRequest } from '../actions/fleet-action-dialog.tsx'
import { SelectionBar } from '../actions/selection-bar.tsx'
import { FleetFilters, useFleetFilters } from './fleet-filters.tsx'
import { InstallationTable } from './installation-table.tsx'
import { ViewLinks, viewByKey, type View } from './views.tsx'

const NONE: ReadonlySet<string> = new Set()

/** Returns the identifiers of the selected rows, and clears them when the list shows something else. */
function useSelection(list: readonly unknown[]) {
  const [selected, onSelect] = useState(NONE)
  useEffect(() => onSelect(NONE), list)
  return { selected, onSelect }
}

interface Props {
  /** The workspace whose installations are listed; undefined for those of the whole organization. */
  readonly workspace_id?: string
  /** Shown while there are no installations at all. */
  readonly empty: ComponentChildren
}

/** Lists installations with their live state, and applies actions to selected ones or to all that match. */
export function FleetList({ workspace_id, empty }: Props) {
  const { organization_id } = useOrganization()
  const { query: parameters } = useQueryParameters()
  const view = viewByKey(parameters['show'])
  const { values, filter, filtered } = useFleetFilters(workspace_id)
  const matching: FleetFilter = { ...filter, ...view.filter }
  const paging = usePaging()
  const fleet = useFleet(organization_id, matching, paging.cursor)
  const counts = useFleetCounts(organization_id, filter)
  const selection = useSelection([
    organization_id,
    workspace_id,
    JSON.stringify(matching),
    paging.cursor,
  ])
  const canEdit = usePermission('installations:write')
  const shown = fleet.data?.items ?? []
  const selected = shown.filter(({ installation_id }) => selection.selected.has(installation_id))
  const total = counts.data && formatCount(counts.data[view.count], counts.data.counted)
  return (
    <>
      <ViewLinks counts={counts.data} current={view} />
      <FleetFilters values={values} shown={shown} everyWorkspace={workspace_id === undefined} />
      {canEdit && shown.length > 0 && (
        <FleetActions
          organization_id={organization_id}
          selected={selected}
          shown={shown.length}
          total={total}
          matching={matching}
          onDone={() => selection.onSelect(NONE)}
        />
      )}
      <PagedList
        query={fleet}
        paging={paging}
        noun="installations"
        lines={6}
        empty={<NothingFound view={view} filtered={filtered} empty={empty} />}
        unfinished={
          <EmptyState title="No matches on this page">
            Each page searches a limited number of installations. Continue on the next page.
          </EmptyState>
        }
        total={total}
      >
        {(items) => (
          <InstallationTable
            items={items}
            everyWorkspace={workspace_id === undefined}
            {...(canEdit && selection)}
          />
        )}
      </PagedList>
    </>
  )
}

type ActionsProps = Omit<Parameters<typeof SelectionBar>[0], 'onAction'> & {
  readonly organization_id: string
  readonly onDone: () => void
}

/** Offers actions, and shows the one that was chosen. The selection is cleared after it has run. */
function FleetActions({ organization_id, onDone, ...bar }: ActionsProps) {
  const [request, setRequest] = useState<FleetActionRequest>()
  const [done, setDone] = useState(0)
  const close = (started: boolean) => {
    setRequest(undefined)
    if (!started) return
    setDone(done + 1)
    onDone()
  }
  return (
    <>
      <SelectionBar
        key={`${JSON.stringify(bar.matching)} ${done}`}
        {...bar}
        onAction={setRequest}
      />
      {request && (
        <FleetActionDialog organization_id={organization_id} request={request} onClose={close} />
      )}
    </>
  )
}

/** Explains why a list is empty. */
export function NothingFound({
  view,
  filtered,
  empty,
}: {
  view: View
  filtered: boolean
  empty: ComponentChildren
}) {
  const { path } = useQueryParameters()
  if (view.key === '' && !filtered) return <>{empty}</>
  const state = view.key === '' ? '' : `${view.title.toLowerCase()} `
  return (
    <EmptyState
      title={filtered ? `No ${state}installations match` : `No ${state}installations`}
      actions={<ButtonLink href={path}>Show all</ButtonLink>}
    >
      {filtered ? 'Try fewer words or filters.' : undefined}
    </EmptyState>
  )
}
