import { TextAreaField } from '../../parts/forms/field.tsx'
import { textOf } from '../../parts/forms/form.tsx'

/** Edits the reason that people give for a command or a revocation. `hint` says who sees it. */
export const ReasonField = ({ hint }: { hint: string }) => (
  <TextAreaField label="Reason" name="reason" optional rows={2} maxLength={1024} hint={hint} />
)

/** Reads the reason from a form that contains a `ReasonField`. */
export const reasonFrom = (values: FormData): { readonly reason?: string } => {
  const reason = textOf(values, 'reason')
  return reason === '' ? {} : { reason }
}
