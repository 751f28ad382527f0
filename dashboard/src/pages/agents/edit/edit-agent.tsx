import { useEffect, useState } from 'preact/hooks'
import type { Agent } from '../../../api/agents.ts'
import { useUpdateAgent } from '../../../api/agent-update.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { RadioGroup } from '../../../parts/forms/radio-group.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { TextAreaField, CheckboxField, TextField } from '../../../parts/forms/field.tsx'
import { useFocusFirstField } from '../../../parts/forms/focus.ts'
import { Form } from '../../../parts/forms/form.tsx'
import { canManage, useCurrentUser } from '../../../shell/current-user.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'
import { changesFrom, installersError, canRestrict, type AgentForm } from './changes.ts'

const FORM = 'agent'

/** The button and form that change what is said of an agent: for owners and admins of the organization that registered it. */
export function EditAgent({ agent }: { agent: Agent }) {
  const {
    session: { memberships },
  } = useCurrentUser()
  const [open, setOpen] = useState(false)
  if (!memberships.some((one) => one.organization_id === agent.organization_id && canManage(one)))
    return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit</Button>
      {open && <EditDialog agent={agent} onClose={() => setOpen(false)} />}
    </>
  )
}

function EditDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  // What was there when the form was opened tells what somebody has changed in it.
  const [before] = useState(agent)
  const save = useUpdateAgent(agent.svc_id)
  const [access, setAccess] = useState<Access>({
    private: before.private,
    installable_by: before.installable_by,
    installers: (before.installers ?? []).join('\n'),
  })
  const [deprecated, setDeprecated] = useState(before.deprecated)
  const [fault, setFault] = useState<string>()
  const first = useFocusFirstField<HTMLDivElement>()
  useEffect(() => {
    if (fault !== undefined)
      first.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [fault])
  const submit = (values: FormData) => {
    const text = (name: string) => String(values.get(name) ?? '')
    const typed: AgentForm = {
      ...access,
      deprecated,
      description: text('description'),
      publisher: text('publisher'),
      category: text('category'),
      llm_provider: text('llm_provider'),
      url: text('url'),
      capabilities: text('capabilities'),
    }
    const wrong =
      access.installable_by === 'listed' ? installersError(access.installers) : undefined
    setFault(wrong)
    if (wrong !== undefined) return
    save.mutate(changesFrom(before, typed), {
      onSuccess: ({ name }) => {
        toast(`${name} is saved.`)
        onClose()
      },
    })
  }
  return (
    <Dialog title={`Edit ${before.name}`} open onClose={onClose} wide>
      <div class="dialog-body" ref={first}>
        <Form id={FORM} error={save.error} onSubmit={submit} class="edit-agent">
          <DetailFields agent={before} />
          <div class="form">
            <CheckboxField
              label="Deprecated"
              name="deprecated"
              checked={deprecated}
              onChange={({ currentTarget }) => setDeprecated(currentTarget.checked)}
              hint="Everybody is told that you advise against new use. The agent still works and can still be installed."
            />
            <AccessFields agent={before} access={access} error={fault} onChange={setAccess} />
          </div>
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={FORM} variant="primary" pending={save.isPending}>
          Save
        </Button>
      </div>
    </Dialog>
  )
}

const DetailFields = ({
  agent: { description, publisher, category, llm_provider, url, capabilities },
}: {
  agent: Agent
}) => (
  <div class="form">
    <TextAreaField
      label="Description"
      name="description"
      defaultValue={description}
      maxLength={2000}
      rows={4}
      optional
    />
    <TextField
      label="Publisher"
      name="publisher"
      defaultValue={publisher}
      maxLength={200}
      autoComplete="off"
      optional
    />
    <TextField
      label="Category"
      name="category"
      defaultValue={category}
      maxLength={64}
      autoComplete="off"
      optional
    />
    <TextField
      label="LLM provider"
      name="llm_provider"
      defaultValue={llm_provider}
      maxLength={64}
      autoComplete="off"
      optional
    />
    <TextField
      label="Address"
      name="url"
      type="url"
      defaultValue={url}
      maxLength={2048}
      autoComplete="off"
      optional
    />
    <TextAreaField
      label="Skills"
      name="capabilities"
      defaultValue={capabilities.join('\n')}
      class="mono"
      spellcheck={false}
      rows={4}
      optional
      hint="One per line, by the names under which tasks are routed to the agent."
    />
    <p class="muted small">
      Name, version and key make the agent’s identity and stay. Permissions and card are kept as
      they are.
    </p>
  </div>
)

interface Access {
  readonly private: boolean
  readonly installable_by: Agent['installable_by']
  readonly installers: string
}
interface AccessProps {
  readonly agent: Agent
  readonly access: Access
  readonly error: string | undefined
  readonly onChange: (access: Access) => void
}

/** Who sees the agent and who installs it; what only its proved owner may say is there and cannot be chosen. */
function AccessFields({ agent, access, error, onChange }: AccessProps) {
  const restrictable = canRestrict(agent)
  return (
    <>
      <CheckboxField
        label="Private"
        name="private"
        checked={access.private}
        disabled={!restrictable}
        onChange={({ currentTarget }) => onChange({ ...access, private: currentTarget.checked })}
        hint="Only your organization sees it, and the organizations that you list below."
      />
      <RadioGroup
        title="Who may install it"
        name="installable_by"
        chosen={access.installable_by}
        onChoose={(installable_by) => onChange({ ...access, installable_by })}
        options={[
          {
            value: 'anyone',
            title: 'Everybody who sees it',
            meaning: access.private
              ? 'It is private, so that is your organization.'
              : 'Every organization.',
          },
          {
            value: 'listed',
            title: 'Listed organizations',
            meaning: 'Yours, and those that you list.',
            disabled: !restrictable,
          },
          {
            value: 'owner',
            title: 'Nobody else',
            meaning: 'Your organization only.',
            disabled: !restrictable,
          },
        ]}
      />
      {access.installable_by === 'listed' && (
        <TextAreaField
          label="Organizations"
          name="installers"
          class="mono"
          spellcheck={false}
          rows={4}
          value={access.installers}
          error={error}
          onInput={({ currentTarget }) => onChange({ ...access, installers: currentTarget.value })}
          hint="Their identifiers, one per line."
        />
      )}
      <p class="muted small">
        {restrictable
          ? 'What is installed already goes on working.'
          : 'This takes an agent whose key has confirmed that it is yours, and whose identifier follows from its content.'}
      </p>
    </>
  )
}
