import { DisputeStateBadge } from '../../entities/status-badges.tsx'
import type { ComponentChildren } from 'preact'
import type { Dispute } from '../../api/disputes.ts'
import { Panel } from '../../parts/layout/page.tsx'
import { Time } from '../../parts/text/time.tsx'

/** Shows the progress of a dispute. */
export const Progress = ({ dispute }: { dispute: Dispute }) => (
  <Panel title="Progress">
    <ol class="steps">
      <Step title="Reported" done>
        <Time at={dispute.opened_at} format="exact" />
      </Step>
      <Step
        title="Under review"
        done={dispute.state !== 'open'}
        waiting="The operator has not started the review yet."
      >
        <ReviewStart dispute={dispute} />
      </Step>
      <Step
        title="Decided"
        done={dispute.decided_at !== undefined}
        waiting="The operator upholds or rejects the dispute. The decision is final."
      >
        <DisputeStateBadge state={dispute.state} /> <Time at={dispute.decided_at} format="exact" />
        <Reason reason={dispute.reason} />
      </Step>
    </ol>
  </Panel>
)

/** Shows when the review started, if that is recorded, and its reason until the decision replaces it. */
function ReviewStart({
  dispute: { state, updated_at, review_started_at, reason },
}: {
  dispute: Dispute
}) {
  const isUnderReview = state === 'under_review'
  const at = review_started_at ?? (isUnderReview ? updated_at : undefined)
  if (at === undefined) return <p class="muted">No start of a review is recorded.</p>
  return (
    <>
      <Time at={at} format="exact" />
      {isUnderReview && <Reason reason={reason} />}
    </>
  )
}

const Step = ({
  title,
  done,
  waiting,
  children,
}: {
  title: string
  done: boolean
  waiting?: string
  children?: ComponentChildren
}) => (
  <li class={done ? 'done' : undefined}>
    <p>
      <strong>{title}</strong>
      {!done && <span class="visually-hidden"> (not yet)</span>}
    </p>
    {done ? <div class="small">{children}</div> : <p class="muted small">{waiting}</p>}
  </li>
)

const Reason = ({ reason }: { reason: string | undefined }) =>
  reason === undefined ? null : <blockquote class="quoted-text">{reason}</blockquote>
