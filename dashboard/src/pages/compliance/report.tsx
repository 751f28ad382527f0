import {
  useReportMarkdown,
  useReport,
  type Report,
  type ReportRequest,
} from '../../api/compliance.ts'
import { QueryBoundary, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { DescriptionList, Panel } from '../../parts/layout/page.tsx'
import { Hash } from '../../parts/text/hash.tsx'
import { Id, downloadText } from '../../parts/text/copyable.tsx'
import { Time } from '../../parts/text/time.tsx'
import { toast } from '../../parts/feedback/toasts.tsx'
import { AuditRecordLink, EvidenceList } from './evidence.tsx'
import { FrameworkList } from './frameworks.tsx'
import { agentTitle, visibleName } from '../../parts/text/visible.ts'

const NOT_HASHED = ['hash', 'signing_key_id', 'signature']

/** Shows a report and offers it for download. */
export function ReportView({ request }: { request: ReportRequest }) {
  const report = useReport(request)
  return (
    <QueryBoundary query={report} fallback={<Skeleton variant="rows" lines={12} />}>
      {(data) => (
        <ReportDetails
          report={data}
          request={request}
          onRefresh={() => void report.refetch()}
          refreshing={report.isFetching}
        />
      )}
    </QueryBoundary>
  )
}

interface ReportProps {
  readonly report: Report
  readonly request: ReportRequest
  readonly refreshing: boolean
  readonly onRefresh: () => void
}

function ReportDetails(props: ReportProps) {
  const { report } = props
  return (
    <>
      <Panel
        title={`${agentTitle(report.agent)} in ${visibleName(report.workspace_name)}`}
        actions={<ReportActions {...props} />}
      >
        <p class="statement">{report.statement}</p>
        <ReportFields report={report} />
      </Panel>
      <FrameworkList frameworks={report.frameworks} />
      <EvidenceList evidence={report.evidence} />
    </>
  )
}

function ReportActions({ report, request, refreshing, onRefresh }: ReportProps) {
  const markdown = useReportMarkdown()
  const name = `compliance-${report.agent.name.replace(/[^a-z0-9]+/gi, '-').toLowerCase()}-${report.generated_at.slice(0, 10)}`
  const downloadMarkdown = () =>
    markdown.mutate(request, {
      onSuccess: (text) => downloadText(`${name}.md`, 'text/markdown', String(text)),
      onError: ({ message }) => toast(message, 'bad'),
    })
  return (
    <>
      <Button pending={refreshing} onClick={onRefresh}>
        Create new report
      </Button>
      <Button
        onClick={() =>
          downloadText(`${name}.json`, 'application/json', JSON.stringify(report, null, 2))
        }
      >
        Download JSON
      </Button>
      <Button pending={markdown.isPending} onClick={downloadMarkdown}>
        Download Markdown
      </Button>
    </>
  )
}

const ReportFields = ({ report }: { report: Report }) => (
  <DescriptionList
    items={[
      ['Created', <Time at={report.generated_at} format="exact" />],
      [
        'Period',
        <span>
          <Time at={report.window.from} format="day" /> to{' '}
          <Time at={report.window.to} format="day" />
        </span>,
      ],
      ['Hash', <Hash record={report} excluded={NOT_HASHED} />],
      ['Signing key', <Id value={report.signing_key_id} label="key id" />],
      [
        'Audit chain',
        report.chain.sequence === 0 ? (
          'no records yet'
        ) : (
          <AuditRecordLink sequence={report.chain.sequence}>
            up to record {report.chain.sequence}
          </AuditRecordLink>
        ),
      ],
    ]}
  />
)
