import type { ComponentChildren } from 'preact'
import { ButtonLink } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Page } from '../../../parts/page.tsx'
import { useStanding } from '../../../shell/organization.tsx'
import { to } from '../../../to.ts'

/** Others are told whose page this is, before anything is asked for that they may not have. */
export function ForOperators({ children }: { children: ComponentChildren }) {
  const { session } = useStanding()
  if (session.operator) return <>{children}</>
  const actions = <ButtonLink href={to('disputes')}>To your own disputes</ButtonLink>
  return (
    <Page title="For operators">
      <Empty title="Operators of the registry judge disputes here" actions={actions}>
        {session.email} is none. Whoever runs this registry names them on the command line, with{' '}
        <code>svc-registry operator add</code>.
      </Empty>
    </Page>
  )
}
