import type { PolicyAction } from '../../api/policies.ts'
import { SelectField, TextField } from '../../parts/forms/field.tsx'
import { textOf } from '../../parts/forms/form.tsx'

export type Subject = keyof PolicyAction
export const SUBJECTS: readonly { readonly value: Subject; readonly title: string }[] = [
  { value: 'call', title: 'Skill call' },
  { value: 'tool', title: 'Tool' },
  { value: 'model', title: 'Model' },
  { value: 'connection', title: 'Connection' },
  { value: 'file', title: 'File' },
]

/** Returns the action that a form describes. Optional fields that are empty are left out. */
export function actionOf(subject: Subject, values: FormData): PolicyAction {
  const text = (name: string) => textOf(values, name)
  const optional = (name: string) => text(name) || undefined
  switch (subject) {
    case 'call':
      return { call: { caller: text('action.call.caller'), skill: optional('action.call.skill') } }
    case 'tool':
      return { tool: text('action.tool') }
    case 'model':
      return {
        model: { name: text('action.model.name'), provider: optional('action.model.provider') },
      }
    case 'connection':
      return {
        connection: {
          host: text('action.connection.host'),
          tls: text('action.connection.tls') === 'true',
        },
      }
    case 'file':
      return { file: text('action.file') }
  }
}

const ENCRYPTION = [
  ['true', 'Encrypted (TLS)'],
  ['false', 'Not encrypted'],
] as const
const PLAIN = { autoComplete: 'off', spellcheck: false } as const

/** Shows the fields that describe one kind of action. */
export function ActionFields({
  subject,
  organization_id,
}: {
  subject: Subject
  organization_id: string
}) {
  switch (subject) {
    case 'call':
      return (
        <>
          <TextField
            {...PLAIN}
            label="Caller"
            name="action.call.caller"
            defaultValue={organization_id}
            hint="The identifier of an agent or an organization."
          />
          <TextField {...PLAIN} label="Skill" name="action.call.skill" optional />
        </>
      )
    case 'tool':
      return <TextField {...PLAIN} label="Tool" name="action.tool" placeholder="shell.exec" />
    case 'model':
      return (
        <>
          <TextField {...PLAIN} label="Model" name="action.model.name" />
          <TextField {...PLAIN} label="Provider" name="action.model.provider" optional />
        </>
      )
    case 'connection':
      return (
        <>
          <TextField
            {...PLAIN}
            label="Host"
            name="action.connection.host"
            placeholder="api.example.com:443"
            hint="With its port if the rules name ports."
          />
          <SelectField
            label="Encryption"
            name="action.connection.tls"
            options={ENCRYPTION}
            selected="true"
          />
        </>
      )
    case 'file':
      return (
        <TextField
          {...PLAIN}
          label="Path"
          name="action.file"
          placeholder="/data/invoices/1.pdf"
          hint="Agents compare paths after they have resolved . and .. in them."
        />
      )
  }
}
