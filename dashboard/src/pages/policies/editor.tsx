import { useState } from 'preact/hooks'
import { useSetPolicy, type Policy } from '../../api/policies.ts'
import { Problem } from '../../api/problem.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { Panel } from '../../parts/layout/panel.tsx'
import { ToggleGroup } from '../../parts/forms/toggle-group.tsx'
import { toast } from '../../parts/feedback/toasts.tsx'
import type { Draft } from './draft.ts'
import { isValid } from './validation.ts'
import { PolicyConflict } from './conflict.tsx'
import { PolicyFields } from './fields.tsx'
import { PolicyJsonField } from './json-field.tsx'
import { PolicyReview } from './review.tsx'
import { policyText } from './text.ts'

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
  const [mode, setMode] = useState<'fields' | 'json'>('fields')
  const [issues, setIssues] = useState<readonly string[]>([])
  const [reviewing, setReviewing] = useState(false)
  const invalid = issues.length > 0
  const outdated = policy.version !== draft.base.version
  const changed = policyText(draft.content) !== policyText(draft.base.content)
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
          toast(`Version ${version} is in force.`)
        },
        onSettled: () => setReviewing(false),
      },
    )
  return (
    <Panel
      title={`Editing, from version ${draft.base.version}`}
      actions={
        <ToggleGroup
          label="Edit as"
          options={[{ value: 'fields', title: 'Fields', disabled: invalid }, JSON_SEGMENT]}
          chosen={mode}
          onChoose={setMode}
        />
      }
    >
      {outdated && <PolicyConflict policy={policy} draft={draft} onChange={onChange} />}
      <Form
        id="policy"
        error={isConflict(save.error) ? undefined : save.error}
        onSubmit={() => setReviewing(true)}
      >
        {mode === 'fields' ? (
          <PolicyFields content={draft.content} onChange={edit} />
        ) : (
          <PolicyJsonField content={draft.content} onChange={edit} onIssues={setIssues} />
        )}
        <div class="save-bar">
          <div class="form-status" role="status">
            {invalid ? (
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
            variant="primary"
            disabled={!changed || invalid || outdated || !isValid(draft.content)}
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
