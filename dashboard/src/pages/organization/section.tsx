import type { ComponentChildren } from 'preact'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { to } from '../../to.ts'
import './organization.css'

const TABS = [
  { title: 'Members', href: to('organization') },
  { title: 'API keys', href: to('organizationKeys') },
  { title: 'Plan and usage', href: to('organizationUsage') },
]

interface Props {
  readonly title: string
  readonly lead: ComponentChildren
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** One of the pages about the organization, with the way to the others. */
export function Section({ title, lead, actions, children }: Props) {
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
      <Tabs label="Organization" of={TABS} />
      {children}
    </Page>
  )
}
