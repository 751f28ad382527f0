import { useState } from 'preact/hooks'
import { useStartExport, type Destination } from '../../api/audit-exports.ts'
import { RadioGroup, TextField } from '../../parts/forms/field.tsx'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { useOrganizationState } from '../../api/organizations.ts'
import {
  exportRequestOf,
  missingField,
  DESTINATIONS,
  EXTRA_FIELDS,
  CREDENTIAL_FIELDS,
  type MissingField,
} from './destinations.ts'

interface Props {
  readonly event_type: string
  readonly workspace_id: string
  readonly onClose: () => void
  readonly onStarted: (export_id: string) => void
}

/** Starts an export of audit records to another system. */
export function ExportDialog({ event_type, workspace_id, onClose, onStarted }: Props) {
  const { organization_id } = useOrganization()
  const [destination, setDestination] = useState<Destination>('logs')
  const start = useStartExport()
  const configured = useOrganizationState(organization_id).data?.configured_exports
  const [missing, setMissing] = useState<MissingField>()
  const submit = (values: FormData) => {
    const found = missingField(destination, values, configured)
    setMissing(found)
    if (found) return
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
  }
  return (
    <FormDialog
      title="Export the audit log"
      wide
      action="Start export"
      error={start.error}
      pending={start.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ExportFields
        destination={destination}
        event_type={event_type}
        missing={missing}
        onDestination={(chosen) => {
          setMissing(undefined)
          setDestination(chosen)
        }}
      />
    </FormDialog>
  )
}

interface FieldsProps {
  readonly destination: Destination
  readonly event_type: string
  readonly missing: MissingField | undefined
  readonly onDestination: (destination: Destination) => void
}

function ExportFields({ destination, event_type, missing, onDestination }: FieldsProps) {
  const credential = CREDENTIAL_FIELDS[destination]
  return (
    <>
      <RadioGroup
        title="Destination"
        name="destination"
        selected={destination}
        options={DESTINATIONS}
        onSelect={onDestination}
      />
      <TextField
        label="Intake URL"
        name="intake_url"
        error={missing?.name === 'intake_url' ? missing.message : undefined}
        type="url"
        optional
        autoComplete="off"
        placeholder="https://"
        hint="Leave empty to use the URL and credential that the operator has configured."
      />
      <TextField
        key={credential.name}
        label={credential.label}
        name={credential.name}
        error={missing?.name === credential.name ? missing.message : undefined}
        type="password"
        optional
        autoComplete="off"
        hint="Stored encrypted until the export ends, then deleted."
      />
      <SelectionFields event_type={event_type} />
      <TextField
        label="Tags"
        name="tags"
        optional
        autoComplete="off"
        placeholder="env:production, team:payments"
        hint="Comma-separated key:value pairs."
      />
      <ExtraFields destination={destination} />
    </>
  )
}

const ExtraFields = ({ destination }: { destination: Destination }) => (
  <details class="more">
    <summary>
      More settings for {DESTINATIONS.find(({ value }) => value === destination)!.title}
    </summary>
    <div class="columns">
      {EXTRA_FIELDS[destination].map((field) => (
        <TextField key={field.name} {...field} optional autoComplete="off" />
      ))}
    </div>
  </details>
)

const SelectionFields = ({ event_type }: { event_type: string }) => (
  <div class="columns">
    <TextField
      label="Event type"
      name="event_type"
      optional
      autoComplete="off"
      defaultValue={event_type}
      placeholder="policy.updated"
      hint="Export only records of this type."
    />
    <TextField
      label="Limit"
      name="limit"
      type="number"
      min={1}
      max={10_000}
      defaultValue="1000"
      hint="How many of the newest matching records to export."
    />
  </div>
)
