import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { useReportAgent, type DisputeIssue } from '../../api/disputes.ts'
import { Button } from '../../parts/forms/button.tsx'
import { RadioGroup } from '../../parts/forms/radio-group.tsx'
import { Dialog } from '../../parts/feedback/dialog.tsx'
import { TextAreaField, TextField } from '../../parts/forms/field.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { toast } from '../../parts/feedback/toasts.tsx'
import { pageUrl } from '../../urls.ts'
import { ISSUES } from './labels.tsx'

const FORM = 'report'
const text = (values: FormData, name: string) => String(values.get(name) ?? '').trim()

/** Reports an agent, with a task and logs where there are some. */
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
    const evidence = {
      ...(text(values, 'evidence.task_id') !== '' && { task_id: text(values, 'evidence.task_id') }),
      ...(text(values, 'evidence.logs') !== '' && { logs: text(values, 'evidence.logs') }),
    }
    report.mutate(
      {
        organization_id,
        issue_type: values.get('issue_type') as DisputeIssue,
        description: text(values, 'description'),
        evidence,
      },
      {
        onSuccess: ({ dispute_id }) => {
          toast('The dispute is open.')
          route(pageUrl('dispute', { dispute_id }))
        },
      },
    )
  }
  return (
    <Dialog title="Report an agent" open onClose={onClose} wide>
      <div class="dialog-body">
        <Form id={FORM} error={report.error} onSubmit={submit}>
          <TextField
            label="Agent"
            name="svc_id"
            class="mono"
            value={agent}
            autoComplete="off"
            spellcheck={false}
            autoFocus={svc_id === ''}
            maxLength={256}
            placeholder="svc_id"
            onInput={({ currentTarget }) => setAgent(currentTarget.value)}
            hint="Its svc_id, as its page shows it."
          />
          <IssueChoice />
          <TextAreaField
            label="What happened"
            name="description"
            maxLength={4000}
            autoFocus={svc_id !== ''}
            hint="In sentences for people. The organization of the agent reads it, and so does the operator; nobody else does."
          />
          <TextField
            label="Task"
            name="evidence.task_id"
            class="mono"
            optional
            defaultValue={task_id}
            autoComplete="off"
            spellcheck={false}
            maxLength={200}
            hint="The identifier of the task that shows it."
          />
          <TextAreaField
            label="Logs"
            name="evidence.logs"
            class="mono"
            optional
            rows={5}
            maxLength={16384}
            spellcheck={false}
            hint="Credentials of this registry are cut out before anything is kept."
          />
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
    chosen="incorrect_response"
    options={(Object.keys(ISSUES) as DisputeIssue[]).map((issue) => ({
      value: issue,
      ...ISSUES[issue],
    }))}
  />
)
