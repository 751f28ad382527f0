import type { ComponentChildren } from 'preact'
import './choices.css'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly title: string
  readonly meaning: string
  readonly disabled?: boolean
}
interface Props<Value extends string> {
  readonly title: string
  readonly name: string
  readonly of: readonly Choice<Value>[]
  readonly chosen: Value
  readonly onChoose?: (value: Value) => void
  readonly children?: ComponentChildren
}

/** One of a few in a form, each with what it means. */
export const Choices = <Value extends string>({
  title,
  name,
  of,
  chosen,
  onChoose,
  children,
}: Props<Value>) => (
  <fieldset class="choices">
    <legend>{title}</legend>
    {of.map(({ value, title: word, meaning, disabled = false }) => (
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
          <strong>{word}</strong>
          <span class="hint">{meaning}</span>
        </span>
      </label>
    ))}
    {children}
  </fieldset>
)
