import { useState } from 'preact/hooks'
import { useSetRetention, type OrganizationState } from '../../../api/organizations.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Panel } from '../../../parts/layout/page.tsx'
import { Time } from '../../../parts/text/time.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'
import { usePermission } from '../../../shell/current-user.tsx'

const FORM = 'retention'

/** Shows and changes the retention of audit records. */
export function RetentionPanel({
  state: { organization_id, audit_log_retention_days: days, retention_change: change },
}: {
  state: OrganizationState
}) {
  const canChange = usePermission('retention:write')
  const [open, setOpen] = useState(false)
  const set = useSetRetention(organization_id)
  const close = () => {
    set.reset()
    setOpen(false)
  }
  const submit = (values: FormData) =>
    set.mutate(Number(values.get('audit_log_retention_days')), {
      onSuccess: () => {
        toast('Retention saved.')
        close()
      },
    })
  return (
    <Panel
      title="Audit log retention"
      actions={canChange && <Button onClick={() => setOpen(true)}>Change</Button>}
    >
      <p>
        Records are kept for <strong>{days} days</strong>.
      </p>
      {change && (
        <p class="muted">
          From <Time at={change.effective_at} format="day" /> records will be kept for{' '}
          {change.audit_log_retention_days} days. Until then, the current retention applies.
        </p>
      )}
      <Dialog title="Audit log retention" open={open} onClose={close}>
        <div class="dialog-body">
          <Form id={FORM} error={set.error} onSubmit={submit}>
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
          </Form>
        </div>
        <div class="dialog-foot">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={FORM} variant="primary" pending={set.isPending}>
            Save
          </Button>
        </div>
      </Dialog>
    </Panel>
  )
}
