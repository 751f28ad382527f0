import { useMemo } from 'preact/hooks'
import { serverNow } from '../../../api/clock.ts'
import type { ActionProgress, ActionResult, FleetAction } from '../../../api/fleet-action.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Countdown } from '../../../parts/text/time.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { formatNumber } from '../../../parts/text/format.ts'
import { pageUrl } from '../../../urls.ts'
import { ACTION_WORDS } from './action-fields.tsx'

/** The maximum number of listed installations. */
const MAX_LISTED = 20

type Outcome = ActionResult['outcome']

/** Explains why an action was not applied to a number of installations. */
const OUTCOME_TEXTS: Readonly<Record<Exclude<Outcome, 'applied'>, (count: number) => string>> = {
  unchanged: (count) => `${formatNumber(count)} needed no change`,
  ended: (count) => `${formatNumber(count)} had already ended`,
  skipped: (count) => `${formatNumber(count)} no longer ${count === 1 ? 'matches' : 'match'}`,
  not_found: (count) => `${formatNumber(count)} no longer ${count === 1 ? 'exists' : 'exist'}`,
  too_many_labels: (count) => `${formatNumber(count)} would have more than 16 labels`,
}

interface Props {
  readonly type: FleetAction['action']
  readonly progress: ActionProgress
  readonly onStop: () => void
  readonly onContinue: () => void
  readonly onClose: () => void
}

/** Shows the progress of an action, which can be stopped and continued, and its outcome for each installation. */
export function ActionRun({ type, progress, onStop, onContinue, onClose }: Props) {
  const { state, results, remaining } = progress
  const { verb, participle } = ACTION_WORDS[type]
  const finished = state === 'done' || state === 'stopped' || state === 'failed'
  const total = results.length + remaining.length
  const others = results.filter(({ outcome }) => outcome !== 'applied')
  return (
    <>
      <div class="dialog-body">
        <progress max={total} value={results.length} aria-label="Progress" />
        <div role="status">
          <p>
            <strong>
              {formatNumber(results.length - others.length)} of {formatNumber(total)} {participle}
              {state === 'stopped' && ', then stopped'}.
            </strong>
          </p>
          {state === 'waiting' && <WaitingNotice seconds={progress.seconds} />}
        </div>
        {state === 'failed' && <Failure error={progress.error} />}
        {others.length > 0 && <OtherOutcomes results={others} />}
        {finished && remaining.length > 0 && (
          <IdList title={`${formatNumber(remaining.length)} not ${participle}`} ids={remaining} />
        )}
      </div>
      <div class="dialog-foot">
        {finished ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <Button onClick={onStop}>Stop</Button>
        )}
        {finished && remaining.length > 0 && (
          <Button variant={type === 'revoke' ? 'danger' : 'primary'} onClick={onContinue}>
            {verb} the remaining {formatNumber(remaining.length)}
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
      The registry is busy, or a rate limit is reached. Continuing in{' '}
      <Countdown until={until} expiredText="0:00" />.
    </p>
  )
}

/** Groups the other installations by outcome and lists them. */
function OtherOutcomes({ results }: { results: readonly ActionResult[] }) {
  const groups = Map.groupBy(results, ({ outcome }) => outcome)
  return (
    <>
      {[...groups].map(
        ([outcome, group]) =>
          outcome !== 'applied' && (
            <IdList
              key={outcome}
              title={OUTCOME_TEXTS[outcome](group.length)}
              ids={group.map(({ installation_id }) => installation_id)}
            />
          ),
      )}
    </>
  )
}

const IdList = ({ title, ids }: { title: string; ids: readonly string[] }) => (
  <details class="more">
    <summary>{title}</summary>
    <ul class="bullets ids">
      {ids.slice(0, MAX_LISTED).map((installation_id) => (
        <li key={installation_id}>
          <a href={pageUrl('installation', { installation_id })}>
            <code>{installation_id}</code>
          </a>
        </li>
      ))}
      {ids.length > MAX_LISTED && <li>and {formatNumber(ids.length - MAX_LISTED)} more</li>}
    </ul>
  </details>
)
