import { useCreateApiKey, type ApiKey, type Scope } from '../../api/keys.ts'
import type { Workspace } from '../../api/workspaces.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { ShowKey } from './show-key.tsx'

interface Props {
  readonly after: ApiKey | undefined
  readonly workspaces: readonly Workspace[]
  readonly onClose: () => void
}
const FORM = 'create-key'
const DAY = 24 * 60
/** How long a key lasts, in minutes. */
const LASTS = [
  ['', 'Until it is revoked'],
  [String(DAY), '1 day'],
  [String(7 * DAY), '7 days'],
  [String(30 * DAY), '30 days'],
  [String(90 * DAY), '90 days'],
  [String(365 * DAY), '1 year'],
] as const

/** The organization or one of its workspaces. Only the first ones are listed, and a key may be bound to another one. */
function reachesOf(
  workspaces: readonly Workspace[],
  bound: string | undefined,
): readonly (readonly [string, string])[] {
  const listed = workspaces.map(({ workspace_id, name }) => [workspace_id, `Only ${name}`] as const)
  const elsewhere =
    bound === undefined || workspaces.some(({ workspace_id }) => workspace_id === bound)
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
    const lasts = String(values.get('lasts'))
    create.mutate({
      name: String(values.get('name')).trim(),
      ...(values.get('reach') === 'some' && { scopes: values.getAll('scopes') as Scope[] }),
      ...(workspace_id !== '' && { workspace_id }),
      ...(lasts !== '' && { expiry_minutes: Number(lasts) }),
    })
  }
  return (
    <Dialog title={after ? `Replace ${after.name}` : 'Create API key'} open onClose={onClose} wide>
      <div class="dialog-body">
        <Form id={FORM} error={create.error} onSubmit={submit}>
          <TextField
            label="Name"
            name="name"
            maxLength={200}
            autoComplete="off"
            autoFocus
            defaultValue={after?.name}
            placeholder="build server"
            hint="What the key is for. It is how you tell keys apart."
          />
          <SelectField
            label="Reaches"
            name="workspace_id"
            of={reachesOf(workspaces, after?.workspace_id)}
            chosen={after?.workspace_id ?? ''}
            hint="A key that is bound to one workspace sees nothing of the others."
          />
          <SelectField
            label="Lasts"
            name="lasts"
            of={LASTS}
            chosen=""
            hint="From then on it is refused, as is every key that was made with it."
          />
          <ScopeChoice chosen={after?.scopes} />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={FORM} look="primary" pending={create.isPending}>
          Create key
        </Button>
      </div>
    </Dialog>
  )
}
