import { useAlarms } from '../../../api/alarms.ts'
import { QueryBoundary, EmptyState, Skeleton } from '../../../parts/feedback/query-boundary.tsx'
import { ButtonLink } from '../../../parts/forms/button.tsx'
import { SegmentedControl } from '../../../parts/layout/view-switches.tsx'
import { Pager, usePaging } from '../../../parts/tables/pager.tsx'
import { useOrganization } from '../../../shell/current-user.tsx'
import { pageUrl, useQueryParameters, useWorkspaceId } from '../../../urls.ts'
import { AlarmList, ALARM_KINDS, type AlarmKind } from './alarm-list.tsx'
import { WorkspacePage } from '../../../shell/workspace-page.tsx'
import '../installations.css'

/** Lists audit records that need attention, newest first. */
export default function Alarms() {
  const { organization_id } = useOrganization()
  const workspace_id = useWorkspaceId()
  const {
    query: { kind },
  } = useQueryParameters()
  const paging = usePaging()
  const selected = ALARM_KINDS.find(({ type }) => type === kind)
  const alarms = useAlarms(
    { organization_id, workspace_id },
    selected ? [selected.type] : ALARM_KINDS.map(({ type }) => type),
    selected && paging.cursor,
  )
  return (
    <WorkspacePage
      tab="Alarms"
      actions={
        <ButtonLink href={pageUrl('audit', {}, { workspace_id })}>View audit log</ButtonLink>
      }
    >
      <AlarmTypeLinks selected={selected} />
      {selected && <p class="muted">{selected.explanation}</p>}
      <QueryBoundary query={alarms} fallback={<Skeleton variant="rows" lines={5} />}>
        {({ items, total, next_cursor }) =>
          items.length === 0 && (!selected || paging.back === undefined) ? (
            <EmptyState title="No alarms">
              {selected
                ? 'No events of this type have been recorded.'
                : 'No token was reused, no policy was violated and no lease expired.'}{' '}
              New alarms appear here automatically.
            </EmptyState>
          ) : (
            <>
              <AlarmList items={items} />
              {selected ? (
                <Pager
                  paging={paging}
                  next_cursor={next_cursor}
                  shown={items.length}
                  total={total}
                />
              ) : (
                <p class="pager muted">
                  {items.length === total
                    ? `${total} total`
                    : `Latest ${items.length} of ${total}. Select a type to see all of its alarms.`}
                </p>
              )}
            </>
          )
        }
      </QueryBoundary>
    </WorkspacePage>
  )
}

function AlarmTypeLinks({ selected }: { selected: AlarmKind | undefined }) {
  const { urlWith } = useQueryParameters()
  return (
    <SegmentedControl
      label="Types of alarms"
      look="views"
      options={[
        { title: 'All', href: urlWith({ kind: undefined }), current: !selected },
        ...ALARM_KINDS.map(({ type, short }) => ({
          title: short,
          href: urlWith({ kind: type }),
          current: selected?.type === type,
        })),
      ]}
    />
  )
}
