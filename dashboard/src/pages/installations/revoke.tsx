import { ReasonField, reasonFrom } from './reason-field.tsx'
import {
  useRevokeInstallation,
  type Installation,
  type RevocationOptions,
} from '../../api/installations.ts'
import { toast } from '../../parts/feedback/toasts.tsx'
import { SelectField } from '../../parts/forms/field.tsx'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { textOf } from '../../parts/forms/form.tsx'

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
    <FormDialog
      title={`Revoke ${title}`}
      action="Revoke installation"
      variant="danger"
      error={revoke.error}
      pending={revoke.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        Its tokens are rejected immediately, except for heartbeats until the time to finish has
        passed. This cannot be undone, but the agent can be installed again.
      </p>
      <RevocationFields />
    </FormDialog>
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

/** Reads the options of a revocation from the fields of `RevocationFields`. */
export function revocationOptionsFrom(values: FormData): RevocationOptions {
  const time = textOf(values, 'shutdown_timeout_ms')
  return { ...(time !== '' && { shutdown_timeout_ms: Number(time) }), ...reasonFrom(values) }
}
