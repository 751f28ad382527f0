import { useSendCommand } from '../../api/fleet-commands.ts'
import type { Installation } from '../../api/fleet.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { AreaField, TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { say } from '../../shell/toasts.tsx'
import { KINDS, type Kind } from './command-kinds.ts'

interface Props {
  readonly installation: Installation
  readonly kind: Kind
  readonly onClose: () => void
}

/** Tells an installation to do something, and why. */
export function CommandDialog({ installation, kind, onClose }: Props) {
  const send = useSendCommand(installation.installation_id)
  const { title, about, deed, done, final } = KINDS[kind]
  const submit = (values: FormData) => {
    const reason = String(values.get('reason')).trim()
    const seconds =
      kind === 'set_interval'
        ? { heartbeat_interval_seconds: Number(values.get('heartbeat_interval_seconds')) }
        : {}
    send.mutate(
      { type: kind, ...(reason !== '' && { reason }), ...seconds },
      {
        onSuccess: () => {
          say(done)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={title} open onClose={onClose}>
      <div class="dialog-body">
        <p>{about}</p>
        <Form id="command" error={send.error} onSubmit={submit}>
          {kind === 'set_interval' && (
            <TextField
              label="Seconds between heartbeats"
              name="heartbeat_interval_seconds"
              type="number"
              min={5}
              max={3600}
              defaultValue={String(installation.heartbeat_interval)}
              hint="From 5 to 3600."
            />
          )}
          <AreaField
            label="Reason"
            name="reason"
            optional
            rows={2}
            maxLength={1024}
            hint="The agent gets to see it."
          />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          form="command"
          look={final ? 'danger' : 'primary'}
          pending={send.isPending}
        >
          {deed}
        </Button>
      </div>
    </Dialog>
  )
}
