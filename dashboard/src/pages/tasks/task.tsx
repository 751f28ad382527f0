import type { Task } from '../../api/tasks.ts'
import { Attested } from '../../parts/attested.tsx'
import { ButtonLink } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { took } from '../../parts/moments.ts'
import { TaskStatus } from '../../parts/task-status.tsx'
import { Time } from '../../parts/time.tsx'
import { to } from '../../to.ts'
import { credentialOf } from './requested-by.tsx'

/** One task in full, and a way to report it. */
export const TaskDialog = ({
  task: {
    task_id,
    skill,
    requester_id,
    requester,
    agent,
    attested,
    status,
    execution_time_ms,
    error,
    created_at,
    finished_at,
  },
  onClose,
}: {
  task: Task
  onClose: () => void
}) => (
  <Dialog title="Task" open onClose={onClose} wide>
    <div class="dialog-body">
      {error && (
        <p class="refusal">
          <code>{error.code}</code> {error.message}
        </p>
      )}
      <Facts
        of={[
          ['State', <TaskStatus key="state" status={status} />],
          ['Task', <Id key="task" value={task_id} of="task" whole />],
          ['Skill', <code key="skill">{skill}</code>],
          [
            'Agent',
            agent && (
              <a key="agent" href={to('agent', { svc_id: agent.svc_id })}>
                <code>{agent.svc_id}</code>
              </a>
            ),
          ],
          [
            'Installation',
            agent && (
              <a
                key="installation"
                href={to('installation', { installation_id: agent.installation_id })}
              >
                <code>{agent.installation_id}</code>
              </a>
            ),
          ],
          ...(agent ? [['Agent’s key', <Key key="attested" attested={attested} />] as const] : []),
          [
            'Requested for',
            requester_id === undefined ? undefined : (
              <Id key="requester" value={requester_id} of="requester" />
            ),
          ],
          [
            'Requested by',
            requester && <Id key="by" value={credentialOf(requester)} of="credential" />,
          ],
          ['Acting for', requester?.acting_for ?? 'nobody else'],
          ['Routed', <Time key="routed" at={created_at} as="exact" />],
          ['Finished', <Time key="finished" at={finished_at} as="exact" never="not yet" />],
          ['Took', execution_time_ms === undefined ? undefined : took(execution_time_ms)],
        ]}
      />
    </div>
    <div class="dialog-foot">
      <ButtonLink href={to('audit', {}, { q: task_id })}>In the audit log</ButtonLink>
      {agent && (
        <ButtonLink
          look="primary"
          href={to('disputes', {}, { report: agent.svc_id, task: task_id })}
        >
          Report this task
        </ButtonLink>
      )}
    </div>
  </Dialog>
)

/** What the agent's key has said of the installation that took the task. */
const Key = ({ attested }: { attested: boolean }) => (
  <span class="stack">
    <span>
      <Attested attested={attested} />
    </span>
    <span class="muted small">
      {attested
        ? 'When this task ended, the installation had answered a task with the agent’s own key, this one or an earlier one.'
        : 'When this task ended, the installation had never answered with the agent’s own key, so another program may have answered.'}
    </span>
  </span>
)
