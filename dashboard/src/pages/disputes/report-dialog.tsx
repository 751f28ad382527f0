import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { useReportAgent, type DisputeIssue } from '../../api/disputes.ts'
import { RadioGroup, TextAreaField, TextField } from '../../parts/forms/field.tsx'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { textOf } from '../../parts/forms/form.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { toast } from '../../parts/feedback/toasts.tsx'
import { pageUrl } from '../../urls.ts'
import { ISSUES } from '../../entities/dispute-issues.ts'

const evidenceFrom = (values: FormData) => ({
  ...(textOf(values, 'evidence.task_id') !== '' && { task_id: textOf(values, 'evidence.task_id') }),
  ...(textOf(values, 'evidence.logs') !== '' && { logs: textOf(values, 'evidence.logs') }),
})

/** Opens a dispute about an agent, with a task and logs as optional evidence. */
export function ReportDialog({
  svc_id,
  task_id,
  onClose,
}: {
  svc_id: string
  task_id: string
  onClose: () => void
}) {
  const { organization_id } = useOrganization()
  const { route } = useLocation()
  const [agent, setAgent] = useState(svc_id)
  const report = useReportAgent(agent.trim())
  const submit = (values: FormData) => {
    report.mutate(
      {
        organization_id,
        issue_type: values.get('issue_type') as DisputeIssue,
        description: textOf(values, 'description'),
        evidence: evidenceFrom(values),
      },
      {
        onSuccess: ({ dispute_id }) => {
          toast('Dispute opened.')
          route(pageUrl('dispute', { dispute_id }))
        },
      },
    )
  }
  return (
    <FormDialog
      title="Report an agent"
      wide
      action="Report"
      error={report.error}
      pending={report.isPending}
      disabled={agent.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <ReportFields agent={agent} preset={svc_id !== ''} onAgent={setAgent} />
      <EvidenceFields task_id={task_id} />
    </FormDialog>
  )
}

const IssueChoice = () => (
  <RadioGroup
    title="What went wrong"
    name="issue_type"
    selected="incorrect_response"
    options={(Object.keys(ISSUES) as DisputeIssue[]).map((issue) => ({
      value: issue,
      ...ISSUES[issue],
    }))}
  />
)

interface FieldsProps {
  readonly agent: string
  /** Whether the dialog was opened for a given agent. If so, the description is the first field to fill in. */
  readonly preset: boolean
  readonly onAgent: (svc_id: string) => void
}

const ReportFields = ({ agent, preset, onAgent }: FieldsProps) => (
  <>
    <TextField
      label="Agent"
      name="svc_id"
      class="mono"
      value={agent}
      autoComplete="off"
      spellcheck={false}
      autoFocus={!preset}
      maxLength={256}
      placeholder="svc_id"
      onInput={({ currentTarget }) => onAgent(currentTarget.value)}
      hint="The identifier shown on the agent’s page."
    />
    <IssueChoice />
    <TextAreaField
      label="What happened"
      name="description"
      maxLength={4000}
      autoFocus={preset}
      hint="Visible only to your organization, the agent’s organization and the operator."
    />
  </>
)

const EvidenceFields = ({ task_id }: { task_id: string }) => (
  <>
    <TextField
      label="Task"
      name="evidence.task_id"
      class="mono"
      optional
      defaultValue={task_id}
      autoComplete="off"
      spellcheck={false}
      maxLength={200}
      hint="The identifier of the task that went wrong."
    />
    <TextAreaField
      label="Logs"
      name="evidence.logs"
      class="mono"
      optional
      rows={5}
      maxLength={16384}
      spellcheck={false}
      hint="Credentials for this registry are redacted before the logs are stored."
    />
  </>
)
