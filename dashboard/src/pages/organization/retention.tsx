import { useState } from 'preact/hooks'
import { useSetRetention, type OrganizationState } from '../../api/organization.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Time } from '../../parts/time.tsx'
import { say } from '../../shell/toasts.tsx'

const FORM = 'retention'

/** How long audit records are kept, and a way to keep them longer. */
export function Retention({
  state: { organization_id, audit_log_retention_days: days, retention_change: change },
}: {
  state: OrganizationState
}) {
  const [open, setOpen] = useState(false)
  const set = useSetRetention(organization_id)
  const close = () => {
    set.reset()
    setOpen(false)
  }
  const submit = (values: FormData) =>
    set.mutate(Number(values.get('audit_log_retention_days')), {
      onSuccess: () => {
        say('The retention is saved.')
        close()
      },
    })
  return (
    <Panel
      title="Retention of the audit log"
      actions={<Button onClick={() => setOpen(true)}>Change</Button>}
    >
      <p>
        Records are kept for <strong>{days} days</strong>.
      </p>
      {change && (
        <p class="muted">
          From <Time at={change.effective_at} as="day" /> on it will be{' '}
          {change.audit_log_retention_days} days. Until then nothing is removed earlier.
        </p>
      )}
      <Dialog title="Retention of the audit log" open={open} onClose={close}>
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
              hint="From 366 to 3650. What is shortened takes effect later, so that nothing is lost by mistake."
            />
          </Form>
        </div>
        <div class="dialog-foot">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={FORM} look="primary" pending={set.isPending}>
            Save
          </Button>
        </div>
      </Dialog>
    </Panel>
  )
}
