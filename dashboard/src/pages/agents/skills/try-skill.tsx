import { useEffect, useRef, useState } from 'preact/hooks'
import type { Agent } from '../../../api/agents.ts'
import { useActiveInstallations, type Installation } from '../../../api/installations.ts'
import { isObject } from '../../../api/json.ts'
import { useRouteTask } from '../../../api/tasks.ts'
import { useWorkspaces } from '../../../api/workspaces.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { SelectField, TextAreaField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { shorten } from '../../../parts/text/copyable.tsx'
import { useOrganization } from '../../../shell/current-user.tsx'
import type { Skill } from './card-skills.ts'
import { fieldOf } from './form-model.ts'
import { emptyDraft, readDraft } from './form-values.ts'
import { SchemaForm } from './schema-form.tsx'
import { TaskResult } from './task-result.tsx'
import { visibleName } from '../../../parts/text/visible.ts'

/** Opens a form that calls a skill of an installation in one of the user's workspaces. */
export function TrySkill({ agent, skill }: { agent: Agent; skill: Skill }) {
  const [open, setOpen] = useState(false)
  if (agent.installations.living === 0)
    return (
      <p class="muted small">
        To try it here, install the agent in one of your workspaces and start it.
      </p>
    )
  return open ? (
    <section class="try-skill" aria-label={`Try ${skill.title}`}>
      <WorkspaceChoice agent={agent} skill={skill} onClose={() => setOpen(false)} />
    </section>
  ) : (
    <p>
      <Button onClick={() => setOpen(true)}>Try {skill.title}</Button>
    </p>
  )
}

interface ChoiceProps {
  readonly agent: Agent
  readonly skill: Skill
  readonly onClose: () => void
}

/** Asks for the workspace whose installation is called. */
function WorkspaceChoice({ agent, skill, onClose }: ChoiceProps) {
  const workspaces = useWorkspaces(useOrganization().organization_id)
  const [selected, setSelected] = useState<string>()
  const workspace_id = selected ?? workspaces.data?.items[0]?.workspace_id
  if (workspace_id === undefined) return null
  return (
    <>
      <SelectField
        label="Workspace"
        name="workspace"
        options={(workspaces.data?.items ?? []).map(
          ({ workspace_id: id, name }) => [id, visibleName(name)] as const,
        )}
        selected={workspace_id}
        onSelect={setSelected}
      />
      <SkillForm
        key={workspace_id}
        agent={agent}
        skill={skill}
        workspace_id={workspace_id}
        onClose={onClose}
      />
    </>
  )
}

const ANY = ''
const installationOptions = (items: readonly Installation[]) => [
  [ANY, 'Let the registry choose'] as const,
  ...items.map(
    ({ installation_id, health }) =>
      [installation_id, `${shorten(installation_id)}, ${health}`] as const,
  ),
]

interface FormProps extends ChoiceProps {
  readonly workspace_id: string
}
/** Skills without a declared timeout get the default of a task, and no timeout exceeds the maximum of the registry. */
const DEFAULT_TIMEOUT_MS = 30_000
const MAX_TIMEOUT_MS = 120_000

/** Holds what has been typed into the form of a skill, and sends it as a task. */
function useSkillTask({ agent: { svc_id }, skill, workspace_id }: FormProps) {
  const route = useRouteTask()
  const [installation_id, setInstallation] = useState(ANY)
  const [field] = useState(() => (skill.input ? fieldOf(skill.input, 'Input') : undefined))
  const [draft, setDraft] = useState(() => (field ? emptyDraft(field) : ''))
  const [issues, setIssues] = useState<ReadonlyMap<string, string>>(new Map())
  const send = (values: FormData) => {
    const read = field ? readDraft(field, draft) : undefined
    setIssues(read?.issues ?? new Map())
    if (read && read.issues.size > 0) return
    const message = String(values.get('message') ?? '')
    route.mutate({
      skill: skill.name,
      context: { workspace_id },
      target: { svc_id, ...(installation_id !== ANY && { installation_id }) },
      timeout_ms: Math.min(skill.timeout_ms ?? DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS),
      ...(message !== '' && { message }),
      ...(read?.value !== undefined && { input: asInput(read.value) }),
    })
  }
  return { route, installation_id, setInstallation, field, draft, setDraft, issues, send }
}

function SkillForm(props: FormProps) {
  const { agent, workspace_id, onClose } = props
  const found = useActiveInstallations(workspace_id, agent.svc_id)
  const task = useSkillTask(props)
  const { route, field, issues } = task
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (issues.size > 0)
      container.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [issues])
  if (found.data?.items.length === 0) return <NotInstalled onClose={onClose} />
  return (
    <div ref={container} class="stack">
      <Form error={route.error} onSubmit={task.send}>
        <SelectField
          label="Installation"
          name="installation"
          options={installationOptions(found.data?.items ?? [])}
          selected={task.installation_id}
          onSelect={task.setInstallation}
        />
        {field ? (
          <SchemaForm field={field} draft={task.draft} onChange={task.setDraft} issues={issues} />
        ) : (
          <TextAreaField
            label="Message"
            name="message"
            hint="This skill declares no input schema, so it receives your text as a message."
          />
        )}
        <p class="hint">
          This is a real task: the policy of the workspace applies, and it appears in the task
          history and the audit log under your name. The agent learns your organization, the
          workspace and your user ID, but not your e-mail address.
        </p>
        <div class="actions">
          <Button type="submit" variant="primary" pending={route.isPending}>
            Send task
          </Button>
          <Button onClick={onClose}>Close</Button>
        </div>
      </Form>
      {route.data && <TaskResult task={route.data} workspace_id={workspace_id} />}
    </div>
  )
}

const NotInstalled = ({ onClose }: Pick<ChoiceProps, 'onClose'>) => (
  <>
    <p class="notice">The agent has no active installation in this workspace.</p>
    <p>
      <Button onClick={onClose}>Close</Button>
    </p>
  </>
)

/** The input of a task is an object; any other value is sent as its member `value`. */
const asInput = (value: unknown): Record<string, unknown> => (isObject(value) ? value : { value })
