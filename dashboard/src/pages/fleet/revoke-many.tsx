import { useRevokeInstallations, type Installation } from '../../api/fleet.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { shortened } from '../../parts/id.tsx'
import { say } from '../../shell/toasts.tsx'
import { many, nameOf } from './called.ts'
import { EndingFields, endingOf } from './ending.tsx'

const NAMED = 5

interface Props {
  readonly workspace_id: string
  readonly installations: readonly Installation[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Ends the chosen installations in one request, each with an audit record of its own. */
export function RevokeMany({ workspace_id, installations, onClose, onDone }: Props) {
  const revoke = useRevokeInstallations(workspace_id)
  const send = (values: FormData) =>
    revoke.mutate(
      {
        ...endingOf(values),
        installation_ids: installations.map(({ installation_id }) => installation_id),
      },
      {
        onSuccess: ({ items }) => {
          const ended = installations.length - items.length
          say(`${many(items.length)} revoked${ended > 0 ? `; ${ended} had ended already` : ''}.`)
          onDone()
        },
      },
    )
  return (
    <Dialog title={`Revoke ${many(installations.length)}`} open onClose={onClose}>
      <div class="dialog-body">
        <p>
          Their tokens are refused at once, and nothing brings these installations back; the agents
          can be installed again.
        </p>
        <ul class="bullets">
          {installations.slice(0, NAMED).map((one) => (
            <li key={one.installation_id}>
              {nameOf(one)} <code class="small">{shortened(one.installation_id)}</code>,{' '}
              {one.lifecycle === 'active' ? one.health : one.lifecycle}
            </li>
          ))}
          {installations.length > NAMED && <li>and {installations.length - NAMED} more</li>}
        </ul>
        <Form id="revocation" error={revoke.error} onSubmit={send}>
          <EndingFields />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" type="submit" form="revocation" pending={revoke.isPending}>
          Revoke {many(installations.length)}
        </Button>
      </div>
    </Dialog>
  )
}
