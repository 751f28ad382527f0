import { SORT_ORDERS, type SearchCounts, type AgentSearch } from '../../api/registry.ts'
import { Icon } from '../../parts/layout/icon.tsx'
import { formatNumber } from '../../parts/text/format.ts'
import { useDebouncedText } from '../../parts/forms/filters.tsx'
import type { SearchChange } from './search-state.ts'

const ORDER_TITLES = {
  relevance: 'Relevance',
  name: 'Name',
  reputation: 'Highest reputation',
  registered: 'Newest',
}

interface SearchBarProps {
  readonly search: AgentSearch
  readonly counts: SearchCounts | undefined
  readonly busy: boolean
  readonly change: (change: SearchChange) => void
  readonly onEnter: () => void
}

/** Searches while the user types. Arrow down or Enter moves to the list. */
export function SearchBar({ search, counts, busy, change, onEnter }: SearchBarProps) {
  const [text, setText] = useDebouncedText(search.q, (q) => change({ q }))
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setText('')
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    onEnter()
  }
  const orders = SORT_ORDERS.filter((order) => order !== 'relevance' || search.q !== '')
  return (
    <div class="search-bar">
      <label class="search">
        <span class="visually-hidden">Search agents</span>
        <Icon name="search" />
        <input
          type="search"
          name="q"
          maxLength={200}
          placeholder="Name, skill, publisher, or what it does"
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
            change({ sort: SORT_ORDERS.find((order) => order === currentTarget.value) })
          }
        >
          {orders.map((order) => (
            <option key={order} value={order}>
              {ORDER_TITLES[order]}
            </option>
          ))}
        </select>
      </label>
      <p class="found" role="status" aria-busy={busy}>
        {counts ? totalText(counts) : '\u00a0'}
      </p>
    </div>
  )
}

const totalText = ({ total, counted }: SearchCounts): string =>
  `${counted === 'exact' ? '' : 'at least '}${formatNumber(total)} ${total === 1 ? 'agent' : 'agents'}`
