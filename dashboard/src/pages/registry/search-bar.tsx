import { ORDERS, type Counts, type Search } from '../../api/registry.ts'
import { Icon } from '../../parts/icon.tsx'
import { numeral } from '../../parts/numbers.ts'
import { useTyped } from '../../parts/typed.ts'

const TITLES = { name: 'Name', reputation: 'Best reputation', registered: 'Newest' }

interface Props {
  readonly search: Search
  readonly counts: Counts | undefined
  readonly busy: boolean
  readonly change: (change: Partial<Search>) => void
  readonly onEnter: () => void
}

/** Search as you type; the arrow down, or Enter, goes on in the list. */
export function SearchBar({ search, counts, busy, change, onEnter }: Props) {
  const [text, setText] = useTyped(search.q, (q) => change({ q }))
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setText('')
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    onEnter()
  }
  return (
    <div class="search-bar">
      <label class="search">
        <span class="hidden">Search agents by name</span>
        <Icon name="search" />
        <input
          type="search"
          name="q"
          maxLength={200}
          placeholder="Search by name"
          value={text}
          autoComplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKey}
        />
        <kbd aria-hidden="true">/</kbd>
      </label>
      <label class="sort">
        <span class="muted">Sort by</span>
        <select
          value={search.sort}
          onChange={({ currentTarget }) =>
            change({ sort: ORDERS.find((order) => order === currentTarget.value) })
          }
        >
          {ORDERS.map((order) => (
            <option key={order} value={order}>
              {TITLES[order]}
            </option>
          ))}
        </select>
      </label>
      <p class="found" role="status" aria-busy={busy}>
        {counts ? saying(counts) : '\u00a0'}
      </p>
    </div>
  )
}

const saying = ({ total, counted }: Counts): string =>
  `${counted === 'exact' ? '' : 'at least '}${numeral(total)} ${total === 1 ? 'agent' : 'agents'}`
