import type { ChainVerification } from '../../api/audit-chain.ts'
import { Badge } from '../../parts/badges/badge.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Id } from '../../parts/text/id.tsx'
import { formatNumber } from '../../parts/text/numbers.ts'
import { Time } from '../../parts/time/time.tsx'

const BREAK_REASONS: Readonly<Record<string, string>> = {
  gap: 'a record is missing',
  reordered: 'a record is in another place',
  edited: 'the record is not what was written',
  wrong_prev_hash: 'the record does not follow the one before',
  rewritten: 'the chain was written anew',
  truncated: 'the chain ends before its newest record',
  missing_checkpoint: 'the first records are gone, and nothing says why',
  invalid_checkpoint: 'this registry did not sign the checkpoint',
}

type FinishedVerification = Exclude<ChainVerification, { kind: 'idle' | 'running' }>

/** What following the chain has found. */
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
            At number {formatNumber(broken.sequence)}:{' '}
            {BREAK_REASONS[broken.reason] ?? broken.reason}.
          </strong>
        </p>
        <p class="muted">
          {broken.sequence > 1 && 'The records before it are as they were written. '}Tell the
          operator of this registry; <a href={hrefOf(broken.sequence)}>the record</a> shows what it
          says.
        </p>
      </div>
    )
  return (
    <div class="stack">
      <p class="row">
        <Badge tone="good">intact</Badge>
        <strong>
          {formatNumber(records)} {records === 1 ? 'record' : 'records'}, up to number{' '}
          {formatNumber(newest_sequence)}.
        </strong>
      </p>
      <p class="muted">
        Newest hash <Id value={head_hash} label="newest hash" />
      </p>
      {checkpoint && (
        <p class="muted">
          Records up to number {formatNumber(checkpoint.sequence)} were removed by the retention on{' '}
          <Time at={checkpoint.purged_at} format="day" />; this registry signed where they ended.
        </p>
      )}
    </div>
  )
}
