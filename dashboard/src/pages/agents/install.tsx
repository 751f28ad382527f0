import { useState } from 'preact/hooks'
import type { Agent } from '../../api/agents.ts'
import { useCreateInstallToken, type InstallToken } from '../../api/install-tokens.ts'
import { useWorkspaces, type Workspace } from '../../api/workspaces.ts'
import { Dialog } from '../../parts/feedback/dialog.tsx'
import { Button, ButtonLink } from '../../parts/forms/button.tsx'
import { SelectField } from '../../parts/forms/field.tsx'
import { DialogForm } from '../../parts/forms/form-dialog.tsx'
import { CodeBlock } from '../../parts/text/copyable.tsx'
import { InstallCommands, issuerSetting } from '../../entities/install-commands.tsx'
import { Countdown } from '../../parts/text/time.tsx'
import { useCurrentUser, useOrganization, usePermission } from '../../shell/current-user.tsx'
import { pageUrl } from '../../urls.ts'
import { agentTitle, visibleName } from '../../parts/text/visible.ts'

const LIFETIME_MINUTES = 15

/** Returns whether the user's organization may try to install an agent. Only the registry knows whether it is on the owner's list. */
const isInstallable = ({ own, installable_by, verification_status }: Agent): boolean =>
  (own || installable_by !== 'owner') && !['suspended', 'revoked'].includes(verification_status)

/** Installs an agent from its page: a workspace, a one-time token and the command to run. */
export function InstallAgent({ agent }: { agent: Agent }) {
  const canInstall = usePermission('tokens:write')
  const [open, setOpen] = useState(false)
  if (!canInstall || !isInstallable(agent)) return null
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Install
      </Button>
      {open && <InstallDialog agent={agent} onClose={() => setOpen(false)} />}
    </>
  )
}

interface DialogProps {
  readonly agent: Agent
  readonly onClose: () => void
}

function InstallDialog({ agent, onClose }: DialogProps) {
  const workspaces = useWorkspaces(useOrganization().organization_id)
  const [created, setCreated] = useState<InstallToken>()
  return (
    <Dialog
      title={`Install ${agentTitle(agent)}`}
      open
      wide
      dismissible={created === undefined}
      onClose={onClose}
    >
      {created ? (
        <Created created={created} onClose={onClose} />
      ) : workspaces.data?.items.length === 0 ? (
        <div class="dialog-body">
          <p>An agent is installed in a workspace, and your organization has none yet.</p>
          <p>
            <ButtonLink href={pageUrl('workspaces')}>Go to workspaces</ButtonLink>
          </p>
        </div>
      ) : (
        workspaces.data && (
          <ChooseWorkspace
            agent={agent}
            workspaces={workspaces.data.items}
            onCreated={setCreated}
          />
        )
      )}
    </Dialog>
  )
}

function ChooseWorkspace({
  agent,
  workspaces,
  onCreated,
}: Pick<DialogProps, 'agent'> & {
  readonly workspaces: readonly Workspace[]
  readonly onCreated: (token: InstallToken) => void
}) {
  const [workspace_id, setWorkspace] = useState(workspaces[0]!.workspace_id)
  const create = useCreateInstallToken(workspace_id)
  return (
    <DialogForm
      action="Create install token"
      error={create.error}
      pending={create.isPending}
      onSubmit={() =>
        create.mutate(
          { agent_id: agent.svc_id, expiry_minutes: LIFETIME_MINUTES },
          { onSuccess: onCreated },
        )
      }
    >
      <SelectField
        label="Workspace"
        name="workspace"
        options={workspaces.map((each) => [each.workspace_id, visibleName(each.name)] as const)}
        selected={workspace_id}
        onSelect={setWorkspace}
        hint="Its policy applies to the agent."
      />
      {agent.deprecated && (
        <p class="notice warn">Its owner advises against new use of this agent.</p>
      )}
    </DialogForm>
  )
}

function Created({
  created: { token, expires_at, workspace_id },
  onClose,
}: {
  readonly created: InstallToken
  readonly onClose: () => void
}) {
  const issuer = issuerSetting(useCurrentUser().session.issuer)
  return (
    <>
      <div class="dialog-body">
        <p class="notice warn">
          <span>
            <strong>The token is shown only once</strong> and can be used once, within{' '}
            <Countdown until={expires_at} expiredText="0:00" />. The registry stores only its hash.
          </span>
        </p>
        <CodeBlock text={token} label="install token" />
        <InstallCommands token={token} issuer={issuer} />
      </div>
      <div class="dialog-foot">
        <ButtonLink href={pageUrl('tokens', { workspace_id })}>View install tokens</ButtonLink>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  )
}
