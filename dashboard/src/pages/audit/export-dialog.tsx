import { useState } from 'preact/hooks'
import { useStartExport, type Destination } from '../../api/audit-exports.ts'
import { Button } from '../../parts/forms/button.tsx'
import { RadioGroup } from '../../parts/forms/radio-group.tsx'
import { Dialog } from '../../parts/feedback/dialog.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { exportRequestOf, DESTINATIONS, EXTRA_FIELDS, CREDENTIAL_FIELDS } from './destinations.ts'

const FORM = 'export'
interface Props {
  readonly event_type: string
  readonly workspace_id: string
  readonly onClose: () => void
  readonly onStarted: (export_id: string) => void
}

/** Sends records to another system. */
export function ExportDialog({ event_type, workspace_id, onClose, onStarted }: Props) {
  const { organization_id } = useOrganization()
  const [destination, setDestination] = useState<Destination>('logs')
  const start = useStartExport()
  const submit = (values: FormData) =>
    start.mutate(
      {
        destination,
        body: {
          organization_id,
          ...(workspace_id !== '' && { workspace_id }),
          ...exportRequestOf(destination, values),
        },
      },
      {
        onSuccess: ({ export_id }) => onStarted(export_id),
      },
    )
  const secret = CREDENTIAL_FIELDS[destination]
  return (
    <Dialog title="Export the audit log" open onClose={onClose} wide>
      <div class="dialog-body">
        <Form id={FORM} error={start.error} onSubmit={submit}>
          <RadioGroup
            title="Where to"
            name="destination"
            chosen={destination}
            options={DESTINATIONS}
            onChoose={setDestination}
          />
          <TextField
            label="Address"
            name="intake_url"
            type="url"
            optional
            autoComplete="off"
            placeholder="https://"
            hint="Left out, it is the one that the operator has configured, with the operator’s credential."
          />
          <TextField
            key={secret.name}
            label={secret.label}
            name={secret.name}
            type="password"
            optional
            autoComplete="off"
            hint="Kept sealed until the export ends, then forgotten."
          />
          <div class="columns">
            <TextField
              label="Kind of record"
              name="event_type"
              optional
              autoComplete="off"
              defaultValue={event_type}
              placeholder="policy.updated"
              hint="Only records of this kind."
            />
            <TextField
              label="At most"
              name="limit"
              type="number"
              min={1}
              max={10_000}
              defaultValue="1000"
              hint="The newest records that fit."
            />
          </div>
          <TextField
            label="Tags"
            name="tags"
            optional
            autoComplete="off"
            placeholder="env:production, team:payments"
            hint="Each key:value, separated by commas."
          />
          <details class="more">
            <summary>
              More for {DESTINATIONS.find(({ value }) => value === destination)!.title}
            </summary>
            <div class="columns">
              {EXTRA_FIELDS[destination].map((field) => (
                <TextField key={field.name} {...field} optional autoComplete="off" />
              ))}
            </div>
          </details>
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={FORM} variant="primary" pending={start.isPending}>
          Start export
        </Button>
      </div>
    </Dialog>
  )
}
