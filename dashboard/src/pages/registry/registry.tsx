import { useRef } from 'preact/hooks'
import { useSearchCounts, useRegistrySearch } from '../../api/registry.ts'
import { EmptyState } from '../../parts/feedback/query-boundary.tsx'
import { REGISTER_GUIDE, RegisterCommand } from '../../entities/register-agent.tsx'
import { useWorkspaces } from '../../api/workspaces.ts'
import { isProblem } from '../../api/problem.ts'
import { Button, ButtonLink } from '../../parts/forms/button.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { PagedList } from '../../parts/tables/paged-list.tsx'
import { usePaging } from '../../parts/tables/pager.tsx'
import { visibleName } from '../../parts/text/visible.ts'
import { usePermission } from '../../shell/current-user.tsx'
import { Filters } from './filters.tsx'
import { AgentTable } from './agent-table.tsx'
import { Chips, chipsOf } from './chips.tsx'
import { SearchBar } from './search.tsx'
import { NO_FILTERS, useSearchState, type SearchChange } from './search-state.ts'
import './registry.css'

const LEAD = 'Public agents from all organizations.'

export default function Registry() {
  const [search, change] = useSearchState()
  const paging = usePaging()
  const agents = useRegistrySearch(search)
  const firstPageCounts = useSearchCounts(search)
  const list = useRef<HTMLDivElement>(null)
  const counts = agents.data?.counts ?? firstPageCounts.data
  const workspaces = useWorkspaces(search.organization_id).data?.items ?? []
  const chips = chipsOf(
    search,
    visibleName(
      workspaces.find(({ workspace_id }) => workspace_id === search.installed_in)?.name ??
        search.installed_in,
    ),
  )
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
        <Filters search={search} counts={counts} change={change} active={chips.length} />
        <div class="stack" ref={list}>
          <SearchBar
            search={search}
            counts={counts}
            busy={agents.isFetching}
            change={change}
            onEnter={focusList}
          />
          <Chips chips={chips} change={change} />
          <PagedList
            query={agents}
            paging={paging}
            noun="agents"
            lines={10}
            empty={
              search.q === '' && chips.length === 0 ? (
                <NoAgents />
              ) : (
                <NothingFound suggestions={agents.data?.suggestions} change={change} />
              )
            }
            unfinished={
              <EmptyState title="No matches on this page">
                Each page searches a limited number of agents. Continue on the next page.
              </EmptyState>
            }
          >
            {(items) => <AgentTable agents={items} sort={search.sort} />}
          </PagedList>
        </div>
      </div>
    </Page>
  )
}

/** Shows how to register the first agent. */
function NoAgents() {
  const canRegister = usePermission('agents:write')
  return (
    <div class="stack">
      <EmptyState
        title="No agents are registered yet"
        actions={<ButtonLink href={REGISTER_GUIDE}>How to register an agent</ButtonLink>}
      >
        Public agents of all organizations appear here.{' '}
        {canRegister
          ? 'Register one with the guide, or with this command.'
          : 'A developer, admin or owner can register one.'}
      </EmptyState>
      {canRegister && <RegisterCommand />}
    </div>
  )
}

/** Suggests other queries when no agent matches, and offers to clear all filters. */
const NothingFound = ({
  suggestions = [],
  change,
}: {
  suggestions: readonly string[] | undefined
  change: (change: SearchChange) => void
}) => (
  <EmptyState
    title="No matching agents"
    actions={
      <>
        {suggestions.map((q) => (
          <Button key={q} variant="primary" onClick={() => change({ q })}>
            Search for “{q}”
          </Button>
        ))}
        <Button onClick={() => change({ ...NO_FILTERS, q: '' })}>Clear all filters</Button>
      </>
    }
  >
    {suggestions.length > 0
      ? 'Did you mean one of these?'
      : 'Try fewer words or filters. The search matches the beginnings of words in names, skills, publishers, categories and descriptions.'}
  </EmptyState>
)
