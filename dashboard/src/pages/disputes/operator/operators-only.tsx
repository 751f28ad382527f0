import type { ComponentChildren } from 'preact'
import { ButtonLink } from '../../../parts/forms/button.tsx'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { Page } from '../../../parts/layout/page.tsx'
import { useCurrentUser } from '../../../shell/current-user.tsx'
import { pageUrl } from '../../../urls.ts'

/** Others are told whose page this is, before anything is asked for that they may not have. */
export function OperatorsOnly({ children }: { children: ComponentChildren }) {
  const { session } = useCurrentUser()
  if (session.operator) return <>{children}</>
  const actions = <ButtonLink href={pageUrl('disputes')}>To your own disputes</ButtonLink>
  return (
    <Page title="For operators">
      <EmptyState title="Operators of the registry judge disputes here" actions={actions}>
        {session.email} is none. Whoever runs this registry names them on the command line, with{' '}
        <code>svc-registry operator add</code>.
      </EmptyState>
    </Page>
  )
}
