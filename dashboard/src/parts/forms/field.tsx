import type { ComponentChildren, TargetedEvent } from 'preact'
import { useId } from 'preact/hooks'
import { useFieldIssue } from './form.tsx'

interface CommonProps {
  readonly label: string
  readonly name: string
  readonly hint?: ComponentChildren
  readonly optional?: boolean
  /** An error message of the page, which replaces the issue that the registry reports. */
  readonly error?: string
}
interface InputProps<Element extends EventTarget> {
  readonly value?: string
  readonly defaultValue?: string
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly autoFocus?: boolean
  /** Counts UTF-16 units, so text that fits never exceeds the same limit in a schema, which counts code points. */
  readonly maxLength?: number
  readonly spellcheck?: boolean
  readonly class?: string
  readonly onInput?: (event: TargetedEvent<Element>) => void
}
interface TextProps extends CommonProps, InputProps<HTMLInputElement> {
  readonly type?: 'text' | 'email' | 'url' | 'number' | 'password' | 'datetime-local' | 'date'
  readonly autoComplete?: string
  readonly inputMode?: 'numeric' | 'decimal' | 'text' | 'email' | 'url'
  readonly min?: string | number
  readonly max?: string | number
}
interface TextAreaProps extends CommonProps, InputProps<HTMLTextAreaElement> {
  readonly rows?: number
}
interface SelectProps extends CommonProps {
  readonly options: readonly (readonly [value: string, title: string])[]
  /** The initial value. Preact does not support `defaultValue` on a select, so the option is marked instead. */
  readonly selected: string
  readonly onSelect?: (value: string) => void
}
interface CheckboxProps extends Pick<CommonProps, 'label' | 'name' | 'hint'> {
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (event: TargetedEvent<HTMLInputElement>) => void
}
interface ControlProps {
  readonly id: string
  readonly 'aria-invalid'?: true
  readonly 'aria-describedby'?: string
}

/** A label, its input, a hint and an error message. */
function Field({
  label,
  name,
  hint,
  optional,
  error,
  children,
}: CommonProps & { children: (control: ControlProps) => ComponentChildren }) {
  const id = useId()
  const reported = useFieldIssue(name)
  const issue = error ?? (reported === undefined ? undefined : `${label} ${reported}.`)
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(issue === undefined ? [] : [`${id}-issue`]),
  ].join(' ')
  return (
    <div class="field">
      <label for={id}>
        {label}
        {optional && <span class="muted"> (optional)</span>}
      </label>
      {children({
        id,
        ...(issue !== undefined && { 'aria-invalid': true as const }),
        ...(described !== '' && { 'aria-describedby': described }),
      })}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {issue !== undefined && (
        <p class="issue" id={`${id}-issue`} role="alert">
          {issue}
        </p>
      )}
    </div>
  )
}

export const TextField = ({
  label,
  name,
  hint,
  optional,
  error,
  type = 'text',
  ...input
}: TextProps) => (
  <Field {...{ label, name, hint, optional, error }}>
    {(control) => <input type={type as 'text'} name={name} {...input} {...control} />}
  </Field>
)

export const TextAreaField = ({
  label,
  name,
  hint,
  optional,
  error,
  rows = 4,
  ...area
}: TextAreaProps) => (
  <Field {...{ label, name, hint, optional, error }}>
    {(control) => <textarea rows={rows} name={name} {...area} {...control} />}
  </Field>
)

/** Selects one of several options. Options that need an explanation belong in a `RadioGroup`. */
export const SelectField = ({ name, options, selected, onSelect, ...common }: SelectProps) => (
  <Field name={name} {...common}>
    {(control) => (
      <select
        name={name}
        onChange={({ currentTarget }) => onSelect?.(currentTarget.value)}
        {...control}
      >
        {options.map(([value, title]) => (
          <option key={value} value={value} selected={value === selected}>
            {title}
          </option>
        ))}
      </select>
    )}
  </Field>
)

export const CheckboxField = ({ label, name, hint, ...input }: CheckboxProps) => (
  <div class="field check">
    <label>
      <input type="checkbox" name={name} {...input} /> {label}
    </label>
    {hint !== undefined && <p class="hint">{hint}</p>}
  </div>
)

interface RadioOption<Value extends string> {
  readonly value: Value
  readonly title: string
  readonly description: string
  readonly disabled?: boolean
}
interface RadioGroupProps<Value extends string> {
  readonly title: string
  readonly name: string
  readonly options: readonly RadioOption<Value>[]
  readonly selected: Value
  readonly onSelect?: (value: Value) => void
  readonly children?: ComponentChildren
}

/** Selects one of several options, each with an explanation. */
export const RadioGroup = <Value extends string>({
  title,
  name,
  options,
  selected,
  onSelect,
  children,
}: RadioGroupProps<Value>) => (
  <fieldset class="radio-group">
    <legend>{title}</legend>
    {options.map(({ value, title: label, description, disabled = false }) => (
      <label key={value}>
        <input
          type="radio"
          name={name}
          value={value}
          defaultChecked={value === selected}
          disabled={disabled}
          onChange={() => onSelect?.(value)}
        />
        <span>
          <strong>{label}</strong>
          <span class="hint">{description}</span>
        </span>
      </label>
    ))}
    {children}
  </fieldset>
)
