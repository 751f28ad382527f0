import { createContext, type ComponentChildren } from 'preact'
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../layout/icon.tsx'
import { Button } from '../forms/button.tsx'
import { DiscardQuestion } from './discard-question.tsx'
import { useEditedFields } from './edited-fields.ts'
import { Failure } from './failure.tsx'

interface DialogProps {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  readonly wide?: boolean
  /** Whether the user can close it with Esc and the button in its head. If not, its content must contain a button that closes it. */
  readonly dismissible?: boolean
  readonly children: ComponentChildren
}

/** Closes the dialog around a component, or asks first if its form has unsaved changes. */
const Dismiss = createContext<() => void>(() => undefined)

/** Closes the dialog without doing what it offers. */
export const CancelButton = () => <Button onClick={useContext(Dismiss)}>Cancel</Button>

/**
 * Shows a native dialog, which traps the focus, closes on Esc, and restores the focus afterwards. If its form has changes, it asks before
 * it closes.
 */
export function Dialog({
  title,
  open,
  onClose,
  wide = false,
  dismissible = true,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useNativeDialog(ref, open)
  const { dismiss, question, ...handlers } = useDismissal(ref, { open, onClose, dismissible })
  return (
    <dialog ref={ref} class={wide ? 'wide' : undefined} aria-labelledby={id} {...handlers}>
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        {dismissible && (
          <button type="button" class="quiet" aria-label="Close" onClick={dismiss}>
            <Icon name="close" />
          </button>
        )}
      </div>
      {question}
      {open && <Dismiss.Provider value={dismiss}>{children}</Dismiss.Provider>}
    </dialog>
  )
}

type DialogRef = Readonly<{ current: HTMLDialogElement | null }>

function useNativeDialog(ref: DialogRef, open: boolean): void {
  useEffect(() => {
    const dialog = ref.current!
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])
  // Most dialogs are removed while they are open, but only closing one restores the focus. It has to be closed before it leaves the
  // document.
  // Its `close` event fires only after it has been removed, and is then ignored.
  useLayoutEffect(() => {
    const dialog = ref.current!
    return () => dialog.close()
  }, [])
}

/**
 * Returns how the user closes a dialog, and the question that is asked first if there are unsaved changes. Esc dismisses this question and
 * keeps the dialog open.
 */
function useDismissal(
  ref: DialogRef,
  { open, onClose, dismissible }: Required<Pick<DialogProps, 'open' | 'onClose' | 'dismissible'>>,
) {
  const { haveChanged, onFocusIn, onInput } = useEditedFields()
  const [asking, setAsking] = useState(false)
  const dismiss = () => {
    if (!dismissible) return
    if (haveChanged()) setAsking(true)
    else onClose()
  }
  const onEscape = (event: Event) => {
    event.preventDefault()
    if (asking) setAsking(false)
    else dismiss()
  }
  return {
    dismiss,
    onFocusIn,
    onInput,
    question: open && asking && (
      <DiscardQuestion
        question="Discard what you entered?"
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false)
          onClose()
        }}
      />
    ),
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented) onEscape(event)
    },
    onCancel(event: Event) {
      // A file input fires an event with this name, too.
      if (event.target === ref.current) onEscape(event)
    },
    onClose() {
      if (!ref.current) return
      if (!open || (dismissible && !haveChanged())) return onClose()
      // Browsers close a dialog on the second close request, even if its `cancel` event is canceled.
      ref.current.showModal()
      setAsking(dismissible)
    },
  }
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
      {Boolean(error) && <Failure error={error} changes />}
    </div>
    <div class="dialog-foot">
      <CancelButton />
      <Button variant="danger" pending={pending} onClick={onConfirm}>
        {action}
      </Button>
    </div>
  </Dialog>
)
