import type { Ending } from '../../api/fleet.ts'
import { AreaField, SelectField } from '../../parts/field.tsx'

const TIMES = [
  ['0', 'At once'],
  ['30000', '30 seconds'],
  ['120000', '2 minutes'],
  ['600000', '10 minutes'],
] as const
const USUAL = '30000'

/** Why installations end, and how long their agents may take. */
export const EndingFields = () => (
  <>
    <AreaField
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
      of={TIMES}
      chosen={USUAL}
      hint="Until then heartbeats are answered with the command to terminate; afterwards they are refused."
    />
  </>
)

/** What the form with these fields says. */
export function endingOf(values: FormData): Ending {
  const reason = String(values.get('reason')).trim()
  return {
    shutdown_timeout_ms: Number(values.get('shutdown_timeout_ms')),
    ...(reason !== '' && { reason }),
  }
}
