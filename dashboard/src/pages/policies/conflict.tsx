import type { Policy } from '../../api/policies.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Diff } from '../../parts/text/diff.tsx'
import { Time } from '../../parts/time/time.tsx'
import { WrittenBy } from './author.tsx'
import type { Draft } from './draft.ts'
import { rebasePolicy } from './rebase.ts'
import { differences } from './text.ts'

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
      <WrittenBy policy={policy} />. What you typed is all here, and not saved yet.
    </p>
    <details class="more">
      <summary>What the other version changed</summary>
      <Diff label="What the other version changed" {...differences(base.content, policy.content)} />
    </details>
    <div class="actions">
      <Button
        variant="primary"
        onClick={() =>
          onChange({ base: policy, content: rebasePolicy(base.content, content, policy.content) })
        }
      >
        Add my changes to version {policy.version}
      </Button>
      <Button onClick={() => onChange({ base: policy, content })}>Keep only mine</Button>
      <Button onClick={() => onChange(undefined)}>Drop mine</Button>
    </div>
  </div>
)
