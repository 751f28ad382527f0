import { Button } from './button.tsx'
import './toggle-group.css'

interface ToggleOption<Value extends string> {
  readonly value: Value
  readonly title: string
  readonly disabled?: boolean
}
interface Props<Value extends string> {
  readonly label: string
  readonly options: readonly ToggleOption<Value>[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}

/** Switches between views of the same content. Views with their own address use `SegmentedControl`. */
export const ToggleGroup = <Value extends string>({
  label,
  options,
  chosen,
  onChoose,
}: Props<Value>) => (
  <div class="toggle-group" role="group" aria-label={label}>
    {options.map(({ value, title, disabled }) => (
      <Button
        key={value}
        aria-pressed={value === chosen}
        disabled={disabled}
        onClick={() => onChoose(value)}
      >
        {title}
      </Button>
    ))}
  </div>
)
