import type { FleetFilter } from '../../../api/fleet.ts'
import { operativeOnly, type FleetAction } from '../../../api/fleet-action.ts'
import type { Installation } from '../../../api/installations.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { useState } from 'preact/hooks'
import { installationCount } from '../state.tsx'
import type { FleetActionRequest } from './fleet-action-dialog.tsx'

const ACTIONS = [
  ['pause', 'Pause…'],
  ['resume', 'Resume…'],
  ['label', 'Labels…'],
  ['revoke', 'Revoke…'],
] as const satisfies readonly (readonly [FleetAction['action'], string])[]

interface Props {
  readonly selected: readonly Installation[]
  /** The number of installations that the page shows. */
  readonly shown: number
  /** The number of installations that match, on all pages. */
  readonly total: string | undefined
  readonly matching: FleetFilter
  readonly onAction: (request: FleetActionRequest) => void
}

/** Offers actions for the selected installations, or for all that match, including those on other pages. */
export function SelectionBar({ selected, shown, total, matching, onAction }: Props) {
  const [all, setAll] = useState(false)
  const isAll = all && selected.length === 0
  const operative = operativeOnly(matching).lifecycle ?? []
  // Actions do not apply to ended installations, so the total is exact only if the filter excludes them.
  const isExact = matching.lifecycle?.length === operative.length
  const request = (action: FleetAction['action']): FleetActionRequest =>
    isAll ? { action, matching } : { action, selected, matching: {} }
  return (
    <div class="toolbar selection" role="group" aria-label="Bulk actions">
      <p class="selection-count" role="status">
        {isAll
          ? `All ${isExact ? (total ?? shown) : 'active and paused'} that match are selected, on all pages.`
          : selected.length === 0
            ? 'Nothing selected.'
            : `${installationCount(selected.length)} selected.`}
      </p>
      {operative.length > 0 && (
        <Button variant="quiet" onClick={() => setAll(!isAll)} disabled={selected.length > 0}>
          {isAll
            ? 'Clear selection'
            : `Select all ${isExact ? (total ?? '') : 'active and paused'} that match`}
        </Button>
      )}
      <div class="actions">
        {ACTIONS.map(([action, title]) => (
          <Button
            key={action}
            variant={action === 'revoke' ? 'danger' : 'plain'}
            disabled={selected.length === 0 && !isAll}
            onClick={() => onAction(request(action))}
          >
            {title}
          </Button>
        ))}
      </div>
    </div>
  )
}
