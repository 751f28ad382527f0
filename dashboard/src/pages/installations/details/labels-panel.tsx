import { useState } from 'preact/hooks'
import { useSetLabels } from '../../../api/fleet.ts'
import type { Installation } from '../../../api/installations.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { TextAreaField } from '../../../parts/forms/field.tsx'
import { FormDialog } from '../../../parts/forms/form-dialog.tsx'
import { Panel } from '../../../parts/layout/page.tsx'
import { listFrom } from '../actions/action-fields.tsx'
import { InstallationLabels } from '../state.tsx'

/** Shows the labels of an installation, which members of the organization set. */
export function LabelsPanel({
  installation,
  canEdit,
}: {
  installation: Installation
  canEdit: boolean
}) {
  const [editing, setEditing] = useState(false)
  return (
    <Panel
      title="Labels"
      actions={canEdit && <Button onClick={() => setEditing(true)}>Edit labels</Button>}
    >
      {installation.labels ? (
        <InstallationLabels labels={installation.labels} />
      ) : (
        <p class="muted">
          No labels. With labels such as <code>env=prod</code> you can find installations and act on
          several at once.
        </p>
      )}
      {editing && <LabelsDialog installation={installation} onClose={() => setEditing(false)} />}
    </Panel>
  )
}

function LabelsDialog({
  installation: { installation_id, labels = [] },
  onClose,
}: {
  installation: Installation
  onClose: () => void
}) {
  const set = useSetLabels(installation_id)
  return (
    <FormDialog
      title="Edit labels"
      action="Save labels"
      error={set.error}
      pending={set.isPending}
      onSubmit={(values) => set.mutate(listFrom(values.get('labels')), { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextAreaField
        label="Labels"
        name="labels"
        optional
        rows={Math.min(8, labels.length + 2)}
        defaultValue={labels.join('\n')}
        hint="One per line, such as env=prod. At most 16."
      />
    </FormDialog>
  )
}
