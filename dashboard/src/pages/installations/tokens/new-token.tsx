import { useState } from 'preact/hooks'
import { useCreateInstallToken, type InstallToken } from '../../../api/installations.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { SelectField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { AgentPicker } from './agent-picker.tsx'

const LIFETIMES = [
  ['5', '5 minutes'],
  ['15', '15 minutes'],
  ['60', '1 hour'],
  ['240', '4 hours'],
  ['1440', '1 day'],
] as const
const DEFAULT_LIFETIME = '15'
interface Props {
  readonly workspace_id: string
  readonly agent: string | undefined
  readonly onClose: () => void
  readonly onCreated: (token: InstallToken) => void
}

/** Creates an install token for an agent. */
export function NewTokenDialog({ workspace_id, agent, onClose, onCreated }: Props) {
  const create = useCreateInstallToken(workspace_id)
  const [agent_id, setAgent] = useState(agent)
  const submit = (values: FormData) => {
    if (agent_id !== undefined)
      create.mutate(
        { agent_id, expiry_minutes: Number(values.get('expiry_minutes')) },
        { onSuccess: onCreated },
      )
  }
  return (
    <Dialog title="New install token" open onClose={onClose}>
      <div class="dialog-body">
        <Form id="token" error={create.error} onSubmit={submit}>
          <AgentPicker selected={agent_id} onSelect={setAgent} />
          <SelectField
            label="Valid for"
            name="expiry_minutes"
            options={LIFETIMES}
            selected={DEFAULT_LIFETIME}
            hint="The token can be used once within this time."
          />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          form="token"
          variant="primary"
          disabled={agent_id === undefined}
          pending={create.isPending}
        >
          Create token
        </Button>
      </div>
    </Dialog>
  )
}
