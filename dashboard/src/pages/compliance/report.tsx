import { useMarkdown, useReport, type Report, type Wanted } from '../../api/compliance.ts'
import { Asked } from '../../parts/asked.tsx'
import { Button } from '../../parts/button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Hash } from '../../parts/hash.tsx'
import { Id } from '../../parts/id.tsx'
import { Panel } from '../../parts/panel.tsx'
import { save } from '../../parts/save.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Time } from '../../parts/time.tsx'
import { say } from '../../shell/toasts.tsx'
import { to } from '../../to.ts'
import { EvidenceList } from './evidence.tsx'
import { FrameworkList } from './frameworks.tsx'

const OUTSIDE_HASH = ['hash', 'signing_key_id', 'signature']

/** The report, with ways to keep it. */
export function ShownReport({ wanted }: { wanted: Wanted }) {
  const report = useReport(wanted)
  return (
    <Asked query={report} as={<Skeleton of="rows" lines={12} />}>
      {(known) => (
        <Known
          report={known}
          wanted={wanted}
          onAgain={() => void report.refetch()}
          again={report.isFetching}
        />
      )}
    </Asked>
  )
}

function Known({
  report,
  wanted,
  again,
  onAgain,
}: {
  report: Report
  wanted: Wanted
  again: boolean
  onAgain: () => void
}) {
  const markdown = useMarkdown()
  const name = `compliance-${report.agent.name.replace(/[^a-z0-9]+/gi, '-').toLowerCase()}-${report.generated_at.slice(0, 10)}`
  const keepMarkdown = () =>
    markdown.mutate(wanted, {
      onSuccess: (text) => save(`${name}.md`, 'text/markdown', String(text)),
      onError: ({ message }) => say(message, 'bad'),
    })
  const actions = (
    <>
      <Button pending={again} onClick={onAgain}>
        Make a new one
      </Button>
      <Button
        onClick={() => save(`${name}.json`, 'application/json', JSON.stringify(report, null, 2))}
      >
        Download JSON
      </Button>
      <Button pending={markdown.isPending} onClick={keepMarkdown}>
        Download Markdown
      </Button>
    </>
  )
  return (
    <>
      <Panel
        title={`${report.agent.name} ${report.agent.version} in ${report.workspace_name}`}
        actions={actions}
      >
        <p class="statement">{report.statement}</p>
        <Facts
          of={[
            ['Made', <Time key="made" at={report.generated_at} as="exact" />],
            [
              'Period',
              <span key="window">
                <Time at={report.window.from} as="day" /> to <Time at={report.window.to} as="day" />
              </span>,
            ],
            ['Hash', <Hash key="hash" of={report} leftOut={OUTSIDE_HASH} />],
            ['Signed by', <Id key="key" value={report.signing_key_id} of="key id" />],
            [
              'Audit chain',
              report.chain.sequence === 0 ? (
                'no record yet'
              ) : (
                <a key="chain" href={to('audit', {}, { record: report.chain.sequence })}>
                  up to number {report.chain.sequence}
                </a>
              ),
            ],
          ]}
        />
      </Panel>
      <FrameworkList frameworks={report.frameworks} />
      <EvidenceList evidence={report.evidence} />
    </>
  )
}
