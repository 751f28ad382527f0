import { useCreateWorkspace, useUpdateWorkspace, type Workspace } from '../../api/workspaces.ts'
import { TextAreaField, TextField } from '../../parts/forms/field.tsx'
import { textOf } from '../../parts/forms/form.tsx'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { toast } from '../../parts/feedback/toasts.tsx'
import { visibleName } from '../../parts/text/visible.ts'

type WorkspaceDetails = Pick<Workspace, 'name' | 'description'>
interface Props {
  readonly title: string
  readonly action: string
  readonly initial: WorkspaceDetails
  readonly error: unknown
  readonly pending: boolean
  readonly onSave: (values: WorkspaceDetails) => void
  readonly onClose: () => void
}

function WorkspaceDialog({ title, action, initial, error, pending, onSave, onClose }: Props) {
  const save = (values: FormData) =>
    onSave({
      name: textOf(values, 'name'),
      description: textOf(values, 'description'),
    })
  return (
    <FormDialog
      title={title}
      action={action}
      error={error}
      pending={pending}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        defaultValue={initial.name}
        maxLength={200}
        autoComplete="off"
        autoFocus
      />
      <TextAreaField
        label="Description"
        name="description"
        defaultValue={initial.description}
        optional
        rows={3}
      />
    </FormDialog>
  )
}

export function CreateWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const { organization_id } = useOrganization()
  const create = useCreateWorkspace(organization_id)
  const save = (values: WorkspaceDetails) =>
    create.mutate(values, {
      onSuccess: () => {
        toast(`${visibleName(values.name)} created.`)
        onClose()
      },
    })
  return (
    <WorkspaceDialog
      title="New workspace"
      action="Create workspace"
      initial={{ name: '', description: '' }}
      error={create.error}
      pending={create.isPending}
      onSave={save}
      onClose={onClose}
    />
  )
}

export function EditWorkspaceDialog({
  workspace,
  onClose,
}: {
  workspace: Workspace
  onClose: () => void
}) {
  const { organization_id } = useOrganization()
  const update = useUpdateWorkspace(organization_id, workspace.workspace_id)
  const save = (values: WorkspaceDetails) =>
    update.mutate(values, {
      onSuccess: () => {
        toast(`${visibleName(values.name)} saved.`)
        onClose()
      },
    })
  return (
    <WorkspaceDialog
      title={`Edit ${visibleName(workspace.name)}`}
      action="Save"
      initial={workspace}
      error={update.error}
      pending={update.isPending}
      onSave={save}
      onClose={onClose}
    />
  )
}
