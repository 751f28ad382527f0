import { useRef } from 'preact/hooks'
import { useSearchCounts, useRegistrySearch, type AgentSearch } from '../../api/registry.ts'
import { QueryBoundary, EmptyState, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { isProblem } from '../../api/problem.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Pager, usePaging } from '../../parts/tables/pager.tsx'
import { Filters } from './filters.tsx'
import { AgentTable } from './agent-table.tsx'
import { SearchBar, useSearchState } from './search.tsx'
import './registry.css'

const LEAD = 'Public agents from all organizations.'
const NO_FILTERS: Partial<AgentSearch> = {
  q: '',
  category: '',
  llm_provider: '',
  skill: '',
  verified_only: false,
  min_reputation: 0,
}

export default function Registry() {
  const [search, change] = useSearchState()
  const paging = usePaging()
  const agents = useRegistrySearch(search)
  const firstPageCounts = useSearchCounts(search)
  const list = useRef<HTMLDivElement>(null)
  const counts = agents.data?.counts ?? firstPageCounts.data
  if (isProblem(agents.error, 402) && !agents.data)
    return (
      <Page title="Registry" lead={LEAD}>
        <Failure error={agents.error} />
      </Page>
    )
  const focusList = () => list.current?.querySelector<HTMLElement>('tbody tr')?.focus()
  return (
    <Page title="Registry" lead={LEAD}>
      <div class="registry">
        <Filters search={search} counts={counts} change={change} />
        <div class="stack" ref={list}>
          <SearchBar
            search={search}
            counts={counts}
            busy={agents.isFetching}
            change={change}
            onEnter={focusList}
          />
          <QueryBoundary query={agents} fallback={<Skeleton variant="rows" lines={10} />}>
            {({ items, next_cursor }) => (
              <div class={agents.isPlaceholderData ? 'stack stale' : 'stack'}>
                {items.length > 0 && <AgentTable agents={items} sort={search.sort} />}
                {items.length === 0 && next_cursor === undefined && (
                  <EmptyState
                    title="No matching agents"
                    actions={<Button onClick={() => change(NO_FILTERS)}>Clear all filters</Button>}
                  >
                    Try fewer words or filters. The search matches the beginnings of words in names.
                  </EmptyState>
                )}
                {items.length === 0 && next_cursor !== undefined && (
                  <EmptyState title="No matches on this page">
                    Each page searches a limited number of agents. Continue on the next page.
                  </EmptyState>
                )}
                <Pager paging={paging} next_cursor={next_cursor} shown={items.length} />
              </div>
            )}
          </QueryBoundary>
        </div>
      </div>
    </Page>
  )
}
