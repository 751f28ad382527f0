import { useMemo } from 'preact/hooks'
import { serverNow } from '../../../api/clock.ts'
import type { RevocationProgress } from '../../../api/view-revocation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Countdown } from '../../../parts/text/time.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { formatNumber } from '../../../parts/text/format.ts'

/** The maximum number of listed identifiers. */
const MAX_LISTED = 20

interface Props {
  readonly progress: RevocationProgress
  readonly onStop: () => void
  readonly onContinue: () => void
  readonly onClose: () => void
}

/** Shows the progress of the revocation of a view, which can be stopped and continued. */
export function RevocationRun({ progress, onStop, onContinue, onClose }: Props) {
  const { state, revoked, skipped, remaining } = progress
  const finished = state === 'done' || state === 'stopped' || state === 'failed'
  return (
    <>
      <div class="dialog-body">
        <progress
          max={revoked + skipped + remaining.length}
          value={revoked + skipped}
          aria-label="Revoked"
        />
        <div role="status">
          <p>
            <strong>
              {formatNumber(revoked)} of {formatNumber(revoked + skipped + remaining.length)}{' '}
              revoked
              {state === 'stopped' && ', then stopped'}.
            </strong>
          </p>
          {skipped > 0 && (
            <p class="muted">
              {formatNumber(skipped)} had already ended or no longer{' '}
              {skipped === 1 ? 'matches' : 'match'} this view.
            </p>
          )}
          {state === 'waiting' && <WaitingNotice seconds={progress.seconds} />}
        </div>
        {state === 'failed' && <Failure error={progress.error} />}
        {finished && remaining.length > 0 && <RemainingList ids={remaining} />}
      </div>
      <div class="dialog-foot">
        {finished ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <Button onClick={onStop}>Stop</Button>
        )}
        {finished && remaining.length > 0 && (
          <Button variant="danger" onClick={onContinue}>
            Revoke the remaining {formatNumber(remaining.length)}
          </Button>
        )}
      </div>
    </>
  )
}

function WaitingNotice({ seconds }: { seconds: number }) {
  const until = useMemo(() => new Date(serverNow() + seconds * 1000).toISOString(), [])
  return (
    <p class="muted">
      The registry is busy. Continuing in <Countdown until={until} expiredText="0:00" />.
    </p>
  )
}

const RemainingList = ({ ids }: { ids: readonly string[] }) => (
  <details class="more">
    <summary>{formatNumber(ids.length)} not revoked</summary>
    <ul class="bullets">
      {ids.slice(0, MAX_LISTED).map((id) => (
        <li key={id}>
          <code>{id}</code>
        </li>
      ))}
      {ids.length > MAX_LISTED && <li>and {formatNumber(ids.length - MAX_LISTED)} more</li>}
    </ul>
  </details>
)
