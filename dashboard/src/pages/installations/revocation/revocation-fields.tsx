import type { RevocationOptions } from '../../../api/installations.ts'
import { TextAreaField, SelectField } from '../../../parts/forms/field.tsx'

const SHUTDOWN_TIMES = [
  ['0', 'Immediately'],
  ['30000', '30 seconds'],
  ['120000', '2 minutes'],
  ['600000', '10 minutes'],
] as const
const DEFAULT_SHUTDOWN_TIME = '30000'

/** Edits the reason of a revocation and the time to finish. */
export const RevocationFields = () => (
  <>
    <TextAreaField
      label="Reason"
      name="reason"
      optional
      rows={2}
      maxLength={1024}
      hint="Visible to the agent and in the audit log."
    />
    <SelectField
      label="Time to finish"
      name="shutdown_timeout_ms"
      options={SHUTDOWN_TIMES}
      chosen={DEFAULT_SHUTDOWN_TIME}
      hint="Until then, heartbeats receive the command to terminate. Afterwards they are rejected."
    />
  </>
)

/** Reads these fields from a form. */
export function revocationOptionsFrom(values: FormData): RevocationOptions {
  const reason = String(values.get('reason')).trim()
  return {
    shutdown_timeout_ms: Number(values.get('shutdown_timeout_ms')),
    ...(reason !== '' && { reason }),
  }
}
