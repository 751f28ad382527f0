import { TextAreaField } from '../../parts/forms/field.tsx'

/** Edits the reason that people give for a command or a revocation. `hint` says who sees it. */
export const ReasonField = ({ hint }: { hint: string }) => (
  <TextAreaField label="Reason" name="reason" optional rows={2} maxLength={1024} hint={hint} />
)
