import type { RevocationOptions } from '../../../api/installations.ts'
import { TextAreaField, SelectField } from '../../../parts/forms/field.tsx'

const SHUTDOWN_TIMES = [
  ['0', 'At once'],
  ['30000', '30 seconds'],
  ['120000', '2 minutes'],
  ['600000', '10 minutes'],
] as const
const DEFAULT_SHUTDOWN_TIME = '30000'

/** Why installations end, and how long their agents may take. */
export const RevocationFields = () => (
  <>
    <TextAreaField
      label="Reason"
      name="reason"
      optional
      rows={2}
      maxLength={1024}
      hint="The agent and the audit log get to see it."
    />
    <SelectField
      label="Time to finish"
      name="shutdown_timeout_ms"
      options={SHUTDOWN_TIMES}
      chosen={DEFAULT_SHUTDOWN_TIME}
      hint="Until then heartbeats are answered with the command to terminate; afterwards they are refused."
    />
  </>
)

/** What the form with these fields says. */
export function revocationOptionsFrom(values: FormData): RevocationOptions {
  const reason = String(values.get('reason')).trim()
  return {
    shutdown_timeout_ms: Number(values.get('shutdown_timeout_ms')),
    ...(reason !== '' && { reason }),
  }
}
