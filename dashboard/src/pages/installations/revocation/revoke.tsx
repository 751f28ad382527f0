import { ReasonField } from '../reason-field.tsx'
import {
  useRevokeInstallation,
  type Installation,
  type RevocationOptions,
} from '../../../api/installations.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'
import { SelectField } from '../../../parts/forms/field.tsx'

interface RevokeDialogProps {
  readonly installation: Installation
  readonly title: string
  readonly onClose: () => void
}

/** Revokes one installation. */
export function RevokeDialog({ installation, title, onClose }: RevokeDialogProps) {
  const revoke = useRevokeInstallation(installation.installation_id)
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
          Its tokens are rejected immediately. This cannot be undone, but the agent can be installed
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

/** The shutdown timeouts to choose from. The first is the default of the registry, which depends on the agent's heartbeats. */
const SHUTDOWN_TIMES = [
  ['', '30 seconds after the next heartbeat'],
  ['0', 'None: stop at once'],
  ['30000', '30 seconds from now'],
  ['120000', '2 minutes from now'],
  ['600000', '10 minutes from now'],
] as const

/** Edits the reason for a revocation and the time to finish. */
export const RevocationFields = () => (
  <>
    <ReasonField hint="Visible to the agent and in the audit log." />
    <SelectField
      label="Time to finish"
      name="shutdown_timeout_ms"
      options={SHUTDOWN_TIMES}
      selected=""
      hint="An agent learns of the revocation with its next heartbeat. If the time runs out first, its heartbeats are rejected without notice."
    />
  </>
)

/** Reads these fields from a form. */
export function revocationOptionsFrom(values: FormData): RevocationOptions {
  const reason = String(values.get('reason')).trim()
  const time = String(values.get('shutdown_timeout_ms'))
  return {
    ...(time !== '' && { shutdown_timeout_ms: Number(time) }),
    ...(reason !== '' && { reason }),
  }
}
