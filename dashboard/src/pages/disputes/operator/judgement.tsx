import { useState } from 'preact/hooks'
import {
  useJudgeCase,
  type DisputeCase,
  type Judgement,
  type Dispute,
  type DisputeIssue,
} from '../../../api/disputes.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Panel } from '../../../parts/layout/page.tsx'
import { consequenceOf, penaltyOf } from '../titles.ts'
import { TextAreaField } from '../../../parts/forms/field.tsx'
import { textOf } from '../../../parts/forms/form.tsx'
import { FormDialog } from '../../../parts/forms/form-dialog.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'

/** Lets an operator judge a dispute, and explains the consequence or why it cannot be judged. */
export function JudgementPanel({
  disputeCase: { dispute, conflict_of_interest },
}: {
  disputeCase: DisputeCase
}) {
  const [judgement, setJudgement] = useState<Judgement>()
  const { state, issue_type, decided_at } = dispute
  const open = decided_at === undefined && !conflict_of_interest
  return (
    <Panel title="Judgement">
      <p>{consequenceOf(state, issue_type)}</p>
      {decided_at === undefined && conflict_of_interest && <ConflictOfInterest />}
      {open && (
        <div class="actions">
          {state === 'open' && (
            <Button onClick={() => setJudgement('under_review')}>Start review</Button>
          )}
          <Button onClick={() => setJudgement('upheld')}>Uphold</Button>
          <Button onClick={() => setJudgement('rejected')}>Reject</Button>
        </div>
      )}
      {open && judgement !== undefined && (
        <JudgementDialog
          judgement={judgement}
          dispute={dispute}
          onClose={() => setJudgement(undefined)}
        />
      )}
    </Panel>
  )
}

const ConflictOfInterest = () => (
  <p>
    <strong>You belong to one of the two organizations.</strong> Another operator must judge this
    dispute.
  </p>
)

interface JudgementText {
  readonly title: string
  readonly action: string
  readonly variant: 'primary' | 'danger'
  readonly done: string
  readonly consequence: (issue_type: DisputeIssue) => string
}
const JUDGEMENT_TEXTS: Readonly<Record<Judgement, JudgementText>> = {
  under_review: {
    title: 'Start review',
    action: 'Start review',
    variant: 'primary',
    done: 'Review started.',
    consequence: () => 'Both organizations see that the review has started. Nothing else changes.',
  },
  upheld: {
    title: 'Uphold the dispute',
    action: 'Uphold',
    variant: 'danger',
    done: 'Dispute upheld.',
    consequence: (issue_type) => `The agent loses ${penaltyOf(issue_type)}. This is final.`,
  },
  rejected: {
    title: 'Reject the dispute',
    action: 'Reject',
    variant: 'danger',
    done: 'Dispute rejected.',
    consequence: () => 'The agent is not penalized. This is final.',
  },
}

interface JudgementDialogProps {
  readonly judgement: Judgement
  readonly dispute: Dispute
  readonly onClose: () => void
}

/** Asks for the reason for a judgement and submits it. */
function JudgementDialog({
  judgement,
  dispute: { dispute_id, issue_type },
  onClose,
}: JudgementDialogProps) {
  const judge = useJudgeCase(dispute_id)
  const { title, action, variant, done, consequence } = JUDGEMENT_TEXTS[judgement]
  const onJudged = () => {
    toast(done)
    onClose()
  }
  const submit = (values: FormData) =>
    judge.mutate({ judgement, reason: textOf(values, 'reason') }, { onSuccess: onJudged })
  return (
    <FormDialog
      title={title}
      action={action}
      variant={variant}
      error={judge.error}
      pending={judge.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{consequence(issue_type)}</p>
      <TextAreaField
        label="Reason"
        name="reason"
        rows={4}
        maxLength={1024}
        autoFocus
        hint="Visible to both organizations."
      />
    </FormDialog>
  )
}
