import { useState } from 'preact/hooks'
import {
  planIncludes,
  useSetRetention,
  type OrganizationState,
} from '../../../api/organizations.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { FormDialog } from '../../../parts/forms/form-dialog.tsx'
import { Panel } from '../../../parts/layout/page.tsx'
import { Time } from '../../../parts/text/time.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'
import { usePermission } from '../../../shell/current-user.tsx'

/** The shortest retention that can be set, in days. */
const MIN_DAYS = 366

/** Shows and changes the retention of audit records. Only the enterprise plan includes a longer one than the default. */
export function RetentionPanel({ state }: { state: OrganizationState }) {
  const { plan, audit_log_retention_days, retention_change: change } = state
  const canChange = usePermission('retention:write')
  const included = planIncludes(plan, 'enterprise')
  const [open, setOpen] = useState(false)
  return (
    <Panel
      title="Audit log retention"
      actions={canChange && included && <Button onClick={() => setOpen(true)}>Change</Button>}
    >
      <p>
        Records are kept for <strong>{audit_log_retention_days} days</strong>.
      </p>
      {canChange && !included && (
        <p class="muted">
          A longer retention requires the <Badge tone="info">enterprise</Badge> plan.
        </p>
      )}
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
        min={MIN_DAYS}
        max={3650}
        defaultValue={String(Math.max(days, MIN_DAYS))}
        autoFocus
        hint={`Between ${MIN_DAYS} and 3650.${days > MIN_DAYS ? ' A shorter retention takes effect after a delay, so that no records are lost by mistake.' : ''}`}
      />
    </FormDialog>
  )
}
