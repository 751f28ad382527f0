import { Button } from './button.tsx'
import './segments.css'

interface Segment<Value extends string> {
  readonly value: Value
  readonly title: string
  readonly disabled?: boolean
}
interface Props<Value extends string> {
  readonly label: string
  readonly of: readonly Segment<Value>[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}

/** Two or three looks at the same thing; what has an address of its own is `Either`. */
export const Segments = <Value extends string>({ label, of, chosen, onChoose }: Props<Value>) => (
  <div class="segments" role="group" aria-label={label}>
    {of.map(({ value, title, disabled }) => (
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
