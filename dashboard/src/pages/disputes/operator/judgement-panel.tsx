import { useState } from 'preact/hooks'
import type { DisputeCase, Judgement } from '../../../api/dispute-cases.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Panel } from '../../../parts/layout/panel.tsx'
import { consequenceOf } from '../labels.tsx'
import { JudgementDialog } from './judgement-dialog.tsx'

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
