import { ButtonLink } from '../../../parts/forms/button.tsx'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { pageUrl } from '../../../urls.ts'
import type { View } from './views.ts'

/** Nothing in this look at the fleet, or nothing installed at all. */
export function NoInstallations({
  view,
  workspace_id,
  filtered,
}: {
  view: View
  workspace_id: string
  filtered: boolean
}) {
  const all = <ButtonLink href={pageUrl('installations', { workspace_id })}>Show all</ButtonLink>
  if (view.key !== '')
    return (
      <EmptyState
        title={`No installation is ${view.title.toLowerCase()}${filtered ? ' here, of this agent' : ''}`}
        actions={all}
      />
    )
  if (filtered) return <EmptyState title="This agent is not installed here" actions={all} />
  return (
    <EmptyState
      title="Nothing is installed yet"
      actions={
        <ButtonLink variant="primary" href={pageUrl('tokens', { workspace_id }, { new: true })}>
          Make an install token
        </ButtonLink>
      }
    >
      An install token lets one agent into this workspace. As soon as the agent has used it and
      sends heartbeats, it stands here.
    </EmptyState>
  )
}
