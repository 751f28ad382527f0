import { ButtonLink } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { to } from '../../to.ts'
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
  const all = <ButtonLink href={to('installations', { workspace_id })}>Show all</ButtonLink>
  if (view.key !== '')
    return (
      <Empty
        title={`No installation is ${view.title.toLowerCase()}${filtered ? ' here, of this agent' : ''}`}
        actions={all}
      />
    )
  if (filtered) return <Empty title="This agent is not installed here" actions={all} />
  return (
    <Empty
      title="Nothing is installed yet"
      actions={
        <ButtonLink look="primary" href={to('tokens', { workspace_id }, { new: true })}>
          Make an install token
        </ButtonLink>
      }
    >
      An install token lets one agent into this workspace. As soon as the agent has used it and
      sends heartbeats, it stands here.
    </Empty>
  )
}
