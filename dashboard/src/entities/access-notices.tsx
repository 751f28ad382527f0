import type { ComponentChildren } from 'preact'
import type { Plan, Scope } from '../api/organizations.ts'
import { Badge } from '../parts/badge.tsx'
import { EmptyState } from '../parts/feedback/query-boundary.tsx'
import { ButtonLink } from '../parts/forms/button.tsx'
import { Page } from '../parts/layout/page.tsx'
import { visibleName } from '../parts/text/visible.ts'
import { useOrganization, usePermission } from '../shell/current-user.tsx'
import { pageUrl } from '../urls.ts'

/** Says which plan a page requires. */
export const PlanRequired = ({ plan, children }: { plan: Plan; children: ComponentChildren }) => (
  <div class="empty upgrade" role="status">
    <p class="empty-title">Not included in your plan</p>
    <p>
      {children} <Badge tone="info">{plan}</Badge> plan.
    </p>
    {usePermission('organization:read') && (
      <div class="actions">
        <ButtonLink href={pageUrl('organizationUsage')}>Compare plans</ButtonLink>
      </div>
    )}
  </div>
)

interface ReadersOnlyProps {
  readonly scope: Scope
  /** The title of the page. */
  readonly title: string
  /** The roles that grant the scope, as the subject of a sentence. */
  readonly roles: string
  readonly children: ComponentChildren
}

/** Shows a page to the roles that may read it. Everyone else sees which roles may, without requests that would be rejected. */
export function ReadersOnly({ scope, title, roles, children }: ReadersOnlyProps) {
  const { name, role } = useOrganization()
  if (usePermission(scope)) return <>{children}</>
  return (
    <Page title={title}>
      <EmptyState
        title="Your role does not give you access to this page"
        actions={<ButtonLink href={pageUrl('overview')}>Go to the overview</ButtonLink>}
      >
        You have the role {role} in {visibleName(name)}. {roles} can read this page. An admin or
        owner can change your role.
      </EmptyState>
    </Page>
  )
}
