import { useState } from 'preact/hooks'
import { useCreateInstallToken, type InstallToken } from '../../../api/install-tokens.ts'
import { SelectField } from '../../../parts/forms/field.tsx'
import { FormDialog } from '../../../parts/forms/form-dialog.tsx'
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
    <FormDialog
      title="New install token"
      action="Create token"
      error={create.error}
      pending={create.isPending}
      disabled={agent_id === undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <AgentPicker selected={agent_id} onSelect={setAgent} />
      <SelectField
        label="Valid for"
        name="expiry_minutes"
        options={LIFETIMES}
        selected={DEFAULT_LIFETIME}
        hint="The token can be used once within this time."
      />
    </FormDialog>
  )
}
