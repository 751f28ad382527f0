import type { SearchCounts, AgentSearch } from '../../api/registry.ts'
import { Button } from '../../parts/forms/button.tsx'
import { formatNumber } from '../../parts/text/format.ts'
import { useIsWide } from '../../parts/layout/width.ts'
import { FacetFilter, type FacetOption } from '../../parts/forms/filters.tsx'

const MIN_REPUTATIONS = [0, 50, 70, 80, 90]

interface Props {
  readonly search: AgentSearch
  readonly counts: SearchCounts | undefined
  readonly change: (change: Partial<AgentSearch>) => void
}

const countText = (count: number | undefined, counts: SearchCounts | undefined): string =>
  count === undefined ? '' : formatNumber(count) + (counts?.counted === 'at_least' ? '+' : '')

/** Returns the options of a facet. The selected one is listed even if no agent matches it. */
function facetOptions(
  found: SearchCounts['categories'] | undefined,
  selected: string,
  counts: SearchCounts | undefined,
): readonly FacetOption[] {
  const listed = (found ?? []).map(({ name, agents }) => ({
    value: name,
    title: name,
    count: countText(agents, counts),
  }))
  const missing =
    selected === '' || listed.some(({ value }) => value === selected)
      ? []
      : [{ value: selected, title: selected }]
  return [{ value: '', title: 'Any' }, ...missing, ...listed]
}

/** Filters the search and shows how many agents match each option. On a phone the filters are collapsed. */
export function Filters({ search, counts, change }: Props) {
  const wide = useIsWide()
  const active = [
    search.category,
    search.llm_provider,
    search.skill,
    search.verified_only,
    search.min_reputation,
  ].filter(Boolean).length
  return (
    <details class="filters" open={wide}>
      <summary>Filters{active > 0 && <span class="count">{active}</span>}</summary>
      <div class="filter-groups">
        <FacetFilter
          title="Verification"
          selected={String(search.verified_only)}
          onSelect={(value) => change({ verified_only: value === 'true' })}
          options={[
            {
              value: 'false',
              title: 'Any',
              count: search.verified_only ? undefined : countText(counts?.total, counts),
            },
            { value: 'true', title: 'Verified only', count: countText(counts?.verified, counts) },
          ]}
        />
        <FacetFilter
          title="Category"
          selected={search.category}
          onSelect={(category) => change({ category })}
          options={facetOptions(counts?.categories, search.category, counts)}
        />
        <FacetFilter
          title="LLM provider"
          selected={search.llm_provider}
          onSelect={(llm_provider) => change({ llm_provider })}
          options={facetOptions(counts?.llm_providers, search.llm_provider, counts)}
        />
        <FacetFilter
          title="Reputation"
          selected={String(search.min_reputation)}
          onSelect={(value) => change({ min_reputation: Number(value) })}
          options={MIN_REPUTATIONS.map((min) => ({
            value: String(min),
            title: min === 0 ? 'Any' : `${min} or higher`,
          }))}
        />
        <ActiveFilters search={search} active={active} change={change} />
      </div>
    </details>
  )
}

const ActiveFilters = ({
  search,
  active,
  change,
}: Pick<Props, 'search' | 'change'> & { active: number }) => (
  <>
    {search.skill !== '' && (
      <p>
        Skill: <code>{search.skill}</code>{' '}
        <Button variant="quiet" onClick={() => change({ skill: '' })}>
          Any skill
        </Button>
      </p>
    )}
    {active > 0 && (
      <Button
        onClick={() =>
          change({
            category: '',
            llm_provider: '',
            skill: '',
            verified_only: false,
            min_reputation: 0,
          })
        }
      >
        Clear filters
      </Button>
    )}
  </>
)
