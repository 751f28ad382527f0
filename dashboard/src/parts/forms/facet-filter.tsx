import { useId } from 'preact/hooks'

export interface FacetOption {
  readonly value: string
  readonly title: string
  readonly count?: string
}
interface Props {
  readonly title: string
  readonly options: readonly FacetOption[]
  readonly chosen: string
  readonly onChoose: (value: string) => void
}

/** Options of a filter, each with the number of matches. */
export function FacetFilter({ title, options, chosen, onChoose }: Props) {
  const name = useId()
  return (
    <fieldset class="options">
      <legend>{title}</legend>
      {options.map(({ value, title: label, count }) => (
        <label key={value} class={value === chosen ? 'chosen' : undefined}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span class="option">{label}</span>
          {count !== undefined && <span class="count">{count}</span>}
        </label>
      ))}
    </fieldset>
  )
}
