import { useWorkspaces } from '../api/workspaces.ts'
import { FilterSelect } from '../parts/forms/filters.tsx'
import { useOrganization } from '../shell/current-user.tsx'
import { visibleName } from '../parts/text/visible.ts'

interface Props {
  readonly label?: string
  readonly value: string
  /** Whether the selection may be empty, which means all workspaces. */
  readonly optional?: boolean
  readonly onSelect: (workspace_id: string) => void
}

/** Selects one of the workspaces of the organization, of which only the first ones are listed. */
export function WorkspaceSelect({ label = 'Workspace', value, optional, onSelect }: Props) {
  const workspaces = useWorkspaces(useOrganization().organization_id).data?.items ?? []
  return (
    <FilterSelect
      label={label}
      value={value}
      any={optional ? 'Any' : false}
      options={workspaces.map(
        ({ workspace_id, name }) => [workspace_id, visibleName(name)] as const,
      )}
      onSelect={onSelect}
    />
  )
}
