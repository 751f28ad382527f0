import type { RoutedTask } from '../../../api/tasks.ts'
import { AttestationBadge, TaskStatusBadge } from '../../../entities/status-badges.tsx'
import { DescriptionList } from '../../../parts/layout/page.tsx'
import { CodeBlock, Id } from '../../../parts/text/copyable.tsx'
import { formatElapsed } from '../../../parts/text/format.ts'
import { pageUrl } from '../../../urls.ts'

interface Props {
  readonly task: RoutedTask
  readonly workspace_id: string
}

/** Shows how a task ended: its state, its result or error, its duration and its identifier. */
export const TaskResult = ({ task, workspace_id }: Props) => (
  <div class="task-result" role="status">
    <h4>Result</h4>
    <DescriptionList
      items={[
        [
          'State',
          <span class="row">
            <TaskStatusBadge status={task.status} />
            <AttestationBadge attested={task.attested} />
          </span>,
        ],
        [
          'Duration',
          task.execution_time_ms === undefined ? undefined : formatElapsed(task.execution_time_ms),
        ],
        [
          'Task',
          <span class="row">
            <Id value={task.task_id} label="task" />
            <a
              href={pageUrl(
                'tasks',
                {},
                { workspace: workspace_id, agent: task.agent.svc_id, task: task.task_id },
              )}
            >
              View in task history
            </a>
          </span>,
        ],
      ]}
    />
    {task.error && (
      <p class="error-notice">
        <code>{task.error.code}</code> {task.error.message}
      </p>
    )}
    {task.result !== undefined && (
      <CodeBlock text={JSON.stringify(task.result, null, 2)} label="result of the task" />
    )}
  </div>
)
