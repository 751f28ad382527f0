import { useEffect, useState } from 'preact/hooks'
import { useUpdateAgent, type Agent } from '../../../api/agents.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { CancelButton, Dialog } from '../../../parts/feedback/dialog.tsx'
import { TextAreaField, CheckboxField, TextField } from '../../../parts/forms/field.tsx'
import { textOf, useFocusFirstField, Form } from '../../../parts/forms/form.tsx'
import { membershipIn, permits, useCurrentUser } from '../../../shell/current-user.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'
import { changesFrom, DETAILS, installersError, type AgentForm, type Details } from './changes.ts'
import { AccessFields, type Access } from './access-fields.tsx'
import { visibleName } from '../../../parts/text/visible.ts'

const FORM = 'agent'

/** Lets people whose role permits it edit the registration of an agent of their organization. */
export function EditAgent({ agent }: { agent: Agent }) {
  const { session } = useCurrentUser()
  const [open, setOpen] = useState(false)
  if (!permits(membershipIn(session, agent.organization_id), 'agents:write')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit</Button>
      {open && <EditDialog agent={agent} onClose={() => setOpen(false)} />}
    </>
  )
}

function EditDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  // Changes are computed against the agent as it was when the form was opened.
  const [before] = useState(agent)
  const save = useUpdateAgent(agent.svc_id)
  const [access, setAccess] = useState<Access>({
    private: before.private,
    installable_by: before.installable_by,
    installers: (before.installers ?? []).join('\n'),
  })
  const [deprecated, setDeprecated] = useState(before.deprecated)
  const [installersIssue, setInstallersIssue] = useState<string>()
  const container = useFocusFirstField<HTMLDivElement>()
  useEffect(() => {
    if (installersIssue !== undefined)
      container.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [installersIssue])
  const submit = (values: FormData) => {
    const invalid =
      access.installable_by === 'listed' ? installersError(access.installers) : undefined
    setInstallersIssue(invalid)
    if (invalid !== undefined) return
    const form: AgentForm = { ...access, deprecated, ...detailsFrom(values) }
    save.mutate(changesFrom(before, form), {
      onSuccess: ({ name }) => {
        toast(`${visibleName(name)} saved.`)
        onClose()
      },
    })
  }
  return (
    <Dialog title={`Edit ${visibleName(before.name)}`} open onClose={onClose} wide>
      <div class="dialog-body" ref={container}>
        <Form id={FORM} error={save.error} onSubmit={submit} class="edit-agent">
          <DetailFields agent={before} />
          <div class="form">
            <CheckboxField
              label="Deprecated"
              name="deprecated"
              checked={deprecated}
              onChange={({ currentTarget }) => setDeprecated(currentTarget.checked)}
              hint="Tells everyone that you advise against new use. The agent still works and can still be installed."
            />
            <AccessFields
              agent={before}
              access={access}
              error={installersIssue}
              onChange={setAccess}
            />
          </div>
        </Form>
      </div>
      <div class="dialog-foot">
        <CancelButton />
        <Button type="submit" form={FORM} variant="primary" pending={save.isPending}>
          Save
        </Button>
      </div>
    </Dialog>
  )
}

const detailsFrom = (values: FormData): Details =>
  Object.fromEntries(DETAILS.map((name) => [name, textOf(values, name)])) as Details

const OPTIONAL = { optional: true, autoComplete: 'off' } as const

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
      {...OPTIONAL}
    />
    <TextField
      label="Category"
      name="category"
      defaultValue={category}
      maxLength={64}
      {...OPTIONAL}
    />
    <TextField
      label="LLM provider"
      name="llm_provider"
      defaultValue={llm_provider}
      maxLength={64}
      {...OPTIONAL}
    />
    <TextField
      label="URL"
      name="url"
      type="url"
      defaultValue={url}
      maxLength={2048}
      {...OPTIONAL}
    />
    <TextAreaField
      label="Skills"
      name="capabilities"
      defaultValue={capabilities.join('\n')}
      class="mono"
      spellcheck={false}
      rows={4}
      optional
      hint="One per line, with the names that tasks use."
    />
    <p class="muted small">
      Name, version, key and manifest hash make up the agent’s identity and cannot be changed.
      Permissions and card are kept.
    </p>
  </div>
)
