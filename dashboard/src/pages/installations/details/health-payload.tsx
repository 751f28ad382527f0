import type { Installation } from '../../../api/installations.ts'
import { DescriptionList } from '../../../parts/layout/description-list.tsx'
import { Panel } from '../../../parts/layout/panel.tsx'
import { HighlightChange } from '../../../parts/feedback/highlight-change.tsx'

/** Formats a name for people: `queue_depth` as `queue depth`. */
const readableName = (name: string) => name.replaceAll('_', ' ')
const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Returns the items of a free-form object. Nested values are shown as JSON. */
export const itemsOf = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(
    ([name, value]) =>
      [
        readableName(name),
        isScalar(value) ? (
          <HighlightChange value={String(value)}>{String(value)}</HighlightChange>
        ) : (
          <pre class="json" tabIndex={0} aria-label={readableName(name)}>
            {JSON.stringify(value, null, 2)}
          </pre>
        ),
      ] as const,
  )

/** Shows the measurements of the latest heartbeat. */
export function HealthPayload({
  installation: { health_payload = {} },
}: {
  installation: Installation
}) {
  const items = itemsOf(health_payload)
  return (
    <Panel title="Health payload">
      {items.length === 0 ? (
        <p class="muted">The heartbeats contain no measurements.</p>
      ) : (
        <DescriptionList items={items} />
      )}
    </Panel>
  )
}
