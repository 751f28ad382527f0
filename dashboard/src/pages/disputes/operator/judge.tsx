import { useState } from 'preact/hooks'
import type { Case, Judgement } from '../../../api/operator.ts'
import { Button } from '../../../parts/button.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { meaningOf } from '../words.tsx'
import { Say } from './say.tsx'

/** What can be said to a dispute, what it would cost the agent, or why nothing can be said. */
export function Judge({ of: { dispute, conflict_of_interest } }: { of: Case }) {
  const [saying, setSaying] = useState<Judgement>()
  const { state, issue_type, decided_at } = dispute
  const open = decided_at === undefined && !conflict_of_interest
  return (
    <Panel title="Judgement">
      <p>{meaningOf(state, issue_type)}</p>
      {decided_at === undefined && conflict_of_interest && <Conflict />}
      {open && (
        <div class="actions">
          {state === 'open' && (
            <Button onClick={() => setSaying('under_review')}>Begin review</Button>
          )}
          <Button onClick={() => setSaying('upheld')}>Uphold</Button>
          <Button onClick={() => setSaying('rejected')}>Reject</Button>
        </div>
      )}
      {open && saying !== undefined && (
        <Say judgement={saying} dispute={dispute} onClose={() => setSaying(undefined)} />
      )}
    </Panel>
  )
}

const Conflict = () => (
  <p>
    <strong>You belong to one of the two organizations</strong>, and an organization never judges a
    dispute of its own. Another operator has to.
  </p>
)
