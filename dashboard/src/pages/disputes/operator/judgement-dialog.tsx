import type { Dispute, DisputeIssue } from '../../../api/disputes.ts'
import { useJudgeCase, type Judgement } from '../../../api/dispute-cases.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { TextAreaField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'
import { penaltyOf } from '../labels.tsx'

interface JudgementText {
  readonly title: string
  readonly action: string
  readonly look: 'primary' | 'danger'
  readonly done: string
  readonly consequence: (issue_type: DisputeIssue) => string
}
const TEXTS: Readonly<Record<Judgement, JudgementText>> = {
  under_review: {
    title: 'Start review',
    action: 'Start review',
    look: 'primary',
    done: 'Review started.',
    consequence: () => 'Both organizations see that the review has started. Nothing else changes.',
  },
  upheld: {
    title: 'Uphold the dispute',
    action: 'Uphold',
    look: 'danger',
    done: 'Dispute upheld.',
    consequence: (issue_type) => `The agent loses ${penaltyOf(issue_type)}. This is final.`,
  },
  rejected: {
    title: 'Reject the dispute',
    action: 'Reject',
    look: 'danger',
    done: 'Dispute rejected.',
    consequence: () => 'The agent is not penalized. This is final.',
  },
}
const FORM = 'judgement'

interface Props {
  readonly judgement: Judgement
  readonly dispute: Dispute
  readonly onClose: () => void
}

/** Asks for the reason of a judgement and submits it. */
export function JudgementDialog({
  judgement,
  dispute: { dispute_id, issue_type },
  onClose,
}: Props) {
  const judge = useJudgeCase(dispute_id)
  const { title, action, look, done, consequence } = TEXTS[judgement]
  const onJudged = () => {
    toast(done)
    onClose()
  }
  const submit = (values: FormData) =>
    judge.mutate(
      { judgement, reason: String(values.get('reason')).trim() },
      { onSuccess: onJudged },
    )
  return (
    <Dialog title={title} open onClose={onClose}>
      <div class="dialog-body">
        <p>{consequence(issue_type)}</p>
        <Form id={FORM} error={judge.error} onSubmit={submit}>
          <TextAreaField
            label="Reason"
            name="reason"
            rows={4}
            maxLength={1024}
            autoFocus
            hint="Recorded for both organizations."
          />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={FORM} variant={look} pending={judge.isPending}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
