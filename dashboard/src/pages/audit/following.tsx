import { useExportState, type AuditExport } from '../../api/exports.ts'
import { Asked } from '../../parts/asked.tsx'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { numeral } from '../../parts/numbers.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Time } from '../../parts/time.tsx'

const TONES: Readonly<Record<AuditExport['status'], Tone>> = {
  accepted: 'idle',
  running: 'info',
  completed: 'good',
  partial: 'warn',
  failed: 'bad',
}

/** How far an export is, until it is over. */
export function Following({ export_id, onClose }: { export_id: string; onClose: () => void }) {
  const state = useExportState(export_id)
  return (
    <Dialog title="Export" open onClose={onClose}>
      <div class="dialog-body" role="status">
        <Asked query={state} as={<Skeleton lines={6} />}>
          {(known) => <Shown known={known} />}
        </Asked>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}

const Shown = ({
  known: {
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
  known: AuditExport
}) => (
  <>
    <p class="row">
      <Badge tone={TONES[status]}>{status}</Badge>
      <strong>
        {numeral(delivered)} of {numeral(matched)} records delivered
        {failed > 0 && `, ${numeral(failed)} not`}
      </strong>
    </p>
    <progress max={Math.max(1, matched)} value={delivered} aria-label="Delivered" />
    {error && (
      <p class="refusal">
        {error.message} <code>{error.code}</code>
      </p>
    )}
    {rejected && rejected.length > 0 && (
      <ul class="rejected">
        {rejected.map(({ sequence, reason }) => (
          <li key={sequence}>
            Number {sequence}: {reason}
          </li>
        ))}
      </ul>
    )}
    <Facts
      of={[
        ['Destination', destination],
        ['Export', <Id key="id" value={export_id} of="export" />],
        ['Requested', <Time key="asked" at={created_at} as="exact" />],
        [
          'Ended',
          <Time
            key="ended"
            at={finished_at}
            as="exact"
            never="under way; this window can be closed"
          />,
        ],
      ]}
    />
  </>
)
