import type { Task } from '../../api/tasks.ts'
import { AttestationBadge, TaskStatusBadge } from '../../entities/status-badges.tsx'
import { ButtonLink } from '../../parts/forms/button.tsx'
import { Dialog } from '../../parts/feedback/dialog.tsx'
import { DescriptionList } from '../../parts/layout/page.tsx'
import { Id } from '../../parts/text/copyable.tsx'
import { formatElapsed } from '../../parts/text/format.ts'
import { Time } from '../../parts/text/time.tsx'
import { useOrganization, usePermission } from '../../shell/current-user.tsx'
import { pageUrl } from '../../urls.ts'
import { NamedEntity } from '../../entities/named-entity.tsx'
import { Credential } from './task-list.tsx'

/** Shows one task in full, with links to its audit records and to a report form. */
export const TaskDialog = ({ task, onClose }: { task: Task; onClose: () => void }) => (
  <Dialog title="Task" open onClose={onClose} wide>
    <div class="dialog-body">
      {task.error && (
        <p class="error-notice">
          <code>{task.error.code}</code> {task.error.message}
        </p>
      )}
      <TaskFields task={task} />
    </div>
    <div class="dialog-foot">
      {usePermission('audit:read') && (
        <ButtonLink href={pageUrl('audit', {}, { q: task.task_id })}>View in audit log</ButtonLink>
      )}
      {usePermission('disputes:write') && task.agent && (
        <ButtonLink
          variant="primary"
          href={pageUrl('disputes', {}, { report: task.agent.svc_id, task: task.task_id })}
        >
          Report this task
        </ButtonLink>
      )}
    </div>
  </Dialog>
)

const TaskFields = ({
  task: {
    task_id,
    skill,
    requester_id,
    requester,
    agent,
    attested,
    status,
    execution_time_ms,
    created_at,
    finished_at,
  },
}: {
  task: Task
}) => (
  <DescriptionList
    items={[
      ['State', <TaskStatusBadge status={status} />],
      ['Task', <Id value={task_id} label="task" full />],
      ['Skill', <code>{skill}</code>],
      ['Agent', agent && <NamedEntity type="agent" id={agent.svc_id} />],
      ['Installation', agent && <NamedEntity type="installation" id={agent.installation_id} />],
      agent !== undefined && ['Attestation', <AttestationDetails attested={attested} />],
      ['Requested for', requester_id === undefined ? undefined : <Requester id={requester_id} />],
      ['Requested by', requester && <Credential requester={requester} />],
      ['On behalf of', requester?.acting_for ?? 'nobody else'],
      ['Routed', <Time at={created_at} format="exact" />],
      ['Finished', <Time at={finished_at} format="exact" missing="not yet" />],
      ['Duration', execution_time_ms === undefined ? undefined : formatElapsed(execution_time_ms)],
    ]}
  />
)

/** Shows for whom a task was routed: the organization, or another requester that the client named. */
const Requester = ({ id }: { id: string }) =>
  id === useOrganization().organization_id ? (
    <NamedEntity type="organization" id={id} />
  ) : (
    <Id value={id} label="requester" />
  )

/** Explains whether the installation had signed an answer with the agent’s key when the task ended. */
const AttestationDetails = ({ attested }: { attested: boolean }) => (
  <span class="stack">
    <span>
      <AttestationBadge attested={attested} />
    </span>
    <span class="muted small">
      {attested
        ? 'By the end of this task, the installation had signed the answer to this or an earlier task with the agent’s key.'
        : 'By the end of this task, the installation had never signed an answer with the agent’s key, so a different program may have answered.'}
    </span>
  </span>
)
