import { useEffect, useState } from 'preact/hooks'
import { useEvaluatePolicy, type PolicyContent } from '../../api/policies.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { Panel } from '../../parts/layout/page.tsx'
import { ToggleGroup } from '../../parts/layout/view-switches.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { actionOf, ActionFields, SUBJECTS, type Subject } from './action-fields.tsx'
import { Decision } from './decision.tsx'

interface Props {
  readonly workspace_id: string
  /** The rules that are being edited; undefined to try the active policy. */
  readonly draft?: PolicyContent
  readonly disabled?: boolean
}

/**
 * Shows what a policy decides about an action. The registry evaluates the draft or, without one, the active policy, and records nothing.
 */
export function TryPolicy({ workspace_id, draft, disabled = false }: Props) {
  const { organization_id } = useOrganization()
  const evaluate = useEvaluatePolicy(workspace_id)
  const [subject, setSubject] = useState<Subject>('call')
  // A decision is removed when the rules change, because it would be misleading.
  useEffect(() => evaluate.reset(), [draft])
  const select = (next: Subject) => {
    evaluate.reset()
    setSubject(next)
  }
  const send = (values: FormData) =>
    evaluate.mutate({
      action: actionOf(subject, values),
      ...(draft !== undefined && { content: draft }),
    })
  return (
    <Panel
      title={draft === undefined ? 'Try the policy' : 'Try the draft'}
      note="nothing is executed or recorded"
    >
      <ToggleGroup label="What to try" options={SUBJECTS} selected={subject} onSelect={select} />
      <Form class="form try-policy" changes={false} error={evaluate.error} onSubmit={send}>
        <ActionFields key={subject} subject={subject} organization_id={organization_id} />
        <p>
          <Button type="submit" pending={evaluate.isPending} disabled={disabled}>
            Try
          </Button>
          {disabled && <span class="muted small"> Correct the rules first.</span>}
        </p>
      </Form>
      <div role="status">
        {evaluate.data?.decisions.map((decision) => (
          <Decision key={decision.subject} decision={decision} version={evaluate.data.version} />
        ))}
      </div>
    </Panel>
  )
}
