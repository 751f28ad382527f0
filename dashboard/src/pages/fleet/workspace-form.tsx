import { useCreateWorkspace, useRenameWorkspace, type Workspace } from '../../api/workspaces.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { AreaField, TextField } from '../../parts/field.tsx'
import { useFirstField } from '../../parts/focus.ts'
import { Form } from '../../parts/form.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { say } from '../../shell/toasts.tsx'

type Named = Pick<Workspace, 'name' | 'description'>
interface Props {
  readonly title: string
  readonly deed: string
  readonly from: Named
  readonly error: unknown
  readonly pending: boolean
  readonly onSave: (named: Named) => void
  readonly onClose: () => void
}

function NameDialog({ title, deed, from, error, pending, onSave, onClose }: Props) {
  const first = useFirstField<HTMLDivElement>()
  const save = (values: FormData) =>
    onSave({
      name: String(values.get('name')).trim(),
      description: String(values.get('description')).trim(),
    })
  return (
    <Dialog title={title} open onClose={onClose}>
      <div class="dialog-body" ref={first}>
        <Form id="workspace" error={error} onSubmit={save}>
          <TextField
            label="Name"
            name="name"
            defaultValue={from.name}
            maxLength={200}
            autoComplete="off"
          />
          <AreaField
            label="Description"
            name="description"
            defaultValue={from.description}
            optional
            rows={3}
          />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form="workspace" look="primary" pending={pending}>
          {deed}
        </Button>
      </div>
    </Dialog>
  )
}

export function CreateWorkspace({ onClose }: { onClose: () => void }) {
  const { organization_id } = useOrganization()
  const create = useCreateWorkspace(organization_id)
  const save = (named: Named) =>
    create.mutate(named, {
      onSuccess: () => {
        say(`${named.name} is created.`)
        onClose()
      },
    })
  return (
    <NameDialog
      title="New workspace"
      deed="Create workspace"
      from={{ name: '', description: '' }}
      error={create.error}
      pending={create.isPending}
      onSave={save}
      onClose={onClose}
    />
  )
}

export function RenameWorkspace({
  workspace,
  onClose,
}: {
  workspace: Workspace
  onClose: () => void
}) {
  const { organization_id } = useOrganization()
  const rename = useRenameWorkspace(organization_id, workspace.workspace_id)
  const save = (named: Named) =>
    rename.mutate(named, {
      onSuccess: () => {
        say(`${named.name} is saved.`)
        onClose()
      },
    })
  return (
    <NameDialog
      title={`Rename ${workspace.name}`}
      deed="Save"
      from={workspace}
      error={rename.error}
      pending={rename.isPending}
      onSave={save}
      onClose={onClose}
    />
  )
}
