import { useState } from 'preact/hooks'
import { useSetRetention, type OrganizationState } from '../../../api/organizations.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { FormDialog } from '../../../parts/forms/form-dialog.tsx'
import { Panel } from '../../../parts/layout/page.tsx'
import { Time } from '../../../parts/text/time.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'
import { usePermission } from '../../../shell/current-user.tsx'

/** Shows and changes the retention of audit records. */
export function RetentionPanel({ state }: { state: OrganizationState }) {
  const { audit_log_retention_days, retention_change: change } = state
  const canChange = usePermission('retention:write')
  const [open, setOpen] = useState(false)
  return (
    <Panel
      title="Audit log retention"
      actions={canChange && <Button onClick={() => setOpen(true)}>Change</Button>}
    >
      <p>
        Records are kept for <strong>{audit_log_retention_days} days</strong>.
      </p>
      {change && (
        <p class="muted">
          From <Time at={change.effective_at} format="day" /> records will be kept for{' '}
          {change.audit_log_retention_days} days. Until then, the current retention applies.
        </p>
      )}
      {open && <RetentionDialog state={state} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

function RetentionDialog({
  state: { organization_id, audit_log_retention_days: days },
  onClose,
}: {
  state: OrganizationState
  onClose: () => void
}) {
  const set = useSetRetention(organization_id)
  const submit = (values: FormData) =>
    set.mutate(Number(values.get('audit_log_retention_days')), {
      onSuccess: () => {
        toast('Retention saved.')
        onClose()
      },
    })
  return (
    <FormDialog
      title="Audit log retention"
      action="Save"
      error={set.error}
      pending={set.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Days"
        name="audit_log_retention_days"
        type="number"
        min={366}
        max={3650}
        defaultValue={String(Math.max(days, 366))}
        autoFocus
        hint="Between 366 and 3650. A shorter retention takes effect after a delay, so that no records are lost by mistake."
      />
    </FormDialog>
  )
}
