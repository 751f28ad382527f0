import type { Framework } from '../../api/compliance.ts'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { useIsWide } from '../../parts/layout/width.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'

type Control = Framework['controls'][number]

const COLUMNS: readonly Column<Control>[] = [
  {
    name: 'Control',
    lead: true,
    cell: ({ id, title }) => (
      <span class="control">
        <code>{id}</code>
        <span>{title}</span>
      </span>
    ),
  },
  { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    name: 'Evidence',
    cell: ({ evidence }) => (
      <ul class="reasons">
        {evidence.map(({ id, reason }) => (
          <li key={id}>
            <a href={`#evidence-${id}`}>{id.replaceAll('_', ' ')}</a>: {reason}
          </li>
        ))}
      </ul>
    ),
  },
]

/** Lists frameworks with their controls. On a wide screen the first one is open. */
export function FrameworkList({ frameworks }: { frameworks: readonly Framework[] }) {
  const wide = useIsWide()
  return (
    <section class="stack" aria-label="Frameworks">
      <h2>Frameworks</h2>
      {frameworks.map((framework, index) => (
        <FrameworkDetails
          key={framework.id}
          framework={framework}
          open={frameworks.length === 1 || (wide && index === 0)}
        />
      ))}
    </section>
  )
}

const FrameworkDetails = ({
  framework: { id, title = id, edition, applicable_from, status, controls },
  open,
}: {
  framework: Framework
  open: boolean
}) => (
  <details class="framework sheet" open={open}>
    <summary>
      <strong>{title}</strong>
      <span class="muted">{edition}</span>
      <StatusBadge status={status} />
      <span class="muted tail">{statusCounts(controls)}</span>
    </summary>
    {applicable_from !== undefined && (
      <p class="muted aside">
        Most obligations apply from {applicable_from}; check which of them apply to you.
      </p>
    )}
    {controls.length > 0 && (
      <Table label={title} rows={controls} columns={COLUMNS} keyOf={(control) => control.id} />
    )}
  </details>
)

function statusCounts(controls: readonly Control[]): string {
  const counts = new Map<string, number>()
  for (const { status } of controls) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} ${statusTitle(status)}`).join(', ')
}

/** Titles of the known frameworks. */
export const FRAMEWORK_TITLES: Readonly<Record<string, string>> = {
  soc2: 'SOC 2',
  iso27001: 'ISO/IEC 27001',
  iso42001: 'ISO/IEC 42001',
  hipaa: 'HIPAA',
  gdpr: 'GDPR',
  eu_ai_act: 'EU AI Act',
  nist_ai_rmf: 'NIST AI RMF',
}

const STATUSES: Readonly<Record<string, { readonly title: string; readonly tone: Tone }>> = {
  satisfied: { title: 'satisfied', tone: 'good' },
  partially_satisfied: { title: 'partially satisfied', tone: 'warn' },
  not_satisfied: { title: 'not satisfied', tone: 'bad' },
  not_applicable: { title: 'not applicable', tone: 'idle' },
  insufficient_evidence: { title: 'insufficient evidence', tone: 'info' },
  unsupported: { title: 'not supported', tone: 'idle' },
}

/** Returns the title of a status. Statuses that this client does not know are shown by name. */
const statusTitle = (status: string): string =>
  STATUSES[status]?.title ?? status.replaceAll('_', ' ')
export const StatusBadge = ({ status }: { status: string }) => (
  <Badge tone={STATUSES[status]?.tone ?? 'idle'}>{statusTitle(status)}</Badge>
)
