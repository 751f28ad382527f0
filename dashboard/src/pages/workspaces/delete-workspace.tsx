import { useState } from 'preact/hooks'
import { useInstallationCounts } from '../../api/installations.ts'
import { useDeleteWorkspace, type Workspace } from '../../api/workspaces.ts'
import { Problem } from '../../api/problem.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Dialog } from '../../parts/feedback/dialog.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { CheckboxField, TextField } from '../../parts/forms/field.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { toast } from '../../parts/feedback/toasts.tsx'
import { pageUrl } from '../../urls.ts'

const LIVING = [{ lifecycle: 'active' }, { lifecycle: 'paused' }] as const
const isInUse = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'WORKSPACE_IN_USE'

/** Deleting asks for the name; while agents are installed there it is refused, until somebody means it. */
export function DeleteWorkspaceDialog({
  workspace,
  onClose,
}: {
  workspace: Workspace
  onClose: () => void
}) {
  const remove = useDeleteWorkspace(useOrganization().organization_id, workspace.workspace_id)
  const { data: counts = [0, 0] } = useInstallationCounts(workspace.workspace_id, LIVING)
  const [typed, setTyped] = useState('')
  const [force, setForce] = useState(false)
  const living = counts.reduce((sum, count) => sum + count, 0)
  const inUse = isInUse(remove.error)
  const ready = typed.trim() === workspace.name.trim() && (!inUse || force)
  const confirm = () =>
    remove.mutate(force, {
      onSuccess: () => {
        toast(`${workspace.name} is deleted.`)
        onClose()
      },
    })
  return (
    <Dialog title={`Delete ${workspace.name}`} open onClose={onClose}>
      <div class="dialog-body">
        <p>
          Its policy and its install tokens go with it, and API keys that are bound to it are
          revoked. Its audit records stay.
        </p>
        {inUse && (
          <div class="refusal" role="alert">
            <p>
              <strong>
                {living === 1 ? 'One agent is' : `${living || 'Some'} agents are`} still installed
                here, so nothing was deleted.
              </strong>
            </p>
            <p>
              Revoke{' '}
              <a href={pageUrl('installations', { workspace_id: workspace.workspace_id })}>
                what is installed
              </a>{' '}
              first, or end all of it together with the workspace: credentials die at once, and
              there is no way back.
            </p>
            <CheckboxField
              label={
                living === 1
                  ? 'Revoke the installation and delete the workspace'
                  : `Revoke all ${living || ''} installations and delete the workspace`
              }
              name="force"
              checked={force}
              onChange={({ currentTarget }) => setForce(currentTarget.checked)}
            />
          </div>
        )}
        {Boolean(remove.error) && !inUse && <Failure error={remove.error} />}
        <TextField
          label={`Type ${workspace.name} to confirm`}
          name="confirm"
          value={typed}
          autoComplete="off"
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" disabled={!ready} pending={remove.isPending} onClick={confirm}>
          {inUse && force ? 'Revoke and delete' : 'Delete workspace'}
        </Button>
      </div>
    </Dialog>
  )
}
