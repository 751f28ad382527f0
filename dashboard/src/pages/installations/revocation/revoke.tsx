import {
  useRevokeInstallation,
  useRevokeInstallations,
  type Installation,
  type RevocationOptions,
} from '../../../api/installations.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'
import { shorten } from '../../../parts/text/copyable.tsx'
import { installationCount, installationName } from '../labels.tsx'
import { TextAreaField, SelectField } from '../../../parts/forms/field.tsx'

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
          <RevocationFields installations={[installation]} />
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

const MAX_LISTED = 5

interface RevokeSelectedDialogProps {
  readonly workspace_id: string
  readonly installations: readonly Installation[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Revokes the selected installations in one request. Each gets its own audit record. */
export function RevokeSelectedDialog({
  workspace_id,
  installations,
  onClose,
  onDone,
}: RevokeSelectedDialogProps) {
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
          Their tokens are rejected immediately. This cannot be undone, but the agents can be
          installed again.
        </p>
        <ul class="bullets">
          {installations.slice(0, MAX_LISTED).map((installation) => (
            <li key={installation.installation_id}>
              {installationName(installation)}{' '}
              <code class="small">{shorten(installation.installation_id)}</code>,{' '}
              {installation.lifecycle === 'active' ? installation.health : installation.lifecycle}
            </li>
          ))}
          {installations.length > MAX_LISTED && (
            <li>and {installations.length - MAX_LISTED} more</li>
          )}
        </ul>
        <Form id="revocation" error={revoke.error} onSubmit={send}>
          <RevocationFields installations={installations} />
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

const SHUTDOWN_TIMES = [
  ['0', 'Immediately'],
  ['30000', '30 seconds'],
  ['120000', '2 minutes'],
  ['600000', '10 minutes'],
] as const
const MAX_SHUTDOWN_TIME = '600000'
/** Heartbeats may arrive late by this share of their interval. */
const HEARTBEAT_TOLERANCE = 0.5
const DEFAULT_HEARTBEAT_S = 60

/** Returns the shortest shutdown time within which every agent sends a heartbeat and so receives the command. */
export const defaultShutdownTime = (heartbeat_intervals_s: readonly number[]): string => {
  const longest_ms = Math.max(...heartbeat_intervals_s) * 1000
  const enough = SHUTDOWN_TIMES.find(
    ([time]) => Number(time) >= longest_ms * (1 + HEARTBEAT_TOLERANCE),
  )
  return enough?.[0] ?? MAX_SHUTDOWN_TIME
}

/** Edits the reason for a revocation and the time to finish. */
export const RevocationFields = ({
  installations = [{ heartbeat_interval: DEFAULT_HEARTBEAT_S }],
}: {
  installations?: readonly Pick<Installation, 'heartbeat_interval'>[]
}) => (
  <>
    <TextAreaField
      label="Reason"
      name="reason"
      optional
      rows={2}
      maxLength={1024}
      hint="Visible to the agent and in the audit log."
    />
    <SelectField
      label="Time to finish"
      name="shutdown_timeout_ms"
      options={SHUTDOWN_TIMES}
      selected={defaultShutdownTime(installations.map((one) => one.heartbeat_interval))}
      hint="Agents receive the revocation with their next heartbeat. Until the deadline, heartbeats tell them to terminate; after it, heartbeats are rejected."
    />
  </>
)

/** Reads these fields from a form. */
export function revocationOptionsFrom(values: FormData): RevocationOptions {
  const reason = String(values.get('reason')).trim()
  return {
    shutdown_timeout_ms: Number(values.get('shutdown_timeout_ms')),
    ...(reason !== '' && { reason }),
  }
}
