import { useState } from 'preact/hooks'
import { useNamedAgent } from '../../api/agent.ts'
import type { Ending, FleetFilter } from '../../api/fleet.ts'
import { MOST, useEndable, useRevokeAll } from '../../api/fleet-revocation.ts'
import { Asked } from '../../parts/asked.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { numeral } from '../../parts/numbers.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { many } from './called.ts'
import { EndingFields, endingOf } from './ending.tsx'
import { Revoking } from './revoking.tsx'
import type { View } from './views.ts'

const FORM = 'revocation'

interface Props {
  readonly workspace_id: string
  readonly view: View
  readonly agent_id: string | undefined
  readonly onClose: () => void
}

/** Ends everything that a look at the fleet shows, also on its other pages. */
export function RevokeView({ workspace_id, view, agent_id, onClose }: Props) {
  const filter: FleetFilter = { ...view.filter, ...(agent_id !== undefined && { agent_id }) }
  const endable = useEndable(workspace_id, filter)
  const { course, start, stop } = useRevokeAll(workspace_id, filter)
  const [ending, setEnding] = useState<Ending>()
  const begin = (ids: readonly string[], how: Ending) => {
    setEnding(how)
    void start({ revoked: 0, passed: 0, left: ids }, how)
  }
  return (
    <Dialog title="Revoke the whole view" open onClose={onClose}>
      {course && ending ? (
        <Revoking
          course={course}
          onStop={stop}
          onGoOn={() => void start(course, ending)}
          onClose={onClose}
        />
      ) : (
        <Asked
          query={endable}
          as={
            <div class="dialog-body">
              <p class="muted">Counting…</p>
              <Skeleton lines={4} />
            </div>
          }
        >
          {(ids) =>
            ids.length === 0 ? (
              <Nothing onClose={onClose} />
            ) : (
              <Agree
                ids={ids}
                what={<What view={view} agent_id={agent_id} />}
                onAgree={(how) => begin(ids, how)}
                onClose={onClose}
              />
            )
          }
        </Asked>
      )}
    </Dialog>
  )
}

const Nothing = ({ onClose }: { onClose: () => void }) => (
  <>
    <div class="dialog-body">
      <p>Everything in this view has ended already, so there is nothing to revoke.</p>
    </div>
    <div class="dialog-foot">
      <Button onClick={onClose}>Close</Button>
    </div>
  </>
)

/** The view in words: `those that are offline of Invoice Reader 1.0.0`. */
function What({ view, agent_id }: { view: View; agent_id: string | undefined }) {
  const { data: agent } = useNamedAgent(agent_id ?? '', agent_id !== undefined)
  const state = view.key === '' ? '' : ` that are ${view.title.toLowerCase()}`
  if (agent_id === undefined) return <>{state === '' ? 'all of this workspace' : `those${state}`}</>
  return (
    <>
      those{state} of {agent ? `${agent.name} ${agent.version}` : 'this agent'}
    </>
  )
}

interface AgreeProps {
  readonly ids: readonly string[]
  readonly what: preact.ComponentChildren
  readonly onAgree: (how: Ending) => void
  readonly onClose: () => void
}

/** Says how many, and asks for the number. */
function Agree({ ids: { length }, what, onAgree, onClose }: AgreeProps) {
  const [typed, setTyped] = useState('')
  return (
    <>
      <div class="dialog-body">
        <p>
          <strong>{many(length)}</strong> will be revoked: {what}, also on the other pages of the
          list. What is installed from now on is not touched.
        </p>
        {length === MOST && (
          <p class="notice warn">
            There may be more than {numeral(MOST)}; these come first, and the rest can follow.
          </p>
        )}
        <p>
          Their tokens are refused at once, and nothing brings these installations back; the agents
          can be installed again.
        </p>
        <Form id={FORM} onSubmit={(values) => onAgree(endingOf(values))}>
          <EndingFields />
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
        <Button look="danger" type="submit" form={FORM} disabled={typed !== String(length)}>
          Revoke {many(length)}
        </Button>
      </div>
    </>
  )
}
