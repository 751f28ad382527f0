import { Page } from '../../parts/page.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { Counts } from './counts.tsx'
import { Recent } from './recent.tsx'
import { Troubled } from './troubled.tsx'
import './overview.css'

export default function Overview() {
  const { organization_id, name } = useOrganization()
  return (
    <Page title={name} lead="What is installed, what needs attention, what happened.">
      <Counts organization_id={organization_id} />
      <Troubled organization_id={organization_id} />
      <Recent organization_id={organization_id} />
    </Page>
  )
}
