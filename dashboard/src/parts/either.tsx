import './either.css'

interface Side {
  readonly title: string
  readonly href: string
  readonly current: boolean
}

/** Two or three views of one list, each with an address. */
export const Either = ({ label, of }: { label: string; of: readonly Side[] }) => (
  <nav class="either" aria-label={label}>
    <ul>
      {of.map(({ title, href, current }) => (
        <li key={href}>
          <a href={href} aria-current={current ? 'true' : undefined}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
