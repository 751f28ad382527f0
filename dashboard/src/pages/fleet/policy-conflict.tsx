import type { Policy } from '../../api/fleet-policy.ts'
import { Button } from '../../parts/button.tsx'
import { Diff } from '../../parts/diff.tsx'
import { Time } from '../../parts/time.tsx'
import { By } from './author.tsx'
import type { Draft } from './draft.ts'
import { rebase } from './policy-rebase.ts'
import { differences } from './policy-text.ts'

interface Props {
  readonly policy: Policy
  readonly draft: Draft
  readonly onChange: (draft: Draft | undefined) => void
}

/** Somebody else was faster. Nothing that was typed is lost, and nothing of theirs is overwritten unseen. */
export const PolicyConflict = ({ policy, draft: { base, content }, onChange }: Props) => (
  <div class="notice warn" role="alert">
    <p>
      <strong>Version {policy.version} came in between.</strong> It was written{' '}
      <Time at={policy.updated_at} />
      <By policy={policy} />. What you typed is all here, and not saved yet.
    </p>
    <details class="more">
      <summary>What the other version changed</summary>
      <Diff label="What the other version changed" {...differences(base.content, policy.content)} />
    </details>
    <div class="actions">
      <Button
        look="primary"
        onClick={() =>
          onChange({ base: policy, content: rebase(base.content, content, policy.content) })
        }
      >
        Add my changes to version {policy.version}
      </Button>
      <Button onClick={() => onChange({ base: policy, content })}>Keep only mine</Button>
      <Button onClick={() => onChange(undefined)}>Drop mine</Button>
    </div>
  </div>
)
