import type { ComponentChildren } from 'preact'
import type { Dispute } from '../../api/disputes.ts'
import { Badge } from '../../parts/badge.tsx'
import { CodeBlock, Id } from '../../parts/text/copyable.tsx'
import { DescriptionList, Panel } from '../../parts/layout/page.tsx'
import { Time } from '../../parts/text/time.tsx'
import { visibleText } from '../../parts/text/visible.ts'
import { pageUrl } from '../../urls.ts'

interface Props {
  readonly dispute: Dispute
  readonly reporter: string
  /** Replaces the link to the agent, if the viewer may not have access to its page. */
  readonly agent?: ComponentChildren
}

/** Shows a report and its evidence. */
export const Evidence = ({
  dispute: { dispute_id, svc_id, description, evidence, opened_at },
  reporter,
  agent,
}: Props) => (
  <Panel title="Report">
    <p class="quoted-text">{visibleText(description)}</p>
    <DescriptionList
      items={[
        [
          'Agent',
          agent ?? (
            <a href={pageUrl('agent', { svc_id })}>
              <code>{svc_id}</code>
            </a>
          ),
        ],
        ['Reported by', reporter],
        ['Reported', <Time at={opened_at} format="exact" />],
        [
          'Task',
          evidence.task_id === undefined ? undefined : (
            <TaskEvidence task_id={evidence.task_id} on_record={evidence.task_on_record} />
          ),
        ],
        ['Dispute', <Id value={dispute_id} label="dispute" />],
      ]}
    />
    {evidence.logs !== undefined && (
      <div class="stack">
        <h3>Logs</h3>
        <CodeBlock label="Logs" text={evidence.logs} />
      </div>
    )}
  </Panel>
)

const TaskEvidence = ({ task_id, on_record }: { task_id: string; on_record: boolean }) => (
  <span class="row">
    <Id value={task_id} label="task" />
    <Badge tone={on_record ? 'good' : 'idle'}>{on_record ? 'on record' : 'not on record'}</Badge>
  </span>
)
