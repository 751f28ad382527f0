import type { ApiKey, NewApiKey } from '../../api/keys.ts'
import { Button } from '../../parts/button.tsx'
import { Code } from '../../parts/code.tsx'
import { Dialog } from '../../parts/dialog.tsx'

/** The only sight of a new key. */
export const ShowKey = ({
  made,
  after,
  onClose,
}: {
  made: NewApiKey
  after: ApiKey | undefined
  onClose: () => void
}) => (
  <Dialog title={`API key ${made.name}`} open onClose={onClose} wide>
    <div class="dialog-body">
      <p>
        <strong>Copy it now.</strong> It is not shown again, and nobody can look it up.
      </p>
      <Code of="API key" text={made.api_key} />
      <p class="muted">
        Programs send it as the header <code>X-API-Key</code>, or as a bearer token for tasks.
      </p>
      {after && (
        <p>
          The old key <code>{after.preview}…</code> works on. Revoke it once its “last used” stands
          still.
        </p>
      )}
    </div>
    <div class="dialog-foot">
      <Button look="primary" onClick={onClose}>
        I have kept it
      </Button>
    </div>
  </Dialog>
)
