import { useLocation } from 'preact-iso'
import { SORT_ORDERS, type AgentSearch, type SortOrder } from '../../api/registry.ts'
import { useOrganization } from '../../shell/current-user.tsx'

/** The filters of a search when none is chosen. */
export const NO_FILTERS = {
  categories: [],
  llm_providers: [],
  skill: '',
  publisher: '',
  verified_only: false,
  min_reputation: 0,
  own: false,
  installed: false,
  installed_in: '',
} as const satisfies Partial<AgentSearch>

/**
 * A change to a search. Without a sort order, the one that the user chose is kept; if the user chose none, the default order applies.
 */
export type SearchChange = Partial<Omit<AgentSearch, 'sort'>> & {
  readonly sort?: SortOrder | undefined
}

const defaultSort = (q: string): SortOrder => (q === '' ? 'name' : 'relevance')

/** Returns the search in a URL, which contains all filters and can therefore be shared. */
function searchFromUrl(parameters: URLSearchParams): Omit<AgentSearch, 'organization_id'> {
  const text = (name: string) => parameters.get(name) ?? ''
  const minimum = Number(text('reputation') || 0)
  const q = text('q')
  const sort = SORT_ORDERS.find((order) => order === text('sort'))
  return {
    q,
    categories: parameters.getAll('category'),
    llm_providers: parameters.getAll('provider'),
    skill: text('skill'),
    publisher: text('publisher'),
    verified_only: text('verified') === 'true',
    min_reputation: Number.isInteger(minimum) && minimum >= 0 && minimum <= 100 ? minimum : 0,
    own: text('own') === 'true',
    installed: text('installed') === 'true',
    installed_in: text('workspace'),
    sort: sort === undefined || (sort === 'relevance' && q === '') ? defaultSort(q) : sort,
    cursor: parameters.get('cursor') ?? undefined,
  }
}

/** Returns the query of the URL for a search, without default values. */
function urlQueryOf(search: Omit<AgentSearch, 'organization_id'>): string {
  const { q, sort, min_reputation } = search
  const pairs: readonly (readonly [name: string, value: string | undefined | false])[] = [
    ['q', q],
    ...search.categories.map((category) => ['category', category] as const),
    ...search.llm_providers.map((provider) => ['provider', provider] as const),
    ['skill', search.skill],
    ['publisher', search.publisher],
    ['verified', search.verified_only && 'true'],
    ['reputation', min_reputation > 0 && String(min_reputation)],
    ['own', search.own && 'true'],
    ['installed', search.installed && 'true'],
    ['workspace', search.installed_in],
    ['sort', sort !== defaultSort(q) && sort],
    ['cursor', search.cursor],
  ]
  const given = pairs.flatMap(([name, value]) => (value ? [[name, value]] : []))
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}

/**
 * Returns the search in the URL and a function that changes parts of it. Any change other than to the page returns to the first
 * page.
 */
export function useSearchState(): readonly [AgentSearch, (change: SearchChange) => void] {
  const { url, path, route } = useLocation()
  const { organization_id } = useOrganization()
  const search = searchFromUrl(new URL(url, location.href).searchParams)
  return [
    { ...search, organization_id },
    (change) => {
      const { q = search.q } = change
      const isDefault = search.sort === defaultSort(search.q)
      const sort = change.sort ?? (isDefault ? defaultSort(q) : search.sort)
      route(path + urlQueryOf({ ...search, cursor: undefined, ...change, sort }), true)
    },
  ]
}
