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

/** Offers to resolve a conflict with a version that was saved in the meantime. No change of either side is lost without a decision. */
export const PolicyConflict = ({ policy, draft: { base, content }, onChange }: Props) => (
  <div class="notice warn" role="alert">
    <p>
      <strong>Version {policy.version} was saved in the meantime.</strong> It was written{' '}
      <Time at={policy.updated_at} />
      <WrittenBy policy={policy} />. Your changes are kept, but not saved yet.
    </p>
    <details class="more">
      <summary>Changes of the other version</summary>
      <Diff label="Changes of the other version" {...differences(base.content, policy.content)} />
    </details>
    <div class="actions">
      <Button
        variant="primary"
        onClick={() =>
          onChange({ base: policy, content: rebasePolicy(base.content, content, policy.content) })
        }
      >
        Apply my changes to version {policy.version}
      </Button>
      <Button onClick={() => onChange({ base: policy, content })}>Overwrite with mine</Button>
      <Button onClick={() => onChange(undefined)}>Discard mine</Button>
    </div>
  </div>
)
