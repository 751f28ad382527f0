import type { ComponentChildren } from 'preact'
import { Page } from '../../parts/layout/page.tsx'
import { Tabs } from '../../parts/layout/view-switches.tsx'
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

/** Lays out a page about the organization, with tabs for the others. */
export function OrganizationPage({ title, lead, actions, children }: Props) {
  const { name } = useOrganization()
  return (
    <Page
      title={title}
      lead={
        <>
          {name}: {lead}
        </>
      }
      actions={actions}
    >
      <Tabs label="Organization" tabs={TABS} />
      {children}
    </Page>
  )
}
