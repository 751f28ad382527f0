import type { ComponentChildren } from 'preact'
import type { Agent } from '../../api/agents.ts'
import { useLogFinding, type LogFinding } from '../../api/transparency.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { QueryBoundary, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { DescriptionList, Panel } from '../../parts/layout/page.tsx'
import { CodeBlock } from '../../parts/text/copyable.tsx'
import { formatNumber } from '../../parts/text/format.ts'
import { Time } from '../../parts/text/time.tsx'

/** Shows the last entry of the transparency log about an agent. The browser verifies its proof. */
export function TransparencyPanel({ agent }: { agent: Agent }) {
  const finding = useLogFinding(agent)
  return (
    <Panel
      title="Transparency log"
      note="Anyone can read the log, and nothing can be removed from it. Your browser verifies the proof itself."
    >
      <QueryBoundary query={finding} fallback={<Skeleton lines={3} />}>
        {(data) => <Finding finding={data} />}
      </QueryBoundary>
    </Panel>
  )
}

function Finding({ finding }: { finding: LogFinding }) {
  switch (finding.kind) {
    case 'not_logged':
      return (
        <Verdict tone="warn" label="not logged">
          The log says nothing about this agent yet. It was registered before the log began.
        </Verdict>
      )
    case 'pending':
      return (
        <Verdict tone="idle" label="pending">
          The entry has not been added to the log yet. This takes a few seconds.
        </Verdict>
      )
    case 'proved':
      return (
        <div class="stack">
          <Verdict tone="good" label="proved">
            The log contains this entry about the agent and its key.
          </Verdict>
          <DescriptionList
            items={[
              ['Entry', <code>{finding.type}</code>],
              ['Time', <Time at={finding.at} format="exact" />],
              [
                'Position',
                `entry ${formatNumber(finding.index)} of ${formatNumber(finding.size)} (counted from zero)`,
              ],
            ]}
          />
          <Evidence log={finding.log} />
        </div>
      )
    case 'not_proved':
      return (
        <div class="stack">
          <Verdict tone="bad" label="not proved">
            {finding.reason} Do not rely on this registration. Keep the entry and the proof, and ask
            the operator of the registry about them.
          </Verdict>
          <Evidence log={finding.log} />
        </div>
      )
    case 'cannot_check':
      return (
        <div class="stack">
          <Verdict tone="warn" label="not verified">
            This browser cannot verify Ed25519 signatures on this page. Open the page over HTTPS in
            a current browser, or verify the proof with verifyLoggedRegistration from the agent
            library.
          </Verdict>
          <Evidence log={finding.log} />
        </div>
      )
  }
}

const Verdict = ({
  tone,
  label,
  children,
}: {
  tone: Tone
  label: string
  children: ComponentChildren
}) => (
  <p class="row" role="status">
    <Badge tone={tone}>{label}</Badge>
    <span>{children}</span>
  </p>
)

const Evidence = ({
  log: { entry, proof },
}: {
  log: { readonly entry: string; readonly proof?: string | undefined }
}) => (
  <details class="more">
    <summary>Entry and proof</summary>
    <div class="stack">
      <CodeBlock text={entry} label="log entry" />
      {proof !== undefined && <CodeBlock text={proof} label="log proof" />}
    </div>
  </details>
)
