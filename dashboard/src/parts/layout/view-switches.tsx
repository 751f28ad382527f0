import { useLocation } from 'preact-iso'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../forms/button.tsx'

interface Tab {
  readonly title: string
  readonly href: string
}

/** Links to related pages, each with its own URL. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { path } = useLocation()
  const bar = useRef<HTMLElement>(null)
  useEffect(
    () =>
      bar.current
        ?.querySelector('[aria-current]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    [path],
  )
  return (
    <nav ref={bar} class="tabs" aria-label={label}>
      <ul>
        {tabs.map(({ title, href }) => (
          <li key={href}>
            <a href={href} aria-current={path === href.split('?')[0] ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface Segment {
  readonly title: string
  readonly href: string
  readonly current: boolean
  readonly count?: string
}

/** Links to the views of one list, each with its own URL. */
export const SegmentedControl = ({
  label,
  look = 'segmented-control',
  options,
}: {
  label: string
  look?: 'segmented-control' | 'views'
  options: readonly Segment[]
}) => (
  <nav class={look} aria-label={label}>
    <ul>
      {options.map(({ title, href, current, count }) => (
        <li key={href}>
          <a href={href} aria-current={current ? 'true' : undefined}>
            {title} {count !== undefined && <span class="count">{count}</span>}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

interface ToggleOption<Value extends string> {
  readonly value: Value
  readonly title: string
  readonly disabled?: boolean
}
interface ToggleGroupProps<Value extends string> {
  readonly label: string
  readonly options: readonly ToggleOption<Value>[]
  readonly selected: Value
  readonly onSelect: (value: Value) => void
}

/** Switches between views of the same content. Views with their own URL use `SegmentedControl`. */
export const ToggleGroup = <Value extends string>({
  label,
  options,
  selected,
  onSelect,
}: ToggleGroupProps<Value>) => (
  <div class="toggle-group" role="group" aria-label={label}>
    {options.map(({ value, title, disabled }) => (
      <Button
        key={value}
        aria-pressed={value === selected}
        disabled={disabled}
        onClick={() => onSelect(value)}
      >
        {title}
      </Button>
    ))}
  </div>
)
