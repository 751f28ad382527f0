import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Icon } from '../layout/icon.tsx'

interface Props {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  readonly wide?: boolean
  readonly children: ComponentChildren
}

/** A native dialog: it traps the focus, closes on Esc, and restores the focus afterwards. */
export function Dialog({ title, open, onClose, wide = false, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current!
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])
  return (
    <dialog ref={ref} class={wide ? 'wide' : undefined} aria-labelledby={id} onClose={onClose}>
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
