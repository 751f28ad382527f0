import type { ComponentChildren } from 'preact'
import './radio-group.css'

interface RadioOption<Value extends string> {
  readonly value: Value
  readonly title: string
  readonly meaning: string
  readonly disabled?: boolean
}
interface Props<Value extends string> {
  readonly title: string
  readonly name: string
  readonly options: readonly RadioOption<Value>[]
  readonly chosen: Value
  readonly onChoose?: (value: Value) => void
  readonly children?: ComponentChildren
}

/** Radio buttons of a form, each with an explanation. */
export const RadioGroup = <Value extends string>({
  title,
  name,
  options,
  chosen,
  onChoose,
  children,
}: Props<Value>) => (
  <fieldset class="choices">
    <legend>{title}</legend>
    {options.map(({ value, title: label, meaning, disabled = false }) => (
      <label key={value}>
        <input
          type="radio"
          name={name}
          value={value}
          defaultChecked={value === chosen}
          disabled={disabled}
          onChange={() => onChoose?.(value)}
        />
        <span>
          <strong>{label}</strong>
          <span class="hint">{meaning}</span>
        </span>
      </label>
    ))}
    {children}
  </fieldset>
)
