import { useState } from 'preact/hooks'
import { useSetPolicy, type Policy } from '../../api/fleet-policy.ts'
import { Problem } from '../../api/problem.ts'
import { Button } from '../../parts/button.tsx'
import { Form } from '../../parts/form.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Segments } from '../../parts/segments.tsx'
import { say } from '../../shell/toasts.tsx'
import type { Draft } from './draft.ts'
import { isSendable } from './policy-check.ts'
import { PolicyConflict } from './policy-conflict.tsx'
import { PolicyFields } from './policy-fields.tsx'
import { PolicyJsonField } from './policy-json-field.tsx'
import { PolicyReview } from './policy-review.tsx'
import { textOf } from './policy-text.ts'

const isConflict = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'POLICY_CHANGED'
const JSON_SEGMENT = { value: 'json', title: 'JSON' } as const
interface Props {
  readonly policy: Policy
  readonly draft: Draft
  readonly onChange: (draft: Draft | undefined) => void
}

/** Changes the rules: as fields or as JSON, looked at before they are saved, and kept when somebody else was faster. */
export function PolicyEditor({ policy, draft, onChange }: Props) {
  const save = useSetPolicy(policy.workspace_id)
  const [as, setAs] = useState<'fields' | 'json'>('fields')
  const [issues, setIssues] = useState<readonly string[]>([])
  const [reviewing, setReviewing] = useState(false)
  const broken = issues.length > 0
  const overtaken = policy.version !== draft.base.version
  const changed = textOf(draft.content) !== textOf(draft.base.content)
  const edit = (content: Draft['content']) => {
    save.reset()
    onChange({ ...draft, content })
  }
  const send = () =>
    save.mutate(
      { content: draft.content, from: draft.base.version },
      {
        onSuccess: ({ version }) => {
          onChange(undefined)
          say(`Version ${version} is in force.`)
        },
        onSettled: () => setReviewing(false),
      },
    )
  return (
    <Panel
      title={`Editing, from version ${draft.base.version}`}
      actions={
        <Segments
          label="Edit as"
          of={[{ value: 'fields', title: 'Fields', disabled: broken }, JSON_SEGMENT]}
          chosen={as}
          onChoose={setAs}
        />
      }
    >
      {overtaken && <PolicyConflict policy={policy} draft={draft} onChange={onChange} />}
      <Form
        id="policy"
        error={isConflict(save.error) ? undefined : save.error}
        onSubmit={() => setReviewing(true)}
      >
        {as === 'fields' ? (
          <PolicyFields content={draft.content} onChange={edit} />
        ) : (
          <PolicyJsonField content={draft.content} onChange={edit} onIssues={setIssues} />
        )}
        <div class="save-bar">
          <div class="told" role="status">
            {broken ? (
              <ul class="bullets issue">
                {issues.map((issue) => (
                  <li key={issue}>{issue}</li>
                ))}
              </ul>
            ) : (
              <span class="muted">
                {changed
                  ? 'Nothing is saved before you have seen what changes.'
                  : 'Nothing is changed yet.'}
              </span>
            )}
          </div>
          <Button onClick={() => onChange(undefined)}>Discard</Button>
          <Button
            type="submit"
            look="primary"
            disabled={!changed || broken || overtaken || !isSendable(draft.content)}
          >
            Review changes
          </Button>
        </div>
      </Form>
      {reviewing && (
        <PolicyReview
          draft={draft}
          pending={save.isPending}
          onSave={send}
          onClose={() => setReviewing(false)}
        />
      )}
    </Panel>
  )
}
