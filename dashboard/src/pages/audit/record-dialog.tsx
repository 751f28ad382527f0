import type { AuditRecord } from '../../api/audit.ts'
import {
  MAX_OFFSET,
  useRecordInChain,
  type ChainLink,
  type RecordInChain,
} from '../../api/audit-chain.ts'
import { QueryBoundary, EmptyState, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { CodeBlock, Id } from '../../parts/text/copyable.tsx'
import { Dialog } from '../../parts/feedback/dialog.tsx'
import { DescriptionList } from '../../parts/layout/page.tsx'
import { formatNumber } from '../../parts/text/format.ts'
import { Badge } from '../../parts/badge.tsx'
import { OutcomeBadge, VouchedForBadge } from '../../entities/status-badges.tsx'
import { Time } from '../../parts/text/time.tsx'
import { NamedEntity } from '../../entities/named-entity.tsx'
import { Actor, Target } from './record-list.tsx'
import { Hash } from '../../parts/text/hash.tsx'

interface Props {
  readonly organization_id: string
  readonly sequence: number
  readonly hrefOf: (sequence: number) => string
  readonly onClose: () => void
}

/** Shows one record in full, with its neighbours in the chain. */
export function RecordDialog({ organization_id, sequence, hrefOf, onClose }: Props) {
  const position = useRecordInChain(organization_id, sequence)
  return (
    <Dialog title={`Record ${sequence}`} open onClose={onClose} wide>
      <div class="dialog-body">
        <QueryBoundary query={position} fallback={<Skeleton lines={10} />}>
          {(chain) => (
            <RecordDetails chain={chain} hrefOf={hrefOf} organization_id={organization_id} />
          )}
        </QueryBoundary>
      </div>
    </Dialog>
  )
}

/** Issued trust headers are a statement by the registry about the organization; nothing was verified. */
const isVouch = ({ event_type, outcome }: AuditRecord): boolean =>
  event_type === 'trust.headers_issued' && outcome === 'success'

/** The titles and descriptions that explain why there is no record to show. */
const ABSENCES = {
  not_written: ['Record not found', 'It does not exist yet.'],
  removed: ['Record not found', 'The retention policy has removed it.'],
  missing: [
    'Record missing from the chain',
    'It should be stored, because no retention policy has removed it. Report this to the registry operator.',
  ],
  too_old: [
    'Record too old to be opened here',
    `Only the newest ${formatNumber(MAX_OFFSET)} records can be opened. To read it, filter the list by its day and download the records.`,
  ],
} as const satisfies Readonly<Record<string, readonly [title: string, text: string]>>

function RecordDetails({
  chain,
  hrefOf,
  organization_id,
}: { chain: RecordInChain } & Pick<Props, 'hrefOf' | 'organization_id'>) {
  const { record, absence } = chain.at
  if (!record) {
    const [title, text] = ABSENCES[absence]
    return <EmptyState title={title}>{text}</EmptyState>
  }
  return (
    <>
      <p class="row record-title">
        <code>{record.event_type}</code>
        {isVouch(record) ? (
          <VouchedForBadge organization_id={organization_id} />
        ) : (
          <OutcomeBadge outcome={record.outcome} event_type={record.event_type} />
        )}
      </p>
      <RecordFields record={record} />
      {Object.keys(record.metadata).length > 0 && (
        <CodeBlock label="Metadata" text={JSON.stringify(record.metadata, null, 2)} />
      )}
      <AdjacentRecords record={record} chain={chain} hrefOf={hrefOf} />
    </>
  )
}

const RecordFields = ({ record }: { record: AuditRecord }) => (
  <DescriptionList
    items={[
      ['Time', <Time at={record.occurred_at} format="exact" />],
      [
        'Actor',
        <>
          <Actor actor={record.actor} />
          {record.actor.ip !== undefined && <span class="muted"> from {record.actor.ip}</span>}
        </>,
      ],
      ['Target', <Target target={record.target} />],
      record.reason !== undefined && ['Reason', record.reason],
      record.workspace_id !== undefined && [
        'Workspace',
        <NamedEntity type="workspace" id={record.workspace_id} />,
      ],
      [
        'Request',
        record.request_id === undefined ? (
          <span class="muted">not caused by a request</span>
        ) : (
          <Id value={record.request_id} label="request" />
        ),
      ],
    ]}
  />
)

interface AdjacentRecordsProps {
  readonly record: AuditRecord
  readonly chain: RecordInChain
  readonly hrefOf: (sequence: number) => string
}

/** Shows a record between its neighbours in the chain. Its hash is recomputed in this browser. */
function AdjacentRecords({ record, chain: { before, after }, hrefOf }: AdjacentRecordsProps) {
  return (
    <section class="stack">
      <h3>Position in the chain</h3>
      <ol class="links">
        <li>
          {after.record ? (
            <AdjacentRecord
              record={after.record}
              linked={after.record.prev_hash === record.hash}
              hrefOf={hrefOf}
            />
          ) : (
            <span class="muted">{absenceOfNext(after)}</span>
          )}
        </li>
        <li class="here">
          <strong>{record.sequence}</strong> <Hash record={record} />
        </li>
        <li>
          {before.record ? (
            <AdjacentRecord
              record={before.record}
              linked={record.prev_hash === before.record.hash}
              hrefOf={hrefOf}
            />
          ) : (
            <span class="muted">{absenceOfPrevious(before, record)}</span>
          )}
        </li>
      </ol>
    </section>
  )
}

const absenceOfNext = ({ absence }: ChainLink): string =>
  absence === 'missing' ? 'The next record is missing from the chain.' : 'There is no newer record.'

function absenceOfPrevious({ absence }: ChainLink, { sequence }: AuditRecord): string {
  if (sequence === 1) return 'This is the first record of the chain.'
  return absence === 'missing'
    ? 'The previous record is missing from the chain.'
    : 'The previous record was removed by the retention policy.'
}

const AdjacentRecord = ({
  record: { sequence, event_type },
  linked,
  hrefOf,
}: {
  record: AuditRecord
  linked: boolean
  hrefOf: AdjacentRecordsProps['hrefOf']
}) => (
  <>
    <a href={hrefOf(sequence)}>{sequence}</a> <code>{event_type}</code>{' '}
    <Badge tone={linked ? 'good' : 'bad'}>{linked ? 'linked' : 'not linked'}</Badge>
  </>
)
