import { STATUSES, type TaskStatus } from '../../api/tasks.ts'
import { Button } from '../../parts/forms/button.tsx'
import { FilterRow, FilterSearch, FilterSelect } from '../../parts/forms/filters.tsx'
import { WorkspaceSelect } from '../../entities/workspace-select.tsx'
import { NamedEntity } from '../../entities/named-entity.tsx'

/** The filters of the task list, which are part of the URL. */
export interface TaskFilters {
  readonly workspace: string
  readonly status: TaskStatus | ''
  /** As it was typed; surrounding spaces have no meaning. */
  readonly skill: string
  readonly agent: string
}
interface Props {
  readonly filters: TaskFilters
  readonly change: (change: Partial<TaskFilters>) => void
}

export const FilterBar = ({ filters: { workspace, status, skill, agent }, change }: Props) => (
  <FilterRow>
    <WorkspaceSelect
      value={workspace}
      onSelect={(id) => change({ workspace: id, status: '', skill: '', agent: '' })}
    />
    <FilterSelect
      label="State"
      value={status}
      options={STATUSES}
      onSelect={(selected) =>
        change({ status: STATUSES.find((candidate) => candidate === selected) ?? '' })
      }
    />
    <FilterSearch
      label="Skill"
      value={skill}
      maxLength={128}
      placeholder="Full name, such as extract_invoice"
      onSearch={(text) => change({ skill: text })}
    />
    {agent !== '' && (
      <p class="filter">
        <span>Agent</span>
        <span class="row">
          <NamedEntity type="agent" id={agent} />
          <Button onClick={() => change({ agent: '' })}>Any agent</Button>
        </span>
      </p>
    )}
  </FilterRow>
)
