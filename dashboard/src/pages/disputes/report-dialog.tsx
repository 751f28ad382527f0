import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { useReportAgent, type DisputeIssue } from '../../api/disputes.ts'
import { Button } from '../../parts/forms/button.tsx'
import { RadioGroup, TextAreaField, TextField } from '../../parts/forms/field.tsx'
import { Dialog } from '../../parts/feedback/dialog.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { toast } from '../../parts/feedback/toasts.tsx'
import { pageUrl } from '../../urls.ts'
import { ISSUES } from '../../shell/dispute-issues.ts'

const FORM = 'report'
const text = (values: FormData, name: string) => String(values.get(name) ?? '').trim()

const evidenceFrom = (values: FormData) => ({
  ...(text(values, 'evidence.task_id') !== '' && { task_id: text(values, 'evidence.task_id') }),
  ...(text(values, 'evidence.logs') !== '' && { logs: text(values, 'evidence.logs') }),
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
        description: text(values, 'description'),
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
    <Dialog title="Report an agent" open onClose={onClose} wide>
      <div class="dialog-body">
        <Form id={FORM} error={report.error} onSubmit={submit}>
          <ReportFields agent={agent} preset={svc_id !== ''} onAgent={setAgent} />
          <EvidenceFields task_id={task_id} />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          form={FORM}
          variant="primary"
          pending={report.isPending}
          disabled={agent.trim() === ''}
        >
          Report
        </Button>
      </div>
    </Dialog>
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
