import { useChainCheck, type ChainCheck } from '../../api/chain.ts'
import { Button } from '../../parts/button.tsx'
import { numeral } from '../../parts/numbers.ts'
import { Panel } from '../../parts/panel.tsx'
import { Found } from './chain-found.tsx'

/** Verifies the chain from the page, step by step. */
export function Chain({
  organization_id,
  hrefOf,
}: {
  organization_id: string
  hrefOf: (sequence: number) => string
}) {
  const { check, start, stop } = useChainCheck(organization_id)
  const running = check.kind === 'running'
  const action = running ? (
    <Button onClick={stop}>Stop</Button>
  ) : (
    <Button onClick={() => void start()}>
      {check.kind === 'idle' ? 'Verify chain' : 'Verify again'}
    </Button>
  )
  return (
    <Panel
      title="Chain"
      note="Every hash is recomputed, from the first record that is kept to the newest."
      actions={action}
    >
      {check.kind !== 'idle' && (
        <div role="status">
          {running ? (
            <Running check={check} />
          ) : (
            <Found check={check} hrefOf={hrefOf} retry={() => void start()} />
          )}
        </div>
      )}
    </Panel>
  )
}

const Running = ({ check: { records, step } }: { check: ChainCheck & { kind: 'running' } }) => (
  <div class="checking">
    <progress
      max={step?.newest_sequence ?? 1}
      value={step?.last_sequence ?? 0}
      aria-label="Verified"
    />
    <span class="muted">
      {numeral(records)}
      {step && ` of about ${numeral(step.newest_sequence)}`} records verified
    </span>
  </div>
)
