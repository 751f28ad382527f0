import type { ComponentChildren } from 'preact'
import type { Evidence } from '../../api/compliance.ts'
import { DescriptionList } from '../../parts/layout/page.tsx'
import { EventName } from '../../entities/event-name.tsx'
import { Id } from '../../parts/text/copyable.tsx'
import { Time } from '../../parts/text/time.tsx'
import { usePermission } from '../../shell/current-user.tsx'
import { pageUrl } from '../../urls.ts'
import { StatusBadge } from './frameworks.tsx'

/** Shows all evidence for the controls in full. */
export const EvidenceList = ({ evidence }: { evidence: readonly Evidence[] }) => (
  <section class="stack" aria-label="Evidence">
    <h2>Evidence</h2>
    <div class="evidence">
      {evidence.map((item) => (
        <EvidenceItem key={item.id} evidence={item} />
      ))}
    </div>
  </section>
)

const EvidenceItem = ({
  evidence: { id, title, status, reason, facts, records, truncated },
}: {
  evidence: Evidence
}) => (
  <article class="panel" id={`evidence-${id}`} tabIndex={-1} aria-label={title}>
    <div class="panel-head">
      <h3>{title}</h3>
      <div class="actions">
        <StatusBadge status={status} />
      </div>
    </div>
    <p>{reason}</p>
    {facts.length > 0 && (
      <DescriptionList
        items={facts.map(({ name, value }) => [name, <Value key={name} text={value} />] as const)}
      />
    )}
    {records.length > 0 && (
      <details class="more record-list">
        <summary>
          {records.length === 1 ? '1 audit record' : `${records.length} audit records`}
        </summary>
        <ul>
          {records.map(({ sequence, event_type, occurred_at }) => (
            <li key={sequence}>
              <AuditRecordLink sequence={sequence}>{sequence}</AuditRecordLink>{' '}
              <EventName type={event_type} />{' '}
              <span class="muted">
                <Time at={occurred_at} />
              </span>
            </li>
          ))}
        </ul>
      </details>
    )}
    {truncated && <p class="muted small">Only part of what is on record was assessed.</p>}
  </article>
)

/** Links to an audit record, if the role of the user permits reading it. */
export const AuditRecordLink = ({
  sequence,
  children,
}: {
  sequence: number
  children: ComponentChildren
}) =>
  usePermission('audit:read') ? (
    <a href={pageUrl('audit', {}, { record: sequence })}>{children}</a>
  ) : (
    <>{children}</>
  )

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const IDENTIFIER = /^\S{20,}$/

/** Shows a fact: timestamps in the time zone of the user, identifiers with a button to copy them. */
function Value({ text }: { text: string }) {
  if (TIMESTAMP.test(text)) return <Time at={text} format="exact" />
  return IDENTIFIER.test(text) ? <Id value={text} label="value" /> : <>{text}</>
}
