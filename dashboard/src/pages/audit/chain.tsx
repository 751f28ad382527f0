import { useChainVerification, type ChainVerification } from '../../api/audit-chain.ts'
import { Button } from '../../parts/forms/button.tsx'
import { formatNumber } from '../../parts/text/format.ts'
import { Panel } from '../../parts/layout/page.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Id } from '../../parts/text/copyable.tsx'
import { Time } from '../../parts/text/time.tsx'

/** Verifies the chain in batches and shows the progress. */
export function ChainPanel({
  organization_id,
  hrefOf,
}: {
  organization_id: string
  hrefOf: (sequence: number) => string
}) {
  const { verification, start, stop } = useChainVerification(organization_id)
  const running = verification.kind === 'running'
  const action = running ? (
    <Button onClick={stop}>Stop</Button>
  ) : (
    <Button onClick={() => void start()}>
      {verification.kind === 'idle' ? 'Verify chain' : 'Verify again'}
    </Button>
  )
  return (
    <Panel
      title="Chain"
      note="Recomputes every hash from the oldest stored record to the newest."
      actions={action}
    >
      {verification.kind !== 'idle' && (
        <div role="status">
          {running ? (
            <ChainProgress verification={verification} />
          ) : (
            <ChainResult verification={verification} hrefOf={hrefOf} retry={() => void start()} />
          )}
        </div>
      )}
    </Panel>
  )
}

/** Shows how many of the stored records have been verified. Those up to the checkpoint are not stored. */
export function ChainProgress({
  verification: { records, step },
}: {
  verification: ChainVerification & { kind: 'running' }
}) {
  const stored = step && step.newest_sequence - (step.checkpoint?.sequence ?? 0)
  return (
    <div class="checking">
      <progress max={stored ?? 1} value={records} aria-label="Verified" />
      <span class="muted">
        Records verified: {formatNumber(records)}
        {stored !== undefined && ` of about ${formatNumber(stored)}`}
      </span>
    </div>
  )
}

const BREAK_REASONS: Readonly<Record<string, string>> = {
  gap: 'a record is missing',
  reordered: 'records are in the wrong order',
  edited: 'the record was changed',
  wrong_prev_hash: 'the record does not contain the hash of the previous one',
  rewritten: 'the chain was rewritten',
  truncated: 'the chain ends before its newest record',
  missing_checkpoint: 'the oldest records are missing, and no checkpoint accounts for them',
  invalid_checkpoint: 'the checkpoint was not signed by this registry',
}

/**
 * If the chain is broken for one of these reasons, the records before the break were verified. A rewritten chain has valid hashes, but its
 * records may have been replaced.
 */
const BREAKS_AFTER_VALID_RECORDS: ReadonlySet<string> = new Set([
  'gap',
  'reordered',
  'edited',
  'wrong_prev_hash',
  'truncated',
])

/** Returns whether records were verified before the break. Records up to the checkpoint are no longer stored. */
const hasValidRecords = ({ broken, checkpoint }: ChainStep): boolean =>
  broken !== undefined &&
  BREAKS_AFTER_VALID_RECORDS.has(broken.reason) &&
  broken.sequence > (checkpoint?.sequence ?? 0) + 1

type FinishedVerification = Exclude<ChainVerification, { kind: 'idle' | 'running' }>

type ChainStep = Exclude<FinishedVerification, { kind: 'failed' }>['step']

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
  const { records, step } = verification
  const { broken, head_hash, checkpoint, newest_sequence } = step
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
          {hasValidRecords(step) && 'The records before it have valid hashes. '}Report this to the
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
          <Time at={checkpoint.purged_at} format="day" />; a signed checkpoint confirms this.
        </p>
      )}
    </div>
  )
}
