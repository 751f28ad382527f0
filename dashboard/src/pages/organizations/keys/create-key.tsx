import {
  useCreateApiKey,
  type ApiKey,
  type Scope,
  type NewApiKey,
} from '../../../api/organizations.ts'
import type { Workspace } from '../../../api/workspaces.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { textOf } from '../../../parts/forms/form.tsx'
import { FormDialog } from '../../../parts/forms/form-dialog.tsx'
import { useOrganization } from '../../../shell/current-user.tsx'
import { ScopeChoice } from './scopes.tsx'
import { CodeBlock } from '../../../parts/text/copyable.tsx'
import { Time } from '../../../parts/text/time.tsx'
import { visibleName } from '../../../parts/text/visible.ts'

interface CreateKeyDialogProps {
  readonly replaced: ApiKey | undefined
  readonly workspaces: readonly Workspace[]
  readonly onClose: () => void
}
const DAY_MINUTES = 24 * 60
/** Lifetimes of a key in minutes. */
const LIFETIMES = [
  ['', 'No expiration'],
  [String(DAY_MINUTES), '1 day'],
  [String(7 * DAY_MINUTES), '7 days'],
  [String(30 * DAY_MINUTES), '30 days'],
  [String(90 * DAY_MINUTES), '90 days'],
  [String(365 * DAY_MINUTES), '1 year'],
] as const

/**
 * Returns what a key can be given access to: the organization or one of its first workspaces, with the workspace of a replaced key even if
 * it is not among them.
 */
function accessOptions(
  workspaces: readonly Workspace[],
  bound: string | undefined,
): readonly (readonly [string, string])[] {
  const listed = workspaces.map(
    ({ workspace_id, name }) => [workspace_id, `Only ${visibleName(name)}`] as const,
  )
  const unlisted =
    bound === undefined || workspaces.some(({ workspace_id }) => workspace_id === bound)
      ? []
      : [[bound, `Only ${bound}`] as const]
  return [['', 'The whole organization'], ...unlisted, ...listed]
}

/** Creates a key and shows it once. A replacement starts with the settings of the replaced key. */
export function CreateKeyDialog({ replaced, workspaces, onClose }: CreateKeyDialogProps) {
  const create = useCreateApiKey(useOrganization().organization_id)
  if (create.data)
    return <NewKeyDialog created={create.data} replaced={replaced} onClose={onClose} />
  const submit = (values: FormData) => {
    const workspace_id = textOf(values, 'workspace_id')
    const expiry_minutes = textOf(values, 'expiry_minutes')
    create.mutate({
      name: textOf(values, 'name'),
      ...(values.get('scope_mode') === 'some' && { scopes: values.getAll('scopes') as Scope[] }),
      ...(workspace_id !== '' && { workspace_id }),
      ...(expiry_minutes !== '' && { expiry_minutes: Number(expiry_minutes) }),
    })
  }
  return (
    <FormDialog
      title={replaced ? `Replace ${visibleName(replaced.name)}` : 'Create API key'}
      wide
      action="Create key"
      error={create.error}
      pending={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        maxLength={200}
        autoComplete="off"
        autoFocus
        defaultValue={replaced?.name}
        placeholder="build server"
        hint="What the key is for, so that you can tell keys apart."
      />
      <SelectField
        label="Access"
        name="workspace_id"
        options={accessOptions(workspaces, replaced?.workspace_id)}
        selected={replaced?.workspace_id ?? ''}
        hint="A key for one workspace has no access to the others."
      />
      <SelectField
        label="Expires after"
        name="expiry_minutes"
        options={LIFETIMES}
        selected=""
        hint="Expired keys are rejected, and so are keys that were created with them."
      />
      <ScopeChoice selected={replaced?.scopes} />
    </FormDialog>
  )
}

/** Shows a new key, which is not shown again. The dialog closes only with its button, so that the key is not lost by mistake. */
const NewKeyDialog = ({
  created,
  replaced,
  onClose,
}: {
  created: NewApiKey
  replaced: ApiKey | undefined
  onClose: () => void
}) => (
  <Dialog
    title={`API key ${visibleName(created.name)}`}
    open
    onClose={onClose}
    wide
    dismissible={false}
  >
    <div class="dialog-body">
      <p>
        <strong>Copy it now.</strong> It is not shown again and cannot be recovered.
      </p>
      <CodeBlock label="API key" text={created.api_key} />
      {created.expires_at !== undefined && (
        <p class="notice">
          <span>
            It expires <Time at={created.expires_at} format="exact" />. Owners and admins get an
            e-mail 14 and 3 days before that. For a short-lived key, one or both are omitted.
          </span>
        </p>
      )}
      <p class="muted">
        Programs send it in the <code>X-API-Key</code> header. Only requests that list or summarize
        tasks take it as a bearer token instead.
      </p>
      {replaced && (
        <p>
          The old key <code>{replaced.preview}…</code> still works. Revoke it once its “last used”
          time stops changing.
        </p>
      )}
    </div>
    <div class="dialog-foot">
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </div>
  </Dialog>
)
