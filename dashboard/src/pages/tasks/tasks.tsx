import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { STATUSES, type Task } from '../../api/tasks.ts'
import { useWorkspaces, type Workspace } from '../../api/workspaces.ts'
import { Asked } from '../../parts/asked.tsx'
import { ButtonLink } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { asked, to } from '../../to.ts'
import { History } from './history.tsx'
import { Narrow, type Asking } from './narrow.tsx'
import { Summary } from './summary.tsx'
import { TaskDialog } from './task.tsx'
import './tasks.css'

export default function Tasks() {
  const workspaces = useWorkspaces(useOrganization().organization_id)
  return (
    <Page title="Tasks" lead="What was routed to agents, how it ended, and how long it took.">
      <Asked query={workspaces} as={<Skeleton of="rows" lines={10} />}>
        {({ items }) =>
          items.length > 0 ? (
            <InWorkspace workspaces={items} />
          ) : (
            <Empty
              title="No workspace yet"
              actions={<ButtonLink href={to('workspaces')}>Workspaces</ButtonLink>}
            >
              Tasks are routed within a workspace. Make one and install an agent in it.
            </Empty>
          )
        }
      </Asked>
    </Page>
  )
}

function InWorkspace({ workspaces }: { workspaces: readonly Workspace[] }) {
  const { path, query, route } = useLocation()
  const [shown, show] = useState<Task>()
  const workspace =
    workspaces.find(({ workspace_id }) => workspace_id === query['workspace']) ?? workspaces[0]!
  const asking: Asking = {
    workspace: workspace.workspace_id,
    status: STATUSES.find((one) => one === query['status']) ?? '',
    skill: query['skill'] ?? '',
    agent: query['agent'] ?? '',
  }
  const change = (change: Partial<Asking>) => route(path + asked({ ...asking, ...change }), true)
  return (
    <>
      <Narrow workspaces={workspaces} asking={asking} change={change} />
      <Summary workspace_id={workspace.workspace_id} onStatus={(status) => change({ status })} />
      <History
        asking={asking}
        onOpen={show}
        onClear={() => change({ status: '', skill: '', agent: '' })}
      />
      {shown && <TaskDialog task={shown} onClose={() => show(undefined)} />}
    </>
  )
}
