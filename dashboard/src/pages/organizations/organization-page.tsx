import type { ComponentChildren } from 'preact'
import { Page } from '../../parts/layout/page.tsx'
import { Tabs } from '../../parts/layout/view-switches.tsx'
import { ReadersOnly } from '../../entities/access-notices.tsx'
import { visibleName } from '../../parts/text/visible.ts'
import { useOrganization } from '../../shell/current-user.tsx'
import { pageUrl } from '../../urls.ts'
import './organizations.css'

const TABS = [
  { title: 'Members', href: pageUrl('organization') },
  { title: 'API keys', href: pageUrl('organizationKeys') },
  { title: 'Plan and usage', href: pageUrl('organizationUsage') },
]

interface Props {
  readonly title: string
  readonly lead: ComponentChildren
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** Shows a page about the organization to the roles that may read it. */
export const OrganizationReaders = ({ title, children }: Pick<Props, 'title' | 'children'>) => (
  <ReadersOnly scope="organization:read" title={title} roles="A developer, auditor, admin or owner">
    {children}
  </ReadersOnly>
)

/** Lays out a page about the organization, with tabs for the others. */
export function OrganizationPage({ title, lead, actions, children }: Props) {
  const { name } = useOrganization()
  return (
    <Page
      title={title}
      lead={
        <>
          {visibleName(name)}: {lead}
        </>
      }
      actions={actions}
    >
      <Tabs label="Organization" tabs={TABS} />
      {children}
    </Page>
  )
}
