import type { ComponentChildren } from 'preact'
import { Button } from '../forms/button.tsx'
import { Dialog } from './dialog.tsx'
import { Failure } from './failure.tsx'

interface Props {
  readonly title: string
  /** The label of the button: `Revoke 3 installations`. */
  readonly action: string
  readonly open: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
  readonly pending?: boolean
  readonly error?: unknown
  readonly children: ComponentChildren
}

/** Asks for confirmation before an action that cannot be undone. */
export const ConfirmDialog = ({
  title,
  action,
  open,
  onClose,
  onConfirm,
  pending,
  error,
  children,
}: Props) => (
  <Dialog title={title} open={open} onClose={onClose}>
    <div class="dialog-body">
      {children}
      {Boolean(error) && <Failure error={error} />}
    </div>
    <div class="dialog-foot">
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="danger" pending={pending} onClick={onConfirm}>
        {action}
      </Button>
    </div>
  </Dialog>
)
