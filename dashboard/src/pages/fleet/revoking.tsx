import { useMemo } from 'preact/hooks'
import { now } from '../../api/clock.ts'
import type { Course } from '../../api/revoke-all.ts'
import { Button } from '../../parts/button.tsx'
import { Countdown } from '../../parts/countdown.tsx'
import { Failure } from '../../parts/failure.tsx'
import { numeral } from '../../parts/numbers.ts'

/** As many identifiers are named as somebody may want to look at. */
const NAMED = 20

interface Props {
  readonly course: Course
  readonly onStop: () => void
  readonly onGoOn: () => void
  readonly onClose: () => void
}

/** How far revoking a whole view is, how to stop it, and what is left. */
export function Revoking({ course, onStop, onGoOn, onClose }: Props) {
  const { state, revoked, passed, left } = course
  const over = state === 'done' || state === 'stopped' || state === 'failed'
  return (
    <>
      <div class="dialog-body">
        <progress
          max={revoked + passed + left.length}
          value={revoked + passed}
          aria-label="Revoked"
        />
        <div role="status">
          <p>
            <strong>
              {numeral(revoked)} of {numeral(revoked + passed + left.length)} revoked
              {state === 'stopped' && ', then stopped'}.
            </strong>
          </p>
          {passed > 0 && (
            <p class="muted">
              {numeral(passed)} had ended already, or no longer belong to this view.
            </p>
          )}
          {state === 'waiting' && <Pause seconds={course.seconds} />}
        </div>
        {state === 'failed' && <Failure error={course.error} />}
        {over && left.length > 0 && <Left ids={left} />}
      </div>
      <div class="dialog-foot">
        {over ? <Button onClick={onClose}>Close</Button> : <Button onClick={onStop}>Stop</Button>}
        {over && left.length > 0 && (
          <Button look="danger" onClick={onGoOn}>
            Revoke the remaining {numeral(left.length)}
          </Button>
        )}
      </div>
    </>
  )
}

function Pause({ seconds }: { seconds: number }) {
  const until = useMemo(() => new Date(now() + seconds * 1000).toISOString(), [])
  return (
    <p class="muted">
      The registry has too many requests; this goes on in{' '}
      <Countdown until={until} over="a moment" />.
    </p>
  )
}

const Left = ({ ids }: { ids: readonly string[] }) => (
  <details class="more">
    <summary>{numeral(ids.length)} not revoked</summary>
    <ul class="bullets">
      {ids.slice(0, NAMED).map((id) => (
        <li key={id}>
          <code>{id}</code>
        </li>
      ))}
      {ids.length > NAMED && <li>and {numeral(ids.length - NAMED)} more</li>}
    </ul>
  </details>
)
