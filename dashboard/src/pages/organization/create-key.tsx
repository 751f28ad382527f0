import { useCreateApiKey, type ApiKey, type Scope } from '../../api/keys.ts'
import type { Workspace } from '../../api/workspaces.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { ShowKey } from './show-key.tsx'

interface Props { readonly after: ApiKey | undefined; readonly workspaces: readonly Workspace[]; readonly onClose: () => void }
const FORM = 'create-key'

/** The organization or one of its workspaces. Only the first ones are listed, and a key may be bound to another one. */
function reachesOf(workspaces: readonly Workspace[], bound: string | undefined): readonly (readonly [string, string])[] {
  const listed = workspaces.map(({ workspace_id, name }) => [workspace_id, `Only ${name}`] as const)
  const elsewhere = bound === undefined || workspaces.some(({ workspace_id }) => workspace_id === bound)
    ? []
    : [[bound, `Only ${bound}`] as const]
  return [['', 'The whole organization'], ...elsewhere, ...listed]
}

/** Makes a key and shows it, once. One that replaces another begins as it was. */
export function CreateKey({ after, workspaces, onClose }: Props) {
  const create = useCreateApiKey(useOrganization().organization_id)
  if (create.data) return <ShowKey made={create.data} after={after} onClose={onClose} />
  const submit = (values: FormData) => {
    const workspace_id = String(values.get('workspace_id'))
    create.mutate({
      name: String(values.get('name')).trim(),
      ...(values.get('reach') === 'some' && { scopes: values.getAll('scopes') as Scope[] }),
      ...(workspace_id !== '' && { workspace_id }),
    })
  }
  return (
    <Dialog title={after ? `Replace ${after.name}` : 'Create API key'} open onClose={onClose} wide>
      <div class="dialog-body">
        <Form id={FORM} error={create.error} onSubmit={submit}>
          <TextField label="Name" name="name" maxLength={200} autoComplete="off" autoFocus defaultValue={after?.name}
            placeholder="build server" hint="What the key is for. It is how you tell keys apart." />
          <SelectField label="Reaches" name="workspace_id" of={reachesOf(workspaces, after?.workspace_id)}
            chosen={after?.workspace_id ?? ''}
            hint="A key that is bound to one workspace sees nothing of the others." />
          <ScopeChoice chosen={after?.scopes} />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={FORM} look="primary" pending={create.isPending}>Create key</Button>
      </div>
    </Dialog>
  )
}
