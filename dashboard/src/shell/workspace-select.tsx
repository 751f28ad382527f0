import type { Workspace } from '../api/workspaces.ts'
import { shorten } from '../parts/text/copyable.tsx'
import { FilterSelect } from '../parts/forms/filters.tsx'

interface Props {
  readonly workspaces: readonly Workspace[]
  readonly value: string
  readonly onSelect: (workspace_id: string) => void
}

/** Selects the workspace of a page. One that is not in the list, which contains only the first ones of an organization, is shown by its identifier. */
export function WorkspaceSelect({ workspaces, value, onSelect }: Props) {
  const listed = workspaces.map(({ workspace_id, name }) => [workspace_id, name] as const)
  const isListed = listed.some(([workspace_id]) => workspace_id === value)
  return (
    <FilterSelect
      label="Workspace"
      value={value}
      any={false}
      options={isListed ? listed : [[value, shorten(value)], ...listed]}
      onSelect={onSelect}
    />
  )
}
