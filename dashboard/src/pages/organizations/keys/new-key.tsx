import type { ApiKey, NewApiKey } from '../../../api/api-keys.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { CodeBlock } from '../../../parts/text/code-block.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'

/** Shows a new key, which is not shown again. */
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
        <strong>Copy it now.</strong> It is not shown again and cannot be recovered.
      </p>
      <CodeBlock label="API key" text={created.api_key} />
      <p class="muted">
        Programs send it in the header <code>X-API-Key</code>, or as a bearer token for tasks.
      </p>
      {replaced && (
        <p>
          The old key <code>{replaced.preview}…</code> still works. Revoke it once its “last used”
          no longer changes.
        </p>
      )}
    </div>
    <div class="dialog-foot">
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </div>
  </Dialog>
)
