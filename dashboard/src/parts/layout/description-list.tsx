import type { ComponentChildren } from 'preact'

/** Lists names with values: `<DescriptionList items={[['Version', agent.version]]} />`. Missing values are shown as such. */
export const DescriptionList = ({
  items,
}: {
  items: readonly (readonly [name: string, value: ComponentChildren])[]
}) => (
  <dl class="facts">
    {items.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value ?? <span class="muted">not set</span>}</dd>
      </div>
    ))}
  </dl>
)
