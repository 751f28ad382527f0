import { ButtonLink } from '../../../parts/forms/button.tsx'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { pageUrl } from '../../../urls.ts'
import type { View } from './views.ts'

/** Explains why a view has no installations. */
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
        title={`No installation${filtered ? ' of this agent' : ''} is ${view.title.toLowerCase()}`}
        actions={all}
      />
    )
  if (filtered) return <EmptyState title="This agent is not installed here" actions={all} />
  return (
    <EmptyState
      title="No installations yet"
      actions={
        <ButtonLink variant="primary" href={pageUrl('tokens', { workspace_id }, { new: true })}>
          Create an install token
        </ButtonLink>
      }
    >
      An install token lets one agent join this workspace. The agent appears here after it has used
      the token.
    </EmptyState>
  )
}
