import { useLocation } from 'preact-iso'
import { useId, useRef, useState } from 'preact/hooks'
import { useWorkspaces } from '../api/workspaces.ts'
import { ORGANIZATION_PARAMETER, pageUrl, ROOT } from '../urls.ts'
import { useCurrentUser } from './current-user.tsx'

/** Lets the user switch between organizations and workspaces. Renders nothing for an operator without an organization. */
export function Switchers() {
  const { session, organization } = useCurrentUser()
  const { route } = useLocation()
  if (!organization) return null
  return (
    <div class="switchers">
      {session.memberships.length === 1 ? (
        <span class="organization">{organization.name}</span>
      ) : (
        <Switcher
          label="Organization"
          value={organization.organization_id}
          options={session.memberships.map(({ organization_id, name }) => [organization_id, name])}
          onSelect={(organization_id) =>
            route(pageUrl('overview', {}, { [ORGANIZATION_PARAMETER]: organization_id }))
          }
        />
      )}
      <span class="slash" aria-hidden="true">
        /
      </span>
      <WorkspaceSwitcher organization_id={organization.organization_id} />
    </div>
  )
}

function WorkspaceSwitcher({ organization_id }: { organization_id: string }) {
  const { path, route } = useLocation()
  const { data } = useWorkspaces(organization_id)
  const [, current = '', tab = 'installations'] =
    /^\/workspaces\/([^/]+)(?:\/(\w+))?/.exec(path.slice(ROOT.length)) ?? []
  const selected = data?.items.find(
    ({ workspace_id }) => encodeURIComponent(workspace_id) === current,
  )
  const workspaces = data?.items.map(({ workspace_id, name }) => [workspace_id, name] as const)
  return (
    <Switcher
      label="Workspace"
      value={selected?.workspace_id ?? ''}
      options={[['', 'All workspaces'], ...(workspaces ?? [])]}
      onSelect={(workspace_id) =>
        route(
          workspace_id === ''
            ? pageUrl('workspaces')
            : `${pageUrl('workspace', { workspace_id })}/${tab}`,
        )
      }
    />
  )
}

interface SwitcherProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, name: string])[]
  readonly onSelect: (value: string) => void
}

/**
 * A list that opens the page that is chosen. If a key changes the choice while the list is closed, the page opens only on Enter or when the
 * list loses the focus.
 */
function Switcher({ label, value, options, onSelect }: SwitcherProps) {
  const id = useId()
  const [pending, setPending] = useState<string>()
  const changesByKey = useChangesByKey()
  const select = (chosen: string | undefined) => {
    setPending(undefined)
    if (chosen !== undefined && chosen !== value) onSelect(chosen)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    changesByKey.onKeyDown(event)
    if (pending === undefined) return
    if (event.key === 'Escape') setPending(undefined)
    if (event.key !== 'Enter') return
    event.preventDefault()
    select(pending)
  }
  return (
    <label>
      <span class="visually-hidden">{label}</span>
      <select
        value={pending ?? value}
        aria-describedby={id}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget: { value: chosen } }) =>
          changesByKey.now() ? setPending(chosen) : select(chosen)
        }
        // The list keeps the focus when the window loses it.
        onBlur={({ currentTarget }) => {
          if (document.activeElement !== currentTarget) select(pending)
        }}
      >
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
      <span id={id} class="hint" hidden={pending === undefined}>
        Press Enter to open the selection.
      </span>
    </label>
  )
}

/** How many milliseconds after a key press a change of a select is attributed to it. Browsers make the change while they handle the key. */
const KEY_MS = 200

/**
 * Returns whether a select is being changed by a key that moves the choice in the closed list. A choice in the open list is made by Enter,
 * by the space bar or by the pointer.
 */
function useChangesByKey() {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  return {
    now: () => timer.current !== undefined,
    onKeyDown({ key, altKey }: KeyboardEvent) {
      clearTimeout(timer.current)
      timer.current = undefined
      if (altKey || key === 'Enter' || key === ' ') return
      timer.current = setTimeout(() => {
        timer.current = undefined
      }, KEY_MS)
    },
  }
}
