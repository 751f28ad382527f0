import './segmented-control.css'

interface Segment {
  readonly title: string
  readonly href: string
  readonly current: boolean
}

/** Links to the views of one list, each with its own address. */
export const SegmentedControl = ({
  label,
  options,
}: {
  label: string
  options: readonly Segment[]
}) => (
  <nav class="segmented-control" aria-label={label}>
    <ul>
      {options.map(({ title, href, current }) => (
        <li key={href}>
          <a href={href} aria-current={current ? 'true' : undefined}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
