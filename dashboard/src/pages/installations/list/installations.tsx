import { EmptyState } from '../../../parts/feedback/query-boundary.tsx'
import { ButtonLink } from '../../../parts/forms/button.tsx'
import { usePermission } from '../../../shell/current-user.tsx'
import { WorkspacePage } from '../../../shell/workspace-page.tsx'
import { pageUrl, useQueryParameters, useWorkspaceId } from '../../../urls.ts'
import { FleetList } from './fleet-list.tsx'
import { NeverBootstrapped } from './never-bootstrapped.tsx'
import '../installations.css'

/** Lists the installations of a workspace. */
export default function Installations() {
  const workspace_id = useWorkspaceId()
  const { show = '', agent, cursor, q, labels, platform, version } = useQueryParameters().query
  const plain = !(cursor || q || labels || platform || version)
  const install = usePermission('tokens:write')
    ? pageUrl('tokens', { workspace_id }, { new: true })
    : undefined
  return (
    <WorkspacePage
      tab="Installations"
      actions={
        install !== undefined && (
          <ButtonLink variant="primary" href={install}>
            Install an agent
          </ButtonLink>
        )
      }
    >
      <FleetList
        workspace_id={workspace_id}
        empty={
          <EmptyState
            title="No installations yet"
            actions={
              install !== undefined && (
                <ButtonLink variant="primary" href={install}>
                  Create an install token
                </ButtonLink>
              )
            }
          >
            An install token lets one agent join this workspace. The agent appears here after it has
            used the token.
            {install === undefined && ' A developer, admin or owner can create a token.'}
          </EmptyState>
        }
      />
      {plain && (show === '' || show === 'offline') && (
        <NeverBootstrapped workspace_id={workspace_id} agent_id={agent} />
      )}
    </WorkspacePage>
  )
}
