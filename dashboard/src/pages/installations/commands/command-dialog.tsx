import { useSendCommand } from '../../../api/commands.ts'
import type { Installation } from '../../../api/installations.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { TextAreaField, TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'
import { COMMANDS, type CommandType } from './command-texts.ts'

interface Props {
  readonly installation: Installation
  readonly kind: CommandType
  readonly onClose: () => void
}

/** Sends a command to an installation, with an optional reason. */
export function CommandDialog({ installation, kind, onClose }: Props) {
  const send = useSendCommand(installation.installation_id)
  const { title, description, action, confirmation, final } = COMMANDS[kind]
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
          toast(confirmation)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={title} open onClose={onClose}>
      <div class="dialog-body">
        <p>{description}</p>
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
          <TextAreaField
            label="Reason"
            name="reason"
            optional
            rows={2}
            maxLength={1024}
            hint="Visible to the agent."
          />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          form="command"
          variant={final ? 'danger' : 'primary'}
          pending={send.isPending}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
