import type { ComponentChildren } from 'preact'
import { ButtonLink } from '../../../parts/forms/button.tsx'
import { EmptyState } from '../../../parts/feedback/query-boundary.tsx'
import { Page } from '../../../parts/layout/page.tsx'
import { useCurrentUser } from '../../../shell/current-user.tsx'
import { pageUrl } from '../../../urls.ts'

/** Shows a page to operators. Everyone else sees an explanation, without a request that would be rejected. */
export function OperatorsOnly({ children }: { children: ComponentChildren }) {
  const { session } = useCurrentUser()
  if (session.operator) return <>{children}</>
  const actions = <ButtonLink href={pageUrl('disputes')}>Go to your disputes</ButtonLink>
  return (
    <Page title="Operators only">
      <EmptyState title="Only registry operators can judge disputes" actions={actions}>
        {session.email} is not an operator. The registry’s administrator can add operators with{' '}
        <code>svc-registry operator add</code>.
      </EmptyState>
    </Page>
  )
}
