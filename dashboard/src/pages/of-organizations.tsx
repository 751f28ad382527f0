import { useLocation } from 'preact-iso'
import { useEffect } from 'preact/hooks'
import { ButtonLink } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Page } from '../parts/page.tsx'
import { useStanding } from '../shell/organization.tsx'
import { pageAt, to } from '../to.ts'

/** What an operator who belongs to no organization finds at other addresses; the first of them leads to the disputes at once. */
export function OfOrganizations() {
  const {
    session: { email },
  } = useStanding()
  const { path, route } = useLocation()
  const page = pageAt(path)
  useEffect(() => {
    if (page === 'overview') route(to('operator'), true)
  }, [page])
  if (page === 'overview') return null
  const actions = <ButtonLink href={to('operator')}>To the disputes</ButtonLink>
  if (page === undefined)
    return (
      <Page title="Nothing here">
        <Empty title="There is no such page" actions={actions} />
      </Page>
    )
  return (
    <Page title="Nothing here">
      <Empty title="This page belongs to an organization" actions={actions}>
        {email} belongs to none. An owner can add this address as a member.
      </Empty>
    </Page>
  )
}
