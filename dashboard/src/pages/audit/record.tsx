import { useInChain, type AuditRecord, type InChain } from '../../api/audit.ts'
import { Asked } from '../../parts/asked.tsx'
import { Code } from '../../parts/code.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { Outcome } from '../../parts/outcome.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Time } from '../../parts/time.tsx'
import { VouchedFor } from '../../parts/vouched-for.tsx'
import { Neighbours } from './neighbours.tsx'
import { Actor, Target } from './words.tsx'

interface Props {
  readonly organization_id: string
  readonly sequence: number
  readonly hrefOf: (sequence: number) => string
  readonly onClose: () => void
}

/** One record in full, and the links of the chain on both sides. */
export function RecordDialog({ organization_id, sequence, hrefOf, onClose }: Props) {
  const found = useInChain(organization_id, sequence)
  return (
    <Dialog title={`Record ${sequence}`} open onClose={onClose} wide>
      <div class="dialog-body">
        <Asked query={found} as={<Skeleton lines={10} />}>
          {(around) => <Shown around={around} hrefOf={hrefOf} organization_id={organization_id} />}
        </Asked>
      </div>
    </Dialog>
  )
}

/** Headers that were issued are the registry's word for the organization, and nothing that somebody verified. */
const vouches = ({ event_type, outcome }: AuditRecord): boolean =>
  event_type === 'trust.headers_issued' && outcome === 'success'

function Shown({
  around,
  hrefOf,
  organization_id,
}: { around: InChain } & Pick<Props, 'hrefOf' | 'organization_id'>) {
  const { record } = around
  if (!record)
    return (
      <Empty title="No such record">
        It is not written yet, or it is so old that the retention has removed it.
      </Empty>
    )
  return (
    <>
      <p class="row record-title">
        <code>{record.event_type}</code>
        {vouches(record) ? (
          <VouchedFor organization_id={organization_id} />
        ) : (
          <Outcome outcome={record.outcome} />
        )}
      </p>
      <Facts
        of={[
          ['When', <Time key="when" at={record.occurred_at} as="exact" />],
          [
            'By',
            <>
              <Actor actor={record.actor} />
              {record.actor.ip !== undefined && <span class="muted"> from {record.actor.ip}</span>}
            </>,
          ],
          ['On', <Target key="on" target={record.target} />],
          ...(record.reason === undefined ? [] : [['Reason', record.reason] as const]),
          ...(record.workspace_id === undefined
            ? []
            : [
                [
                  'Workspace',
                  <Id key="workspace" value={record.workspace_id} of="workspace" />,
                ] as const,
              ]),
          [
            'Request',
            record.request_id === undefined ? (
              <span key="none" class="muted">
                none caused it
              </span>
            ) : (
              <Id key="request" value={record.request_id} of="request" />
            ),
          ],
        ]}
      />
      {Object.keys(record.metadata).length > 0 && (
        <Code of="Metadata" text={JSON.stringify(record.metadata, null, 2)} />
      )}
      <Neighbours record={record} around={around} hrefOf={hrefOf} />
    </>
  )
}
