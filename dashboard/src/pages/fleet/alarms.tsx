import { useAlarms } from '../../api/fleet-alarms.ts'
import { Asked } from '../../parts/asked.tsx'
import { ButtonLink } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Pager, usePaging } from '../../parts/pager.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { to } from '../../to.ts'
import { AlarmList } from './alarm-list.tsx'
import { KINDS, kindOf } from './alarm-kinds.ts'
import { useAddress, useWorkspaceId } from './place.ts'
import { WorkspaceFrame } from './workspace-frame.tsx'

/** Records of the audit log that somebody should look at, the newest first. */
export default function Alarms() {
  const { organization_id } = useOrganization()
  const workspace_id = useWorkspaceId()
  const {
    query: { kind },
    address,
  } = useAddress()
  const paging = usePaging()
  const known = KINDS.find(({ type }) => type === kind)
  const alarms = useAlarms(
    { organization_id, workspace_id },
    known ? [known.type] : KINDS.map(({ type }) => type),
    known && paging.cursor,
  )
  return (
    <WorkspaceFrame
      tab="Alarms"
      actions={<ButtonLink href={to('audit', {}, { workspace_id })}>Audit log</ButtonLink>}
    >
      <nav class="views" aria-label="Kinds of alarms">
        <ul>
          <li>
            <a href={address({ kind: undefined })} aria-current={known ? undefined : 'true'}>
              All
            </a>
          </li>
          {KINDS.map(({ type, short }) => (
            <li key={type}>
              <a
                href={address({ kind: type })}
                aria-current={known?.type === type ? 'true' : undefined}
              >
                {short}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {known && <p class="muted">{kindOf(known.type).means}</p>}
      <Asked query={alarms} as={<Skeleton of="rows" lines={5} />}>
        {({ items, total, next_cursor }) =>
          items.length === 0 ? (
            <Empty title="No alarms">
              Nothing of this kind is on record
              {known ? '' : ': no token came twice, no policy was violated, no lease ran out'}. New
              alarms appear here by themselves.
            </Empty>
          ) : (
            <>
              <AlarmList items={items} />
              {known ? (
                <Pager
                  paging={paging}
                  next_cursor={next_cursor}
                  shown={items.length}
                  total={total}
                />
              ) : (
                <p class="pager muted">
                  {items.length === total
                    ? `${total} in all`
                    : `The latest ${items.length} of ${total}; each kind by itself has them all`}
                </p>
              )}
            </>
          )
        }
      </Asked>
    </WorkspaceFrame>
  )
}
