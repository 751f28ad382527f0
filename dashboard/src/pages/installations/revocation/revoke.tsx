import { useRevokeInstallation, type Installation } from '../../../api/installations.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'
import { RevocationFields, revocationOptionsFrom } from './revocation-fields.tsx'

interface Props {
  readonly installation: Installation
  readonly title: string
  readonly onClose: () => void
}

/** Revokes one installation. */
export function RevokeDialog({ installation: { installation_id }, title, onClose }: Props) {
  const revoke = useRevokeInstallation(installation_id)
  const send = (values: FormData) =>
    revoke.mutate(revocationOptionsFrom(values), {
      onSuccess: () => {
        toast('Installation revoked.')
        onClose()
      },
    })
  return (
    <Dialog title={`Revoke ${title}`} open onClose={onClose}>
      <div class="dialog-body">
        <p>
          Its tokens are rejected at once. This cannot be undone, but the agent can be installed
          again.
        </p>
        <Form id="revocation" error={revoke.error} onSubmit={send}>
          <RevocationFields />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" type="submit" form="revocation" pending={revoke.isPending}>
          Revoke installation
        </Button>
      </div>
    </Dialog>
  )
}
