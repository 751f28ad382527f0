import { useState } from 'preact/hooks'
import { useFleetCounts } from '../../api/fleet.ts'
import { OPERATIVE } from '../../api/installations.ts'
import { useDeleteWorkspace, type Workspace } from '../../api/workspaces.ts'
import { Problem } from '../../api/problem.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Dialog } from '../../parts/feedback/dialog.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { CheckboxField, TextField } from '../../parts/forms/field.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { toast } from '../../parts/feedback/toasts.tsx'
import { pageUrl } from '../../urls.ts'
import { visibleName } from '../../parts/text/visible.ts'

const isInUse = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'WORKSPACE_IN_USE'

/**
 * Deletes a workspace, and remembers whether it was in use: a later error, such as an unavailable registry, does not mean that it no longer
 * is.
 */
function useDeletion(
  organization_id: string,
  { workspace_id, name }: Workspace,
  onDeleted: () => void,
) {
  const { mutate, isPending: pending, error } = useDeleteWorkspace(organization_id, workspace_id)
  const [inUse, setInUse] = useState(false)
  const remove = (force: boolean) =>
    mutate(force, {
      onError: (cause) => setInUse((was) => was || isInUse(cause)),
      onSuccess() {
        toast(`${visibleName(name)} deleted.`)
        onDeleted()
      },
    })
  return { remove, inUse, pending, error }
}

/** Deletes a workspace once its name has been typed. Its installations are revoked, after a second confirmation. */
export function DeleteWorkspaceDialog({
  workspace,
  onClose,
}: {
  workspace: Workspace
  onClose: () => void
}) {
  const { organization_id } = useOrganization()
  const { remove, inUse, pending, error } = useDeletion(organization_id, workspace, onClose)
  const { data } = useFleetCounts(organization_id, {
    workspace_ids: [workspace.workspace_id],
    lifecycle: [...OPERATIVE],
  })
  const [typed, setTyped] = useState('')
  const [force, setForce] = useState(false)
  const operative = data?.total ?? 0
  const name = visibleName(workspace.name)
  const ready = visibleName(typed).trim() === name.trim() && (!inUse || force)
  return (
    <Dialog title={`Delete ${name}`} open onClose={onClose}>
      <div class="dialog-body">
        <p>
          This also deletes its policy and install tokens, and revokes API keys that are bound to
          it. Audit records are kept.
        </p>
        {inUse && (
          <InUseWarning
            workspace_id={workspace.workspace_id}
            operative={operative}
            force={force}
            onForce={setForce}
          />
        )}
        {Boolean(error) && !isInUse(error) && <Failure error={error} changes />}
        <TextField
          label={`Type ${name} to confirm`}
          name="confirm"
          value={typed}
          autoComplete="off"
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" disabled={!ready} pending={pending} onClick={() => remove(force)}>
          {inUse && force ? 'Revoke and delete' : 'Delete workspace'}
        </Button>
      </div>
    </Dialog>
  )
}

interface InUseProps {
  readonly workspace_id: string
  readonly operative: number
  readonly force: boolean
  readonly onForce: (force: boolean) => void
}

const InUseWarning = ({ workspace_id, operative, force, onForce }: InUseProps) => (
  <div class="error-notice" role="alert">
    <p>
      <strong>
        {operative === 1 ? 'One agent is' : `${operative || 'Some'} agents are`} still installed
        here. Nothing was deleted.
      </strong>
    </p>
    <p>
      Revoke the <a href={pageUrl('installations', { workspace_id })}>installations</a> first, or
      revoke them together with the workspace. Their credentials stop working immediately, and this
      cannot be undone.
    </p>
    <CheckboxField
      label={
        operative === 1
          ? 'Revoke the installation and delete the workspace'
          : `Revoke all ${operative || ''} installations and delete the workspace`
      }
      name="force"
      checked={force}
      onChange={({ currentTarget }) => onForce(currentTarget.checked)}
    />
  </div>
)
