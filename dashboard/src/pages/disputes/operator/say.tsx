import type { Dispute, Issue } from '../../../api/disputes.ts'
import { useJudge, type Judgement } from '../../../api/operator.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { AreaField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { say } from '../../../shell/toasts.tsx'
import { priceOf } from '../words.tsx'

interface Words {
  readonly title: string
  readonly deed: string
  readonly look: 'primary' | 'danger'
  readonly done: string
  readonly meaning: (issue_type: Issue) => string
}
const WORDS: Readonly<Record<Judgement, Words>> = {
  under_review: {
    title: 'Begin review',
    deed: 'Begin review',
    look: 'primary',
    done: 'The review has begun.',
    meaning: () => 'Both organizations see that somebody looks into it. Nothing else changes.',
  },
  upheld: {
    title: 'Uphold the dispute',
    deed: 'Uphold for good',
    look: 'danger',
    done: 'The dispute is upheld.',
    meaning: (issue_type) => `The agent loses ${priceOf(issue_type)}. This is final.`,
  },
  rejected: {
    title: 'Reject the dispute',
    deed: 'Reject for good',
    look: 'danger',
    done: 'The dispute is rejected.',
    meaning: () => 'The agent loses nothing. This is final.',
  },
}
const FORM = 'judgement'

interface Props {
  readonly judgement: Judgement
  readonly dispute: Dispute
  readonly onClose: () => void
}

/** Asks for the reason before a judgement is spoken. */
export function Say({ judgement, dispute: { dispute_id, issue_type }, onClose }: Props) {
  const judge = useJudge(dispute_id)
  const { title, deed, look, done, meaning } = WORDS[judgement]
  const spoken = () => {
    say(done)
    onClose()
  }
  const submit = (values: FormData) =>
    judge.mutate({ judgement, reason: String(values.get('reason')).trim() }, { onSuccess: spoken })
  return (
    <Dialog title={title} open onClose={onClose}>
      <div class="dialog-body">
        <p>{meaning(issue_type)}</p>
        <Form id={FORM} error={judge.error} onSubmit={submit}>
          <AreaField
            label="Reason"
            name="reason"
            rows={4}
            maxLength={1024}
            autoFocus
            hint="Both organizations keep it on record."
          />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={FORM} look={look} pending={judge.isPending}>
          {deed}
        </Button>
      </div>
    </Dialog>
  )
}
