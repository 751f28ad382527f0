import type { Installation } from '../../api/fleet.ts'
import { Facts } from '../../parts/facts.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Changed } from './changed.tsx'

/** Names an agent gave are read as words: `queue_depth` as `queue depth`. */
const worded = (name: string) => name.replaceAll('_', ' ')
const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Free-form facts as names with values; what is nested is shown as JSON. */
export const factsOf = (facts: Readonly<Record<string, unknown>>) =>
  Object.entries(facts).map(
    ([name, value]) =>
      [
        worded(name),
        isPlain(value) ? (
          <Changed of={String(value)}>{String(value)}</Changed>
        ) : (
          <pre class="json" tabIndex={0} aria-label={worded(name)}>
            {JSON.stringify(value, null, 2)}
          </pre>
        ),
      ] as const,
  )

/** What the agent measured about itself, as its latest heartbeat had it. */
export function Measurements({ of: { health_payload = {} } }: { of: Installation }) {
  const facts = factsOf(health_payload)
  return (
    <Panel title="Health payload">
      {facts.length === 0 ? (
        <p class="muted">No heartbeat carried measurements.</p>
      ) : (
        <Facts of={facts} />
      )}
    </Panel>
  )
}
