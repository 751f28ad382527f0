import { useState } from 'preact/hooks'
import type { FleetFilter } from '../../../api/fleet.ts'
import {
  MAX_TARGETS,
  useFleetAction,
  useTargetIds,
  type FleetAction,
} from '../../../api/fleet-action.ts'
import type { Installation } from '../../../api/installations.ts'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { QueryBoundary, Skeleton } from '../../../parts/feedback/query-boundary.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { DialogForm } from '../../../parts/forms/form-dialog.tsx'
import { formatNumber } from '../../../parts/text/format.ts'
import { shorten } from '../../../parts/text/copyable.tsx'
import { installationCount, installationName } from '../state.tsx'
import { ActionFields, actionFrom, ACTION_WORDS } from './action-fields.tsx'
import { ActionRun } from './action-run.tsx'

type ActionType = FleetAction['action']

/** An action for the selected installations, or for all that match. */
export type FleetActionRequest = { readonly action: ActionType; readonly matching: FleetFilter } & {
  readonly selected?: readonly Installation[]
}

interface Props {
  readonly organization_id: string
  readonly request: FleetActionRequest
  /** Called with whether the action was started. */
  readonly onClose: (started: boolean) => void
}

/** Confirms an action for several installations, and shows its progress and outcomes. */
export function FleetActionDialog({ organization_id, request, onClose }: Props) {
  const { action: type, matching, selected } = request
  const targets = useTargetIds(organization_id, matching, selected === undefined)
  const { progress, start, stop } = useFleetAction(organization_id, matching)
  const [action, setAction] = useState<FleetAction>()
  const begin = (remaining: readonly string[], chosen: FleetAction) => {
    setAction(chosen)
    void start({ results: [], remaining }, chosen)
  }
  const { title } = ACTION_WORDS[type]
  const confirm = (ids: readonly string[]) => (
    <Confirmation
      type={type}
      ids={ids}
      selected={selected}
      onConfirm={(chosen) => begin(ids, chosen)}
    />
  )
  const close = () => {
    stop()
    onClose(progress !== undefined)
  }
  return (
    <Dialog
      title={
        selected
          ? `${title} ${installationCount(selected.length)}`
          : `${title} all matching installations`
      }
      open
      onClose={close}
    >
      {progress && action ? (
        <ActionRun
          type={type}
          progress={progress}
          onStop={stop}
          onContinue={() => void start(progress, action)}
          onClose={close}
        />
      ) : selected ? (
        confirm(selected.map(({ installation_id }) => installation_id))
      ) : (
        <QueryBoundary
          query={targets}
          fallback={
            <div class="dialog-body">
              <p class="muted">Counting…</p>
              <Skeleton lines={4} />
            </div>
          }
        >
          {(ids) => (ids.length === 0 ? <NothingToDo onClose={close} /> : confirm(ids))}
        </QueryBoundary>
      )}
    </Dialog>
  )
}

const NothingToDo = ({ onClose }: { onClose: () => void }) => (
  <>
    <div class="dialog-body">
      <p>
        No active or paused installation matches, so there is nothing to change. Close this dialog,
        and change the filters to find others.
      </p>
    </div>
    <div class="dialog-foot">
      <Button onClick={onClose}>Close</Button>
    </div>
  </>
)

const MAX_LISTED = 5

interface ConfirmationProps {
  readonly type: ActionType
  readonly ids: readonly string[]
  readonly selected: readonly Installation[] | undefined
  readonly onConfirm: (action: FleetAction) => void
}

/** Says what will be done. To revoke all installations that match, the user must type their number. */
function Confirmation({ type, ids: { length }, selected, onConfirm }: ConfirmationProps) {
  const [typed, setTyped] = useState('')
  const { verb, participle, effect } = ACTION_WORDS[type]
  const isTyped = type !== 'revoke' || selected !== undefined || typed === String(length)
  return (
    <DialogForm
      action={`${verb} ${installationCount(length)}`}
      variant={type === 'revoke' ? 'danger' : 'primary'}
      disabled={!isTyped}
      onSubmit={(values) => onConfirm(actionFrom(type, values))}
    >
      {selected ? (
        <SelectedList installations={selected} />
      ) : (
        <p>
          <strong>{installationCount(length)}</strong> will be {participle}: all that match the
          filters and have not ended, including those on other pages. Installations that appear
          later are not affected.
        </p>
      )}
      {length === MAX_TARGETS && (
        <p class="notice warn">
          There may be more than {formatNumber(MAX_TARGETS)}. Only the newest of them are affected;
          change the filters to select the others.
        </p>
      )}
      <p>{effect}</p>
      <ActionFields type={type} />
      {type === 'revoke' && selected === undefined && (
        <TextField
          label={`Type ${length} to confirm`}
          name="confirm"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value.trim())}
        />
      )}
    </DialogForm>
  )
}

const SelectedList = ({ installations }: { installations: readonly Installation[] }) => (
  <ul class="bullets">
    {installations.slice(0, MAX_LISTED).map((installation) => (
      <li key={installation.installation_id}>
        {installationName(installation)}{' '}
        <code class="small">{shorten(installation.installation_id)}</code>,{' '}
        {installation.lifecycle === 'active' ? installation.health : installation.lifecycle}
      </li>
    ))}
    {installations.length > MAX_LISTED && (
      <li>and {formatNumber(installations.length - MAX_LISTED)} more</li>
    )}
  </ul>
)
