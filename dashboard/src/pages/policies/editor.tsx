import { useState } from 'preact/hooks'
import { useSetPolicy, type Policy, type PolicyContent } from '../../api/policies.ts'
import { Problem } from '../../api/problem.ts'
import { DiscardQuestion } from '../../parts/feedback/discard-question.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { Panel } from '../../parts/layout/page.tsx'
import { ToggleGroup } from '../../parts/layout/view-switches.tsx'
import { toast } from '../../parts/feedback/toasts.tsx'
import {
  isChanged,
  issuesOf,
  PolicyConflict,
  PolicyReview,
  removeSavedDraft,
  type Draft,
} from './draft.tsx'
import { isValid } from './rules.ts'
import { PolicyFields } from './fields.tsx'
import { PolicyJsonField } from './json-field.tsx'

const isConflict = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'POLICY_CHANGED'
const JSON_OPTION = { value: 'json', title: 'JSON' } as const

function onSaved(saved: Policy, sent: PolicyContent): void {
  removeSavedDraft(saved, sent)
  toast(`Version ${saved.version} is active.`)
}

interface Props {
  readonly policy: Policy
  readonly draft: Draft
  readonly onChange: (draft: Draft | undefined) => void
}

/** Edits a policy as fields or as JSON. Changes are reviewed before they are saved, and kept when another version was saved first. */
export function PolicyEditor({ policy, draft, onChange }: Props) {
  const save = useSetPolicy(policy.workspace_id, onSaved)
  const issues = issuesOf(draft)
  const invalid = issues.length > 0
  const [mode, setMode] = useState<Mode>(invalid ? 'json' : 'fields')
  const [reviewing, setReviewing] = useState(false)
  const outdated = policy.version !== draft.base.version
  const changed = isChanged(draft)
  const edit = (change: Omit<Draft, 'base'>) => {
    save.reset()
    onChange({ base: draft.base, ...change })
  }
  const send = () =>
    save.mutate(
      { content: draft.content, from: draft.base.version },
      { onSettled: () => setReviewing(false) },
    )
  return (
    <Panel
      title={`Edit version ${draft.base.version}`}
      actions={<ModeToggle mode={mode} invalid={invalid} onMode={setMode} />}
    >
      {outdated && <PolicyConflict policy={policy} draft={draft} onChange={onChange} />}
      <Form
        error={isConflict(save.error) ? undefined : save.error}
        onSubmit={() => setReviewing(true)}
      >
        {mode === 'fields' ? (
          <PolicyFields content={draft.content} onChange={(content) => edit({ content })} />
        ) : (
          <PolicyJsonField
            content={draft.content}
            text={draft.text}
            onChange={(content, text) => edit({ content, text })}
          />
        )}
        <SaveBar
          issues={issues}
          changed={changed}
          disabled={!changed || invalid || outdated || !isValid(draft.content)}
          onDiscard={() => onChange(undefined)}
        />
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

type Mode = 'fields' | 'json'

const ModeToggle = ({
  mode,
  invalid,
  onMode,
}: {
  mode: Mode
  invalid: boolean
  onMode: (mode: Mode) => void
}) => (
  <ToggleGroup
    label="Edit as"
    options={[{ value: 'fields', title: 'Fields', disabled: invalid }, JSON_OPTION]}
    selected={mode}
    onSelect={onMode}
  />
)

interface SaveBarProps {
  readonly issues: readonly string[]
  readonly changed: boolean
  readonly disabled: boolean
  readonly onDiscard: () => void
}

/** Offers to review the changes of the draft, or to discard them after a confirmation. */
function SaveBar({ issues, changed, disabled, onDiscard }: SaveBarProps) {
  const [asking, setAsking] = useState(false)
  return (
    <div class="save-bar">
      <EditorStatus issues={issues} changed={changed} />
      <Button onClick={changed ? () => setAsking(true) : onDiscard}>Discard</Button>
      <Button type="submit" variant="primary" disabled={disabled}>
        Review changes
      </Button>
      {asking && (
        <DiscardQuestion
          question="Discard your changes to the policy?"
          onKeep={() => setAsking(false)}
          onDiscard={onDiscard}
        />
      )}
    </div>
  )
}

const EditorStatus = ({ issues, changed }: { issues: readonly string[]; changed: boolean }) => (
  <div class="form-status" role="status">
    {issues.length > 0 ? (
      <ul class="bullets issue">
        {issues.map((issue) => (
          <li key={issue}>{issue}</li>
        ))}
      </ul>
    ) : (
      <span class="muted">
        {changed ? 'You can review your changes before they are saved.' : 'No changes yet.'}
      </span>
    )}
  </div>
)
