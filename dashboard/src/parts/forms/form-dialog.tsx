import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { CancelButton, Dialog } from '../feedback/dialog.tsx'
import { Button } from './button.tsx'
import { Form } from './form.tsx'

interface DialogFormProps {
  /** The label of the button that submits the form. */
  readonly action: string
  readonly variant?: 'primary' | 'danger'
  readonly error?: unknown
  readonly pending?: boolean
  readonly disabled?: boolean
  readonly onSubmit: (values: FormData) => void
  readonly children: ComponentChildren
}

/** The form of a dialog that also shows other content, before or after it. */
export function DialogForm({
  action,
  variant = 'primary',
  error,
  pending,
  disabled,
  onSubmit,
  children,
}: DialogFormProps) {
  const id = useId()
  return (
    <>
      <div class="dialog-body">
        <Form id={id} error={error} onSubmit={onSubmit}>
          {children}
        </Form>
      </div>
      <div class="dialog-foot">
        <CancelButton />
        <Button type="submit" form={id} variant={variant} pending={pending} disabled={disabled}>
          {action}
        </Button>
      </div>
    </>
  )
}

interface FormDialogProps extends DialogFormProps {
  readonly title: string
  readonly wide?: boolean
  readonly onClose: () => void
}

/** Shows a dialog that consists of a form. */
export const FormDialog = ({ title, wide, onClose, ...form }: FormDialogProps) => (
  <Dialog title={title} open onClose={onClose} wide={wide}>
    <DialogForm {...form} />
  </Dialog>
)
