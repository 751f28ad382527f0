import type { ChainCheck } from '../../api/chain.ts'
import { Badge } from '../../parts/badge.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Id } from '../../parts/id.tsx'
import { numeral } from '../../parts/numbers.ts'
import { Time } from '../../parts/time.tsx'

const BREAKS: Readonly<Record<string, string>> = {
  gap: 'a record is missing',
  reordered: 'a record is in another place',
  edited: 'the record is not what was written',
  wrong_prev_hash: 'the record does not follow the one before',
  rewritten: 'the chain was written anew',
  truncated: 'the chain ends before its newest record',
  missing_checkpoint: 'the first records are gone, and nothing says why',
  invalid_checkpoint: 'this registry did not sign the checkpoint',
}

type Over = Exclude<ChainCheck, { kind: 'idle' | 'running' }>

/** What following the chain has found. */
export function Found({
  check,
  hrefOf,
  retry,
}: {
  check: Over
  hrefOf: (sequence: number) => string
  retry: () => void
}) {
  if (check.kind === 'failed') return <Failure error={check.error} retry={retry} />
  const {
    records,
    step: { broken, head_hash, checkpoint, newest_sequence },
  } = check
  if (broken)
    return (
      <div class="stack">
        <p class="row">
          <Badge tone="bad">broken</Badge>
          <strong>
            At number {numeral(broken.sequence)}: {BREAKS[broken.reason] ?? broken.reason}.
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
          {numeral(records)} {records === 1 ? 'record' : 'records'}, up to number{' '}
          {numeral(newest_sequence)}.
        </strong>
      </p>
      <p class="muted">
        Newest hash <Id value={head_hash} of="newest hash" />
      </p>
      {checkpoint && (
        <p class="muted">
          Records up to number {numeral(checkpoint.sequence)} were removed by the retention on{' '}
          <Time at={checkpoint.purged_at} as="day" />; this registry signed where they ended.
        </p>
      )}
    </div>
  )
}
