import { Button } from '../../../parts/forms/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../../parts/forms/field.tsx'
import { MAX_ENTRIES, optionText, type FormField } from './form-model.ts'
import { draftOf, emptyDraft, pathOf, type Draft } from './form-values.ts'

interface Props {
  readonly field: FormField
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly issues: ReadonlyMap<string, string>
  readonly path?: string
  readonly required?: boolean
  /** The position in a list, which makes the label of an entry unique. */
  readonly position?: number
}

/** Shows a field for each part of a JSON Schema. */
export function SchemaForm(props: Props) {
  const { field, path = '' } = props
  if (field.kind === 'object') return <ObjectFields {...props} field={field} path={path} />
  if (field.kind === 'list') return <ListFields {...props} field={field} path={path} />
  return <ValueField {...props} path={path} />
}

type FieldOf<Kind extends FormField['kind']> = Extract<FormField, { readonly kind: Kind }>

/** Groups the members of an object; the outermost ones need no frame. */
function ObjectFields({
  field,
  draft,
  onChange,
  issues,
  path,
  position,
}: Props & { readonly field: FieldOf<'object'>; readonly path: string }) {
  const drafts = draft as Readonly<Record<string, Draft>>
  const members = field.members.map((member) => (
    <SchemaForm
      key={member.name}
      field={member.field}
      draft={draftOf(drafts, member.name)}
      onChange={(changed) => onChange({ ...drafts, [member.name]: changed })}
      issues={issues}
      path={pathOf(path, member.name)}
      required={member.required}
    />
  ))
  if (path === '') return <>{members}</>
  return (
    <fieldset class="schema-group">
      <legend>{titleOf(field, position)}</legend>
      {field.description !== undefined && <p class="hint">{field.description}</p>}
      {members}
    </fieldset>
  )
}

const titleOf = ({ title }: FormField, position: number | undefined): string =>
  position === undefined ? title : `${title} ${position + 1}`

function ListFields({
  field,
  draft,
  onChange,
  issues,
  path,
  position,
}: Props & { readonly field: FieldOf<'list'>; readonly path: string }) {
  const drafts = Array.isArray(draft) ? (draft as readonly Draft[]) : []
  const issue = issues.get(path)
  return (
    <fieldset class="schema-group">
      <legend>{titleOf(field, position)}</legend>
      {field.description !== undefined && <p class="hint">{field.description}</p>}
      {drafts.map((each, index) => (
        <div key={index} class="schema-entry">
          <SchemaForm
            field={field.item}
            draft={each}
            onChange={(changed) => onChange(drafts.with(index, changed))}
            issues={issues}
            path={pathOf(path, index)}
            required
            position={index}
          />
          <Button
            variant="quiet"
            aria-label={`Remove ${field.item.title.toLowerCase()} ${index + 1} of ${field.title}`}
            onClick={() => onChange(drafts.toSpliced(index, 1))}
          >
            Remove
          </Button>
        </div>
      ))}
      {issue !== undefined && (
        <p class="issue" role="alert">
          {issue}
        </p>
      )}
      <p>
        <Button
          disabled={drafts.length >= Math.min(field.max, MAX_ENTRIES)}
          onClick={() => onChange([...drafts, emptyDraft(field.item)])}
        >
          Add an entry to {field.title}
        </Button>
      </p>
    </fieldset>
  )
}

const BOOLEAN_OPTIONS = [
  ['true', 'yes'],
  ['false', 'no'],
] as const

function ValueField({
  field,
  draft,
  onChange,
  issues,
  path,
  required = true,
  position,
}: Props & { readonly path: string }) {
  const value = typeof draft === 'string' ? draft : ''
  const common = {
    label: titleOf(field, position),
    name: path,
    hint: field.description,
    optional: !required,
    error: issues.get(path),
  }
  const type = ({ currentTarget }: { currentTarget: { value: string } }) =>
    onChange(currentTarget.value)
  if (field.kind === 'choice' || field.kind === 'boolean')
    return (
      <SelectField
        {...common}
        options={[['', required ? 'Choose…' : 'not set'], ...optionsOf(field)]}
        selected={value}
        onSelect={onChange}
      />
    )
  if (field.kind === 'json')
    return (
      <TextAreaField
        {...common}
        hint={field.description ?? 'A value in JSON.'}
        class="mono"
        spellcheck={false}
        rows={4}
        value={value}
        onInput={type}
      />
    )
  if (field.kind === 'text' && (field.max === undefined || field.max > 200))
    return <TextAreaField {...common} rows={2} value={value} onInput={type} />
  return (
    <TextField
      {...common}
      inputMode={field.kind === 'number' ? keyboardFor(field) : 'text'}
      autoComplete="off"
      value={value}
      onInput={type}
    />
  )
}

/**
 * Returns the on-screen keyboard for a number. The keyboards for numbers have no minus sign on some devices, so they are only for numbers
 * that cannot be negative.
 */
const keyboardFor = ({ integer, min }: FieldOf<'number'>): 'numeric' | 'decimal' | 'text' => {
  if (min === undefined || min < 0) return 'text'
  return integer ? 'numeric' : 'decimal'
}

const optionsOf = (field: FormField): readonly (readonly [string, string])[] =>
  field.kind === 'choice'
    ? field.options.map((option, index) => [String(index), optionText(option)])
    : BOOLEAN_OPTIONS
