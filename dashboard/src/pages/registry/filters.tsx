import type { SearchCounts, AgentSearch } from '../../api/registry.ts'
import { useWorkspaces } from '../../api/workspaces.ts'
import { formatNumber } from '../../parts/text/format.ts'
import { useIsWide } from '../../parts/layout/width.ts'
import {
  CheckFilter,
  FacetFilter,
  FilterSelect,
  FilterText,
  type FacetOption,
} from '../../parts/forms/filters.tsx'
import type { SearchChange } from './search-state.ts'

const MIN_REPUTATIONS = [0, 50, 70, 80, 90]
/** The maximum number of values of one filter that a search accepts. */
const MAX_VALUES = 10

interface Props {
  readonly search: AgentSearch
  readonly counts: SearchCounts | undefined
  readonly change: (change: SearchChange) => void
  /** The number of filters that are chosen. */
  readonly active: number
}

const countText = (count: number | undefined, counts: SearchCounts | undefined): string =>
  count === undefined ? '' : formatNumber(count) + (counts?.counted === 'at_least' ? '+' : '')

/** Returns the options of a facet. Those that are selected are listed even if no agent matches them. */
function facetOptions(
  found: SearchCounts['categories'] | undefined,
  selected: readonly string[],
  counts: SearchCounts | undefined,
): readonly FacetOption[] {
  const listed = (found ?? []).map(({ name, agents }) => ({
    value: name,
    title: name,
    count: countText(agents, counts),
  }))
  const missing = selected.filter((value) => listed.every((option) => option.value !== value))
  return [...missing.map((value) => ({ value, title: value })), ...listed]
}

/** Filters the search and shows how many agents match each option. On a phone the filters are collapsed. */
export function Filters({ search, counts, change, active }: Props) {
  const wide = useIsWide()
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
        <OrganizationFilters search={search} change={change} />
        <CheckFilter
          title="Category"
          selected={search.categories}
          onSelect={(values) => change({ categories: values.slice(-MAX_VALUES) })}
          options={facetOptions(counts?.categories, search.categories, counts)}
        />
        <CheckFilter
          title="LLM provider"
          selected={search.llm_providers}
          onSelect={(values) => change({ llm_providers: values.slice(-MAX_VALUES) })}
          options={facetOptions(counts?.llm_providers, search.llm_providers, counts)}
        />
        <FilterText
          label="Skill"
          value={search.skill}
          maxLength={128}
          placeholder="Exact name"
          onChange={(skill) => change({ skill })}
        />
        <FilterText
          label="Publisher"
          value={search.publisher}
          maxLength={200}
          placeholder="Full name"
          onChange={(publisher) => change({ publisher })}
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
      </div>
    </details>
  )
}

/** Filters by what the organization owns and has installed. */
function OrganizationFilters({ search, change }: Pick<Props, 'search' | 'change'>) {
  const workspaces = useWorkspaces(search.organization_id).data?.items ?? []
  return (
    <>
      <CheckFilter
        title="Your organization"
        selected={[search.own && 'own', search.installed && 'installed'].filter(
          (value) => value !== false,
        )}
        onSelect={(values) =>
          change({ own: values.includes('own'), installed: values.includes('installed') })
        }
        options={[
          { value: 'own', title: 'Owned' },
          { value: 'installed', title: 'Installed' },
        ]}
      />
      {workspaces.length > 0 && (
        <FilterSelect
          label="Installed in workspace"
          value={search.installed_in}
          options={workspaces.map(({ workspace_id, name }) => [workspace_id, name] as const)}
          onSelect={(installed_in) => change({ installed_in })}
        />
      )}
    </>
  )
}
