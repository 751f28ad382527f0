import { useState } from 'preact/hooks'
import { useExport, type Destination } from '../../api/exports.ts'
import { Button } from '../../parts/button.tsx'
import { Choices } from '../../parts/choices.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { bodyOf, DESTINATIONS, EXTRAS, SECRETS } from './destinations.ts'

const FORM = 'export'
interface Props {
  readonly event_type: string
  readonly workspace_id: string
  readonly onClose: () => void
  readonly onStarted: (export_id: string) => void
}

/** Sends records to another system. */
export function Export({ event_type, workspace_id, onClose, onStarted }: Props) {
  const { organization_id } = useOrganization()
  const [destination, setDestination] = useState<Destination>('logs')
  const start = useExport()
  const submit = (values: FormData) =>
    start.mutate(
      {
        destination,
        body: {
          organization_id,
          ...(workspace_id !== '' && { workspace_id }),
          ...bodyOf(destination, values),
        },
      },
      {
        onSuccess: ({ export_id }) => onStarted(export_id),
      },
    )
  const secret = SECRETS[destination]
  return (
    <Dialog title="Export the audit log" open onClose={onClose} wide>
      <div class="dialog-body">
        <Form id={FORM} error={start.error} onSubmit={submit}>
          <Choices
            title="Where to"
            name="destination"
            chosen={destination}
            of={DESTINATIONS}
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
              {EXTRAS[destination].map((field) => (
                <TextField key={field.name} {...field} optional autoComplete="off" />
              ))}
            </div>
          </details>
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={FORM} look="primary" pending={start.isPending}>
          Start export
        </Button>
      </div>
    </Dialog>
  )
}
