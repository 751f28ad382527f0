import { useRevokeInstallation, type Installation } from '../../api/fleet.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { say } from '../../shell/toasts.tsx'
import { EndingFields, endingOf } from './ending.tsx'

interface Props {
  readonly installation: Installation
  readonly title: string
  readonly onClose: () => void
}

/** Ends one installation for good. */
export function RevokeOne({ installation: { installation_id }, title, onClose }: Props) {
  const revoke = useRevokeInstallation(installation_id)
  const send = (values: FormData) =>
    revoke.mutate(endingOf(values), {
      onSuccess: () => {
        say('The installation is revoked.')
        onClose()
      },
    })
  return (
    <Dialog title={`Revoke ${title}`} open onClose={onClose}>
      <div class="dialog-body">
        <p>
          Its tokens are refused at once, and nothing brings this installation back; the agent can
          be installed again.
        </p>
        <Form id="revocation" error={revoke.error} onSubmit={send}>
          <EndingFields />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" type="submit" form="revocation" pending={revoke.isPending}>
          Revoke installation
        </Button>
      </div>
    </Dialog>
  )
}
