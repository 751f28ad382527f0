import { useState } from 'preact/hooks'
import type { Installation } from '../../../api/installations.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Icon } from '../../../parts/layout/icon.tsx'
import { COMMANDS, type CommandType } from './command-texts.ts'
import { CommandDialog } from './command-dialog.tsx'
import { isOperative } from '../state.tsx'

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
  const choose = (chosen: CommandType) => {
    document.getElementById('further')?.hidePopover()
    setKind(chosen)
  }
  return (
    <>
      <Button onClick={() => setKind(first)}>{COMMANDS[first].title}…</Button>
      <div class="menu-anchor">
        <button type="button" popovertarget="further">
          More <Icon name="down" />
        </button>
        <div id="further" popover="auto" class="popover menu-list">
          {MORE_COMMANDS.map((one) => (
            <button key={one} type="button" class="quiet" onClick={() => choose(one)}>
              {COMMANDS[one].title}…
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
