import { useLocation } from 'preact-iso'
import { SORT_ORDERS, type AgentSearch } from '../../api/registry.ts'
import { queryString } from '../../urls.ts'

/** Returns the search of an address, which contains all filters and so can be shared. */
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

/** Returns the search of the address and a function that changes parts of it. A change of anything but the page leads to the first page. */
export function useSearchState(): readonly [AgentSearch, (change: Partial<AgentSearch>) => void] {
  const { path, query, route } = useLocation()
  const search = searchFromQuery(query)
  return [
    search,
    (change) => route(path + queryFor({ ...search, cursor: undefined, ...change }), true),
  ]
}
