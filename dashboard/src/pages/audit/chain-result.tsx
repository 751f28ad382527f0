import type { ChainVerification } from '../../api/audit-chain.ts'
import { Badge } from '../../parts/badges/badge.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Id } from '../../parts/text/id.tsx'
import { formatNumber } from '../../parts/text/numbers.ts'
import { Time } from '../../parts/time/time.tsx'

const BREAK_REASONS: Readonly<Record<string, string>> = {
  gap: 'a record is missing',
  reordered: 'records are in the wrong order',
  edited: 'the record was changed',
  wrong_prev_hash: 'the record does not follow the previous one',
  rewritten: 'the chain was rewritten',
  truncated: 'the chain ends before its newest record',
  missing_checkpoint: 'the first records are missing without a checkpoint',
  invalid_checkpoint: 'the checkpoint was not signed by this registry',
}

type FinishedVerification = Exclude<ChainVerification, { kind: 'idle' | 'running' }>

/** Shows the result of a verification of the chain. */
export function ChainResult({
  verification,
  hrefOf,
  retry,
}: {
  verification: FinishedVerification
  hrefOf: (sequence: number) => string
  retry: () => void
}) {
  if (verification.kind === 'failed') return <Failure error={verification.error} retry={retry} />
  const {
    records,
    step: { broken, head_hash, checkpoint, newest_sequence },
  } = verification
  if (broken)
    return (
      <div class="stack">
        <p class="row">
          <Badge tone="bad">broken</Badge>
          <strong>
            At record {formatNumber(broken.sequence)}:{' '}
            {BREAK_REASONS[broken.reason] ?? broken.reason}.
          </strong>
        </p>
        <p class="muted">
          {broken.sequence > 1 && 'The records before it are unchanged. '}Report this to the
          registry operator. <a href={hrefOf(broken.sequence)}>View the record</a>.
        </p>
      </div>
    )
  return (
    <div class="stack">
      <p class="row">
        <Badge tone="good">intact</Badge>
        <strong>
          {formatNumber(records)} {records === 1 ? 'record' : 'records'}, up to record{' '}
          {formatNumber(newest_sequence)}.
        </strong>
      </p>
      <p class="muted">
        Newest hash <Id value={head_hash} label="newest hash" />
      </p>
      {checkpoint && (
        <p class="muted">
          Records up to {formatNumber(checkpoint.sequence)} were removed by the retention policy on{' '}
          <Time at={checkpoint.purged_at} format="day" />; a signed checkpoint confirms it.
        </p>
      )}
    </div>
  )
}
