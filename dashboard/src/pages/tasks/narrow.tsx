import { STATUSES, type TaskStatus } from '../../api/tasks.ts'
import type { Workspace } from '../../api/workspaces.ts'
import { Button } from '../../parts/button.tsx'
import { FilterRow, FilterSearch, FilterSelect } from '../../parts/filters.tsx'
import { shortened } from '../../parts/id.tsx'

/** What is asked for; all of it is in the address. */
export interface Asking {
  readonly workspace: string
  readonly status: TaskStatus | ''
  readonly skill: string
  readonly agent: string
}
interface Props {
  readonly workspaces: readonly Workspace[]
  readonly asking: Asking
  readonly change: (change: Partial<Asking>) => void
}

export const Narrow = ({
  workspaces,
  asking: { workspace, status, skill, agent },
  change,
}: Props) => (
  <FilterRow>
    <FilterSelect
      label="Workspace"
      value={workspace}
      of={workspaces.map(({ workspace_id, name }) => [workspace_id, name] as const)}
      onChoose={(id) => change({ workspace: id, status: '', skill: '', agent: '' })}
    />
    <FilterSelect
      label="State"
      value={status}
      any="any"
      of={STATUSES}
      onChoose={(chosen) => change({ status: STATUSES.find((one) => one === chosen) ?? '' })}
    />
    <FilterSearch
      label="Skill"
      value={skill}
      placeholder="its whole name, such as extract_invoice"
      onSearch={(text) => change({ skill: text.trim() })}
    />
    {agent !== '' && (
      <p class="filter">
        <span>Agent</span>
        <span class="row">
          <code title={agent}>{shortened(agent)}</code>
          <Button onClick={() => change({ agent: '' })}>Any agent</Button>
        </span>
      </p>
    )}
  </FilterRow>
)
