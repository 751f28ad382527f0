import type { ComponentChildren } from 'preact'
import { useId, useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../layout/icon.tsx'
import { shorten } from '../text/copyable.tsx'

/** Shows a row of filters above a list. */
export const FilterRow = ({ children }: { children: ComponentChildren }) => (
  <div class="filter-row">{children}</div>
)

function Labelled({
  label,
  wide = false,
  children,
}: {
  label: string
  wide?: boolean
  children: (id: string) => ComponentChildren
}) {
  const id = useId()
  return (
    <div class={wide ? 'filter wide' : 'filter'}>
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  )
}

interface SelectProps {
  readonly label: string
  readonly value: string
  /** The title of the option that selects any value; `false` if one must be selected. */
  readonly any?: string | false
  readonly options: readonly (string | readonly [value: string, title: string])[]
  readonly onSelect: (value: string) => void
}

/**
 * Selects one value, or any unless `any` is false. A value that is not listed is offered as well, because the filters in a URL can have any
 * value.
 */
export function FilterSelect({ label, value, any = 'Any', options, onSelect }: SelectProps) {
  const listed = options.map((option) =>
    typeof option === 'string' ? ([option, option] as const) : option,
  )
  const isListed = value === '' || listed.some(([key]) => key === value)
  return (
    <Labelled label={label}>
      {(id) => (
        <select
          id={id}
          value={value}
          onChange={({ currentTarget }) => onSelect(currentTarget.value)}
        >
          {any !== false && <option value="">{any}</option>}
          {!isListed && <option value={value}>{shorten(value)}</option>}
          {listed.map(([key, title]) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

interface SearchProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly maxLength?: number
  readonly onSearch: (text: string) => void
}

/** Searches while the user types. Esc clears the text, and `/` focuses the field from anywhere on the page. */
export function FilterSearch({
  label,
  value,
  placeholder,
  maxLength = 200,
  onSearch,
}: SearchProps) {
  const [text, setText] = useDebouncedText(value, onSearch)
  return (
    <Labelled label={label} wide>
      {(id) => (
        <span class="filter-search">
          <Icon name="search" />
          <input
            id={id}
            type="search"
            value={text}
            placeholder={placeholder}
            maxLength={maxLength}
            autoComplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
            onKeyDown={({ key }) => {
              if (key === 'Escape') setText('')
            }}
          />
        </span>
      )}
    </Labelled>
  )
}

/** Selects a day in the time zone of the user. */
export const FilterDate = ({
  label,
  value,
  onSelect,
}: {
  label: string
  value: string
  onSelect: (day: string) => void
}) => (
  <Labelled label={label}>
    {(id) => (
      <input
        id={id}
        type="date"
        value={value}
        onChange={({ currentTarget }) => onSelect(currentTarget.value)}
      />
    )}
  </Labelled>
)

export interface FilterOption {
  readonly value: string
  readonly title: string
  /** The number of matches. */
  readonly count?: string
}
interface OptionsProps {
  readonly title: string
  readonly type: 'radio' | 'checkbox'
  readonly options: readonly FilterOption[]
  readonly selected: readonly string[]
  readonly onToggle: (value: string) => void
}

function Options({ title, type, options, selected, onToggle }: OptionsProps) {
  const name = useId()
  return (
    <fieldset class="options">
      <legend>{title}</legend>
      {options.map(({ value, title: label, count }) => (
        <label key={value} class={selected.includes(value) ? 'selected' : undefined}>
          <input
            type={type}
            name={name}
            value={value}
            checked={selected.includes(value)}
            onChange={() => onToggle(value)}
          />
          <span class="option">{label}</span>
          {count !== undefined && <span class="count">{count}</span>}
        </label>
      ))}
    </fieldset>
  )
}

interface RadioFilterProps extends Pick<OptionsProps, 'title' | 'options'> {
  readonly selected: string
  readonly onSelect: (value: string) => void
}

/** Selects one of the options of a filter. */
export const RadioFilter = ({ selected, onSelect, ...rest }: RadioFilterProps) => (
  <Options type="radio" selected={[selected]} onToggle={onSelect} {...rest} />
)

interface CheckFilterProps extends Pick<OptionsProps, 'title' | 'options' | 'selected'> {
  readonly onSelect: (values: readonly string[]) => void
}

/** Selects any number of the options of a filter. Renders nothing without options. */
export function CheckFilter({ onSelect, ...rest }: CheckFilterProps) {
  const { options, selected } = rest
  if (options.length === 0) return null
  const toggle = (value: string) =>
    onSelect(
      selected.includes(value) ? selected.filter((one) => one !== value) : [...selected, value],
    )
  return <Options type="checkbox" onToggle={toggle} {...rest} />
}

interface TextFilterProps {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  readonly placeholder: string
  readonly onChange: (text: string) => void
}

/** Filters by text while the user types. */
export function FilterText({ label, value, maxLength, placeholder, onChange }: TextFilterProps) {
  const [text, setText] = useDebouncedText(value, onChange)
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          type="text"
          value={text}
          maxLength={maxLength}
          placeholder={placeholder}
          autoComplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
    </Labelled>
  )
}

const DEBOUNCE_MS = 150

/** Returns the text of a field, which is shown immediately and reported after a pause in typing. A change to `value` replaces it. */
export function useDebouncedText(
  value: string,
  onChange: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const reported = useRef(value)
  const currentOnChange = useRef(onChange)
  currentOnChange.current = onChange
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === reported.current) return
    const timer = setTimeout(() => {
      reported.current = text
      currentOnChange.current(text)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText]
}
