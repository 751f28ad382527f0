import { useExportStatus, type AuditExport } from '../../api/audit-exports.ts'
import { QueryBoundary, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { Dialog } from '../../parts/feedback/dialog.tsx'
import { DescriptionList } from '../../parts/layout/page.tsx'
import { Id } from '../../parts/text/copyable.tsx'
import { formatNumber } from '../../parts/text/format.ts'
import { Time } from '../../parts/text/time.tsx'
import { DESTINATIONS } from './destinations.ts'

const TONES: Readonly<Record<AuditExport['status'], Tone>> = {
  accepted: 'idle',
  running: 'info',
  completed: 'good',
  partial: 'warn',
  failed: 'bad',
}

/** Shows the progress of an export until it has ended. */
export function ExportProgressDialog({
  export_id,
  onClose,
}: {
  export_id: string
  onClose: () => void
}) {
  const state = useExportStatus(export_id)
  return (
    <Dialog title="Export" open onClose={onClose}>
      <div class="dialog-body" role="status">
        <QueryBoundary query={state} fallback={<Skeleton lines={6} />}>
          {(data) => <ExportDetails auditExport={data} />}
        </QueryBoundary>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}

const ExportDetails = ({
  auditExport: {
    export_id,
    destination,
    status,
    matched,
    delivered,
    failed,
    error,
    rejected,
    created_at,
    finished_at,
  },
}: {
  auditExport: AuditExport
}) => (
  <>
    <p class="row">
      <Badge tone={TONES[status]}>{status}</Badge>
      <strong>
        {formatNumber(delivered)} of {formatNumber(matched)} records delivered
        {failed > 0 && `, ${formatNumber(failed)} failed`}
      </strong>
    </p>
    <progress max={Math.max(1, matched)} value={delivered} aria-label="Delivered" />
    {error && (
      <p class="error-notice">
        {error.message} <code>{error.code}</code>
      </p>
    )}
    {rejected && rejected.length > 0 && (
      <ul class="rejected">
        {rejected.map(({ sequence, reason }) => (
          <li key={sequence}>
            Record {sequence}: {reason}
          </li>
        ))}
      </ul>
    )}
    <DescriptionList
      items={[
        [
          'Destination',
          DESTINATIONS.find(({ value }) => value === destination)?.title ?? destination,
        ],
        ['Export', <Id value={export_id} label="export" />],
        ['Requested', <Time at={created_at} format="exact" />],
        [
          'Finished',
          <Time
            at={finished_at}
            format="exact"
            missing="still running; you can close this dialog"
          />,
        ],
      ]}
    />
  </>
)
