import type { SearchCounts, AgentSearch } from '../../api/registry.ts'
import { useWorkspaces } from '../../api/workspaces.ts'
import { formatCount } from '../../parts/text/format.ts'
import { useIsWide } from '../../parts/layout/width.ts'
import {
  CheckFilter,
  FilterText,
  RadioFilter,
  type FilterOption,
} from '../../parts/forms/filters.tsx'
import { WorkspaceSelect } from '../../entities/workspace-select.tsx'
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

const countText = (counts: SearchCounts | undefined, name: 'total' | 'verified') =>
  counts && formatCount(counts[name], counts.counted)

/** Returns the options of a facet. Those that are selected are listed even if no agent matches them. */
function facetOptions(
  counts: SearchCounts | undefined,
  facet: 'categories' | 'llm_providers',
  selected: readonly string[],
): readonly FilterOption[] {
  const listed = (counts?.[facet] ?? []).map(({ name, agents }) => ({
    value: name,
    title: name,
    count: formatCount(agents, counts!.counted),
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
        <RadioFilter
          title="Verification"
          selected={String(search.verified_only)}
          onSelect={(value) => change({ verified_only: value === 'true' })}
          options={[
            {
              value: 'false',
              title: 'Any',
              count: search.verified_only ? undefined : countText(counts, 'total'),
            },
            { value: 'true', title: 'Verified only', count: countText(counts, 'verified') },
          ]}
        />
        <OrganizationFilters search={search} change={change} />
        <CheckFilter
          title="Category"
          selected={search.categories}
          onSelect={(values) => change({ categories: values.slice(-MAX_VALUES) })}
          options={facetOptions(counts, 'categories', search.categories)}
        />
        <CheckFilter
          title="LLM provider"
          selected={search.llm_providers}
          onSelect={(values) => change({ llm_providers: values.slice(-MAX_VALUES) })}
          options={facetOptions(counts, 'llm_providers', search.llm_providers)}
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
        <RadioFilter
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
        <WorkspaceSelect
          label="Installed in workspace"
          value={search.installed_in}
          optional
          onSelect={(installed_in) => change({ installed_in })}
        />
      )}
    </>
  )
}
