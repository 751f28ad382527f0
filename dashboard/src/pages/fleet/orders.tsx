import { useState } from 'preact/hooks'
import type { Installation } from '../../api/fleet.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { KINDS, type Kind } from './command-kinds.ts'
import { CommandDialog } from './command-dialog.tsx'
import { isLive } from './health.tsx'

const FURTHER: readonly Kind[] = ['rotate_token', 'reload_policy', 'set_interval', 'terminate']

/** What an installation can be told; one that has ended is told nothing more. */
export function Orders({
  installation,
  onRevoke,
}: {
  installation: Installation
  onRevoke: () => void
}) {
  const [kind, setKind] = useState<Kind>()
  if (!isLive(installation)) return null
  const first: Kind = installation.lifecycle === 'paused' ? 'resume' : 'pause'
  const choose = (chosen: Kind) => {
    document.getElementById('further')?.hidePopover()
    setKind(chosen)
  }
  return (
    <>
      <Button onClick={() => setKind(first)}>{KINDS[first].title}…</Button>
      <div class="menu-of">
        <button type="button" popovertarget="further">
          More <Icon name="down" />
        </button>
        <div id="further" popover="auto" class="popover menu-list">
          {FURTHER.map((one) => (
            <button key={one} type="button" class="quiet" onClick={() => choose(one)}>
              {KINDS[one].title}…
            </button>
          ))}
        </div>
      </div>
      <Button look="danger" onClick={onRevoke}>
        Revoke…
      </Button>
      {kind && (
        <CommandDialog installation={installation} kind={kind} onClose={() => setKind(undefined)} />
      )}
    </>
  )
}
