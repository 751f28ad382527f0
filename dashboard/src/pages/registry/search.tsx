import { useLocation } from 'preact-iso'
import { SORT_ORDERS, type SearchCounts, type AgentSearch } from '../../api/registry.ts'
import { Icon } from '../../parts/layout/icon.tsx'
import { formatNumber } from '../../parts/text/format.ts'
import { useDebouncedText } from '../../parts/forms/filters.tsx'
import { queryString } from '../../urls.ts'

const ORDER_TITLES = { name: 'Name', reputation: 'Highest reputation', registered: 'Newest' }

interface SearchBarProps {
  readonly search: AgentSearch
  readonly counts: SearchCounts | undefined
  readonly busy: boolean
  readonly change: (change: Partial<AgentSearch>) => void
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
  return (
    <div class="search-bar">
      <label class="search">
        <span class="visually-hidden">Search agents by name</span>
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
            change({ sort: SORT_ORDERS.find((order) => order === currentTarget.value) })
          }
        >
          {SORT_ORDERS.map((order) => (
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

/** Returns the search in a URL, which contains all filters and can therefore be shared. */
function searchFromQuery(query: Readonly<Record<string, string>>): AgentSearch {
  const minimum = Number(query['reputation'] ?? 0)
  return {
    q: query['q'] ?? '',
    category: query['category'] ?? '',
    llm_provider: query['provider'] ?? '',
    skill: query['skill'] ?? '',
    verified_only: query['verified'] === 'true',
    min_reputation: Number.isInteger(minimum) && minimum >= 0 && minimum <= 100 ? minimum : 0,
    sort: SORT_ORDERS.find((order) => order === query['sort']) ?? 'name',
    cursor: query['cursor'],
  }
}

const queryFor = ({
  q,
  category,
  llm_provider,
  skill,
  verified_only,
  min_reputation,
  sort,
  cursor,
}: AgentSearch): string =>
  queryString({
    q,
    category,
    provider: llm_provider,
    skill,
    verified: verified_only,
    reputation: min_reputation || undefined,
    sort: sort === 'name' ? undefined : sort,
    cursor,
  })

/** Returns the search in the URL and a function that changes parts of it. Any change except of the page returns to the first page. */
export function useSearchState(): readonly [AgentSearch, (change: Partial<AgentSearch>) => void] {
  const { path, query, route } = useLocation()
  const search = searchFromQuery(query)
  return [
    search,
    (change) => route(path + queryFor({ ...search, cursor: undefined, ...change }), true),
  ]
}
