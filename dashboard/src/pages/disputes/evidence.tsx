import type { ComponentChildren } from 'preact'
import type { Dispute } from '../../api/disputes.ts'
import { Badge } from '../../parts/badge.tsx'
import { Code } from '../../parts/code.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Time } from '../../parts/time.tsx'
import { to } from '../../to.ts'

interface Props {
  readonly dispute: Dispute
  readonly reporter: string
  /** The agent, where the reader may have no page of it. */
  readonly agent?: ComponentChildren
}

/** What is reported, and what it rests on. */
export const Evidence = ({
  dispute: { dispute_id, svc_id, description, evidence, opened_at },
  reporter,
  agent,
}: Props) => (
  <Panel title="Report">
    <p class="said">{description}</p>
    <Facts
      of={[
        [
          'Agent',
          agent ?? (
            <a key="agent" href={to('agent', { svc_id })}>
              <code>{svc_id}</code>
            </a>
          ),
        ],
        ['Reported by', reporter],
        ['Reported', <Time key="opened" at={opened_at} as="exact" />],
        [
          'Task',
          evidence.task_id === undefined ? undefined : (
            <TaskEvidence
              key="task"
              task_id={evidence.task_id}
              on_record={evidence.task_on_record}
            />
          ),
        ],
        ['Dispute', <Id key="id" value={dispute_id} of="dispute" />],
      ]}
    />
    {evidence.logs !== undefined && (
      <div class="stack">
        <h3>Logs</h3>
        <Code of="Logs" text={evidence.logs} />
      </div>
    )}
  </Panel>
)

const TaskEvidence = ({ task_id, on_record }: { task_id: string; on_record: boolean }) => (
  <span class="row">
    <Id value={task_id} of="task" />
    <Badge tone={on_record ? 'good' : 'idle'}>{on_record ? 'on record' : 'not on record'}</Badge>
  </span>
)
