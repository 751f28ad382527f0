import type { ApiKey, NewApiKey } from '../../../api/api-keys.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { CodeBlock } from '../../../parts/text/code-block.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'

/** The only sight of a new key. */
export const NewKeyDialog = ({
  created,
  replaced,
  onClose,
}: {
  created: NewApiKey
  replaced: ApiKey | undefined
  onClose: () => void
}) => (
  <Dialog title={`API key ${created.name}`} open onClose={onClose} wide>
    <div class="dialog-body">
      <p>
        <strong>Copy it now.</strong> It is not shown again, and nobody can look it up.
      </p>
      <CodeBlock label="API key" text={created.api_key} />
      <p class="muted">
        Programs send it as the header <code>X-API-Key</code>, or as a bearer token for tasks.
      </p>
      {replaced && (
        <p>
          The old key <code>{replaced.preview}…</code> works on. Revoke it once its “last used”
          stands still.
        </p>
      )}
    </div>
    <div class="dialog-foot">
      <Button variant="primary" onClick={onClose}>
        I have kept it
      </Button>
    </div>
  </Dialog>
)
