import { useChainVerification, type ChainVerification } from '../../api/audit-chain.ts'
import { Button } from '../../parts/forms/button.tsx'
import { formatNumber } from '../../parts/text/numbers.ts'
import { Panel } from '../../parts/layout/panel.tsx'
import { ChainResult } from './chain-result.tsx'

/** Verifies the chain in batches and shows the progress. */
export function ChainPanel({
  organization_id,
  hrefOf,
}: {
  organization_id: string
  hrefOf: (sequence: number) => string
}) {
  const { verification, start, stop } = useChainVerification(organization_id)
  const running = verification.kind === 'running'
  const action = running ? (
    <Button onClick={stop}>Stop</Button>
  ) : (
    <Button onClick={() => void start()}>
      {verification.kind === 'idle' ? 'Verify chain' : 'Verify again'}
    </Button>
  )
  return (
    <Panel
      title="Chain"
      note="Recomputes every hash from the oldest stored record to the newest."
      actions={action}
    >
      {verification.kind !== 'idle' && (
        <div role="status">
          {running ? (
            <ChainProgress verification={verification} />
          ) : (
            <ChainResult verification={verification} hrefOf={hrefOf} retry={() => void start()} />
          )}
        </div>
      )}
    </Panel>
  )
}

const ChainProgress = ({
  verification: { records, step },
}: {
  verification: ChainVerification & { kind: 'running' }
}) => (
  <div class="checking">
    <progress
      max={step?.newest_sequence ?? 1}
      value={step?.last_sequence ?? 0}
      aria-label="Verified"
    />
    <span class="muted">
      {formatNumber(records)}
      {step && ` of about ${formatNumber(step.newest_sequence)}`} records verified
    </span>
  </div>
)
