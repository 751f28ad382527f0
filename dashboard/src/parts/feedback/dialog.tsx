import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../layout/icon.tsx'
import { Button } from '../forms/button.tsx'
import { Failure } from './failure.tsx'

interface DialogProps {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  readonly wide?: boolean
  readonly children: ComponentChildren
}

/** Shows a native dialog, which traps the focus, closes on Esc, and restores the focus afterwards. */
export function Dialog({ title, open, onClose, wide = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current!
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])
  // Most dialogs are removed while they are open, but only closing one restores the focus. It has to be closed before it leaves the document.
  // Its `close` event fires only after it has been removed, and is then ignored.
  useLayoutEffect(() => {
    const dialog = ref.current!
    return () => dialog.close()
  }, [])
  const onClosed = () => {
    if (ref.current) onClose()
  }
  return (
    <dialog ref={ref} class={wide ? 'wide' : undefined} aria-labelledby={id} onClose={onClosed}>
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {open && children}
    </dialog>
  )
}

interface ConfirmDialogProps {
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
}: ConfirmDialogProps) => (
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
