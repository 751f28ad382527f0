import { useCreateWorkspace, useUpdateWorkspace, type Workspace } from '../../api/workspaces.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Dialog } from '../../parts/feedback/dialog.tsx'
import { TextAreaField, TextField } from '../../parts/forms/field.tsx'
import { useFocusFirstField, Form } from '../../parts/forms/form.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { toast } from '../../parts/feedback/toasts.tsx'

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
  const container = useFocusFirstField<HTMLDivElement>()
  const save = (values: FormData) =>
    onSave({
      name: String(values.get('name')).trim(),
      description: String(values.get('description')).trim(),
    })
  return (
    <Dialog title={title} open onClose={onClose}>
      <div class="dialog-body" ref={container}>
        <Form id="workspace" error={error} onSubmit={save}>
          <TextField
            label="Name"
            name="name"
            defaultValue={initial.name}
            maxLength={200}
            autoComplete="off"
          />
          <TextAreaField
            label="Description"
            name="description"
            defaultValue={initial.description}
            optional
            rows={3}
          />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form="workspace" variant="primary" pending={pending}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}

export function CreateWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const { organization_id } = useOrganization()
  const create = useCreateWorkspace(organization_id)
  const save = (values: WorkspaceDetails) =>
    create.mutate(values, {
      onSuccess: () => {
        toast(`${values.name} created.`)
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
        toast(`${values.name} saved.`)
        onClose()
      },
    })
  return (
    <WorkspaceDialog
      title={`Edit ${workspace.name}`}
      action="Save"
      initial={workspace}
      error={update.error}
      pending={update.isPending}
      onSave={save}
      onClose={onClose}
    />
  )
}
