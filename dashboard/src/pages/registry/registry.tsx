import { useRef } from 'preact/hooks'
import { useCounts, useSearch, type Search } from '../../api/registry.ts'
import { Asked } from '../../parts/asked.tsx'
import { isProblem } from '../../api/problem.ts'
import { Button } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager, usePaging } from '../../parts/pager.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Filters } from './filters.tsx'
import { Found } from './found.tsx'
import { SearchBar } from './search-bar.tsx'
import { useSearchState } from './state.ts'
import './registry.css'

const LEAD = 'Agents of every organization that are public.'
const NOTHING: Partial<Search> = {
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
  const found = useSearch(search)
  const later = useCounts(search)
  const list = useRef<HTMLDivElement>(null)
  const counts = found.data?.counts ?? later.data
  if (isProblem(found.error, 402) && !found.data)
    return (
      <Page title="Registry" lead={LEAD}>
        <Failure error={found.error} />
      </Page>
    )
  const enter = () => list.current?.querySelector<HTMLElement>('tbody tr')?.focus()
  return (
    <Page title="Registry" lead={LEAD}>
      <div class="registry">
        <Filters search={search} counts={counts} change={change} />
        <div class="stack" ref={list}>
          <SearchBar
            search={search}
            counts={counts}
            busy={found.isFetching}
            change={change}
            onEnter={enter}
          />
          <Asked query={found} as={<Skeleton of="rows" lines={10} />}>
            {({ items, next_cursor }) => (
              <div class={found.isPlaceholderData ? 'stack stale' : 'stack'}>
                {items.length > 0 && <Found agents={items} sort={search.sort} />}
                {items.length === 0 && next_cursor === undefined && (
                  <Empty
                    title="No agent fits"
                    actions={<Button onClick={() => change(NOTHING)}>Clear all filters</Button>}
                  >
                    Fewer words or filters find more. Names are searched by the beginnings of their
                    words.
                  </Empty>
                )}
                {items.length === 0 && next_cursor !== undefined && (
                  <Empty title="None on this page">
                    What is examined for a page is bounded; the search goes on with the next one.
                  </Empty>
                )}
                <Pager paging={paging} next_cursor={next_cursor} shown={items.length} />
              </div>
            )}
          </Asked>
        </div>
      </div>
    </Page>
  )
}
