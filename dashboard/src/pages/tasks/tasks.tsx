import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { STATUSES, type Task } from '../../api/tasks.ts'
import { useWorkspaces, type Workspace } from '../../api/workspaces.ts'
import { QueryBoundary, EmptyState, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { ButtonLink } from '../../parts/forms/button.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { queryString, pageUrl } from '../../urls.ts'
import { TaskList } from './task-list.tsx'
import { FilterBar, type TaskFilters } from './filter-bar.tsx'
import { TaskSummaryPanels } from './summary.tsx'
import { TaskDialog } from './task-dialog.tsx'
import './tasks.css'

export default function Tasks() {
  const workspaces = useWorkspaces(useOrganization().organization_id)
  return (
    <Page title="Tasks" lead="Tasks routed to agents, with their outcome and duration.">
      <QueryBoundary query={workspaces} fallback={<Skeleton variant="rows" lines={10} />}>
        {({ items }) =>
          items.length > 0 ? (
            <WorkspaceTasks workspaces={items} />
          ) : (
            <EmptyState
              title="No workspaces yet"
              actions={<ButtonLink href={pageUrl('workspaces')}>Go to workspaces</ButtonLink>}
            >
              Tasks are routed within a workspace. Create a workspace and install an agent in it.
            </EmptyState>
          )
        }
      </QueryBoundary>
    </Page>
  )
}

function WorkspaceTasks({ workspaces }: { workspaces: readonly Workspace[] }) {
  const { path, query, route } = useLocation()
  const [selected, select] = useState<Task>()
  const workspace = query['workspace'] || workspaces[0]!.workspace_id
  const filters: TaskFilters = {
    workspace,
    status: STATUSES.find((candidate) => candidate === query['status']) ?? '',
    skill: query['skill'] ?? '',
    agent: query['agent'] ?? '',
  }
  const change = (change: Partial<TaskFilters>) =>
    route(path + queryString({ ...filters, ...change }), true)
  return (
    <>
      <FilterBar filters={filters} change={change} />
      <TaskSummaryPanels workspace_id={workspace} onStatus={(status) => change({ status })} />
      <TaskList
        filters={filters}
        onOpen={select}
        onClear={() => change({ status: '', skill: '', agent: '' })}
      />
      {selected && <TaskDialog task={selected} onClose={() => select(undefined)} />}
    </>
  )
}
