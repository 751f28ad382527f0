import { Button } from '../../parts/forms/button.tsx'
import { Dialog } from '../../parts/feedback/dialog.tsx'
import { Diff } from '../../parts/text/diff.tsx'
import type { Draft } from './draft.ts'
import { differences } from './text.ts'

interface Props {
  readonly draft: Draft
  readonly pending: boolean
  readonly onSave: () => void
  readonly onClose: () => void
}

/** Shows the changes before they are saved. */
export const PolicyReview = ({ draft: { base, content }, pending, onSave, onClose }: Props) => (
  <Dialog title={`Changes to version ${base.version}`} wide open onClose={onClose}>
    <div class="dialog-body">
      <p>
        The registry signs the next version and tells all running installations of the workspace to
        load it.
      </p>
      <Diff label="What changes" {...differences(base.content, content)} />
    </div>
    <div class="dialog-foot">
      <Button onClick={onClose}>Continue editing</Button>
      <Button variant="primary" pending={pending} onClick={onSave}>
        Save policy
      </Button>
    </div>
  </Dialog>
)
