import type { ComponentChildren } from 'preact'

/** Names with their values: `<Facts of={[['Version', agent.version], ['Publisher', agent.publisher]]} />`. Missing values say so. */
export const DescriptionList = ({
  items,
}: {
  items: readonly (readonly [name: string, value: ComponentChildren])[]
}) => (
  <dl class="facts">
    {items.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value ?? <span class="muted">not given</span>}</dd>
      </div>
    ))}
  </dl>
)
