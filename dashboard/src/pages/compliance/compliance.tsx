import { useLocation } from 'preact-iso'
import { useWorkspaces, type Workspace } from '../../api/workspaces.ts'
import { Asked } from '../../parts/asked.tsx'
import { ButtonLink } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { to } from '../../to.ts'
import { Choose } from './choose.tsx'
import { ShownReport } from './report.tsx'
import './compliance.css'

const LEAD =
  'Which controls of known frameworks the records of this registry support, for one agent in one workspace.' +
  ' Evidence, not a certificate.'

export default function Compliance() {
  const workspaces = useWorkspaces(useOrganization().organization_id)
  return (
    <Page title="Compliance" lead={LEAD}>
      <Asked query={workspaces} as={<Skeleton lines={4} />}>
        {({ items }) =>
          items.length > 0 ? (
            <Chosen workspaces={items} />
          ) : (
            <Empty
              title="No workspace yet"
              actions={<ButtonLink href={to('workspaces')}>Workspaces</ButtonLink>}
            >
              A report is about an agent in a workspace.
            </Empty>
          )
        }
      </Asked>
    </Page>
  )
}

function Chosen({ workspaces }: { workspaces: readonly Workspace[] }) {
  const { query } = useLocation()
  const workspace_id = query['workspace'] ?? workspaces[0]!.workspace_id
  const svc_id = query['agent'] ?? ''
  const frameworks = (query['frameworks'] ?? '').split(',').filter((one) => one !== '')
  return (
    <>
      <Choose workspaces={workspaces} wanted={{ workspace_id, svc_id, frameworks }} />
      {svc_id === '' ? (
        <Empty title="Choose an agent">
          The report is made from what is on record at that moment.
        </Empty>
      ) : (
        <ShownReport wanted={{ workspace_id, svc_id, frameworks }} />
      )}
    </>
  )
}
