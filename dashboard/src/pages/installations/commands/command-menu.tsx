import { ReasonField, reasonFrom } from '../reason-field.tsx'
import { useState } from 'preact/hooks'
import {
  useSendCommand,
  type Installation,
  type CommandRequest,
} from '../../../api/installations.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Icon } from '../../../parts/layout/icon.tsx'
import { isOperative } from '../state.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { FormDialog } from '../../../parts/forms/form-dialog.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'

const MORE_COMMANDS: readonly CommandType[] = [
  'rotate_token',
  'reload_policy',
  'set_interval',
  'terminate',
]

/** Offers the commands for an operative installation. */
export function CommandMenu({
  installation,
  onRevoke,
}: {
  installation: Installation
  onRevoke: () => void
}) {
  const [kind, setKind] = useState<CommandType>()
  if (!isOperative(installation)) return null
  const first: CommandType = installation.lifecycle === 'paused' ? 'resume' : 'pause'
  const choose = (selected: CommandType) => {
    document.getElementById('more-commands')?.hidePopover()
    setKind(selected)
  }
  return (
    <>
      <Button onClick={() => setKind(first)}>{COMMANDS[first].title}…</Button>
      <div class="menu-anchor">
        <button type="button" popovertarget="more-commands">
          More <Icon name="down" />
        </button>
        <div id="more-commands" popover="auto" class="popover menu-list">
          {MORE_COMMANDS.map((type) => (
            <button key={type} type="button" class="quiet" onClick={() => choose(type)}>
              {COMMANDS[type].title}…
            </button>
          ))}
        </div>
      </div>
      <Button variant="danger" onClick={onRevoke}>
        Revoke…
      </Button>
      {kind && (
        <CommandDialog installation={installation} kind={kind} onClose={() => setKind(undefined)} />
      )}
    </>
  )
}

interface CommandDialogProps {
  readonly installation: Installation
  readonly kind: CommandType
  readonly onClose: () => void
}

/** Sends a command to an installation, with an optional reason. */
export function CommandDialog({ installation, kind, onClose }: CommandDialogProps) {
  const send = useSendCommand(installation.installation_id)
  const { title, description, action, confirmation, final } = COMMANDS[kind]
  const submit = (values: FormData) => {
    const seconds =
      kind === 'set_interval'
        ? { heartbeat_interval_seconds: Number(values.get('heartbeat_interval_seconds')) }
        : {}
    send.mutate(
      { type: kind, ...reasonFrom(values), ...seconds },
      {
        onSuccess: () => {
          toast(confirmation)
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={title}
      action={action}
      variant={final ? 'danger' : 'primary'}
      error={send.error}
      pending={send.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{description}</p>
      {kind === 'set_interval' && (
        <TextField
          label="Seconds between heartbeats"
          name="heartbeat_interval_seconds"
          type="number"
          min={5}
          max={3600}
          defaultValue={String(installation.heartbeat_interval)}
          hint="Between 5 and 3600."
        />
      )}
      <ReasonField hint="Visible to the agent and in the audit log." />
    </FormDialog>
  )
}

type CommandType = CommandRequest['type']
interface CommandText {
  readonly title: string
  readonly action: string
  readonly description: string
  readonly confirmation: string
  readonly final?: true
}

/** The text shown for each command. */
const COMMANDS: Readonly<Record<CommandType, CommandText>> = {
  pause: {
    title: 'Pause',
    action: 'Pause agent',
    description:
      'The agent keeps its lease but receives no new tasks. The pause takes effect immediately.',
    confirmation: 'Paused. The agent is notified at its next heartbeat.',
  },
  resume: {
    title: 'Resume',
    action: 'Resume agent',
    description: 'The agent receives tasks again.',
    confirmation: 'Resumed. The agent is notified at its next heartbeat.',
  },
  rotate_token: {
    title: 'Rotate token',
    action: 'Rotate token',
    description:
      'The agent receives a new runtime token at its next heartbeat. The old token works until five minutes after the first use of the new one.',
    confirmation: 'The agent receives a new runtime token at its next heartbeat.',
  },
  reload_policy: {
    title: 'Reload policy',
    action: 'Reload policy',
    description: 'The agent reloads the policy of its workspace.',
    confirmation: 'The agent will reload the policy at its next heartbeat.',
  },
  set_interval: {
    title: 'Set interval',
    action: 'Set interval',
    description:
      'The interval between heartbeats. A lease lasts for three intervals, but at least 30 seconds.',
    confirmation: 'Interval set. The agent is notified at its next heartbeat.',
  },
  terminate: {
    title: 'Terminate',
    action: 'Terminate agent',
    description:
      'The agent finishes its work, acknowledges the command and exits. If it does not respond, revoke the installation.',
    confirmation: 'The agent will be told to terminate at its next heartbeat.',
    final: true,
  },
}

/** Returns the title of a command. Commands that this client does not know are shown by name. */
export const commandTitle = (type: string): string =>
  COMMANDS[type as CommandType]?.title ?? type.replaceAll('_', ' ')
