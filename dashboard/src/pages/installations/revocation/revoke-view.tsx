import { useState } from 'preact/hooks'
import { useCachedAgent } from '../../../api/agents.ts'
import type { RevocationOptions, InstallationFilter } from '../../../api/installations.ts'
import { MAX_REVOCATIONS, useRevocableIds, useRevokeAll } from '../../../api/view-revocation.ts'
import { QueryBoundary, Skeleton } from '../../../parts/feedback/query-boundary.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { formatNumber } from '../../../parts/text/format.ts'
import { installationCount } from '../labels.tsx'
import { RevocationFields, revocationOptionsFrom } from './revoke.tsx'
import { RevocationRun } from './revocation-run.tsx'
import type { View } from '../list/views.tsx'

const FORM = 'revocation'

interface Props {
  readonly workspace_id: string
  readonly view: View
  readonly agent_id: string | undefined
  readonly onClose: () => void
}

/** Revokes all installations of a view, including its other pages. */
export function RevokeViewDialog({ workspace_id, view, agent_id, onClose }: Props) {
  const filter: InstallationFilter = { ...view.filter, ...(agent_id !== undefined && { agent_id }) }
  const revocable = useRevocableIds(workspace_id, filter)
  const { progress, start, stop } = useRevokeAll(workspace_id, filter)
  const [options, setOptions] = useState<RevocationOptions>()
  const begin = (ids: readonly string[], selected: RevocationOptions) => {
    setOptions(selected)
    void start({ revoked: 0, skipped: 0, remaining: ids }, selected)
  }
  return (
    <Dialog title="Revoke the whole view" open onClose={onClose}>
      {progress && options ? (
        <RevocationRun
          progress={progress}
          onStop={stop}
          onContinue={() => void start(progress, options)}
          onClose={onClose}
        />
      ) : (
        <QueryBoundary
          query={revocable}
          fallback={
            <div class="dialog-body">
              <p class="muted">Counting…</p>
              <Skeleton lines={4} />
            </div>
          }
        >
          {(ids) =>
            ids.length === 0 ? (
              <NothingToRevoke onClose={onClose} />
            ) : (
              <Confirmation
                ids={ids}
                description={<ViewDescription view={view} agent_id={agent_id} />}
                onConfirm={(selected) => begin(ids, selected)}
                onClose={onClose}
              />
            )
          }
        </QueryBoundary>
      )}
    </Dialog>
  )
}

const NothingToRevoke = ({ onClose }: { onClose: () => void }) => (
  <>
    <div class="dialog-body">
      <p>All installations in this view have already ended.</p>
    </div>
    <div class="dialog-foot">
      <Button onClick={onClose}>Close</Button>
    </div>
  </>
)

/** Describes a view: `all offline installations of Invoice Reader 1.0.0`. */
function ViewDescription({ view, agent_id }: { view: View; agent_id: string | undefined }) {
  const { data: agent } = useCachedAgent(agent_id ?? '', agent_id !== undefined)
  const state = view.key === '' ? 'all' : `all ${view.title.toLowerCase()}`
  if (agent_id === undefined) return <>{state} installations of this workspace</>
  return (
    <>
      {state} installations of {agent ? `${agent.name} ${agent.version}` : 'this agent'}
    </>
  )
}

interface ConfirmationProps {
  readonly ids: readonly string[]
  readonly description: preact.ComponentChildren
  readonly onConfirm: (selected: RevocationOptions) => void
  readonly onClose: () => void
}

/** Shows the number of installations, and asks the user to type it. */
function Confirmation({ ids: { length }, description, onConfirm, onClose }: ConfirmationProps) {
  const [typed, setTyped] = useState('')
  return (
    <>
      <div class="dialog-body">
        <p>
          <strong>{installationCount(length)}</strong> will be revoked: {description}, including the
          other pages of the list. Installations that appear later are not affected.
        </p>
        {length === MAX_REVOCATIONS && (
          <p class="notice warn">
            There may be more than {formatNumber(MAX_REVOCATIONS)}. Repeat the revocation for the
            rest.
          </p>
        )}
        <p>
          Their tokens are rejected immediately. This cannot be undone, but the agents can be
          installed again.
        </p>
        <Form id={FORM} onSubmit={(values) => onConfirm(revocationOptionsFrom(values))}>
          <RevocationFields />
          <TextField
            label={`Type ${length} to confirm`}
            name="confirm"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value.trim())}
          />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" type="submit" form={FORM} disabled={typed !== String(length)}>
          Revoke {installationCount(length)}
        </Button>
      </div>
    </>
  )
}
