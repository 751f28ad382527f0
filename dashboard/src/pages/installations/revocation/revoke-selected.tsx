import { useRevokeInstallations, type Installation } from '../../../api/installations.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { shorten } from '../../../parts/text/id.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'
import { installationCount, installationName } from '../names.ts'
import { RevocationFields, revocationOptionsFrom } from './revocation-fields.tsx'

const LISTED = 5

interface Props {
  readonly workspace_id: string
  readonly installations: readonly Installation[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Revokes the selected installations in one request. Each gets its own audit record. */
export function RevokeSelectedDialog({ workspace_id, installations, onClose, onDone }: Props) {
  const revoke = useRevokeInstallations(workspace_id)
  const send = (values: FormData) =>
    revoke.mutate(
      {
        ...revocationOptionsFrom(values),
        installation_ids: installations.map(({ installation_id }) => installation_id),
      },
      {
        onSuccess: ({ items }) => {
          const ended = installations.length - items.length
          toast(
            `${installationCount(items.length)} revoked${ended > 0 ? `; ${ended} had already ended` : ''}.`,
          )
          onDone()
        },
      },
    )
  return (
    <Dialog title={`Revoke ${installationCount(installations.length)}`} open onClose={onClose}>
      <div class="dialog-body">
        <p>
          Their tokens are rejected at once. This cannot be undone, but the agents can be installed
          again.
        </p>
        <ul class="bullets">
          {installations.slice(0, LISTED).map((one) => (
            <li key={one.installation_id}>
              {installationName(one)} <code class="small">{shorten(one.installation_id)}</code>,{' '}
              {one.lifecycle === 'active' ? one.health : one.lifecycle}
            </li>
          ))}
          {installations.length > LISTED && <li>and {installations.length - LISTED} more</li>}
        </ul>
        <Form id="revocation" error={revoke.error} onSubmit={send}>
          <RevocationFields />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" type="submit" form="revocation" pending={revoke.isPending}>
          Revoke {installationCount(installations.length)}
        </Button>
      </div>
    </Dialog>
  )
}
