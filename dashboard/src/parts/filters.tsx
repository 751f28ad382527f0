import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import { useTyped } from './typed.ts'
import './filters.css'

/** A row of what narrows a list. */
export const FilterRow = ({ children }: { children: ComponentChildren }) => <div class="filter-row">{children}</div>

interface Choosing { readonly label: string; readonly value: string; readonly any?: string; readonly of: readonly (string | readonly [value: string, title: string])[]; readonly onChoose: (value: string) => void }

/** One of several, or any. */
export const FilterSelect = ({ label, value, any = 'any', of, onChoose }: Choosing) => (
  <label class="filter"><span>{label}</span>
    <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      <option value="">{any}</option>
      {of.map((one) => (typeof one === 'string' ? [one, one] as const : one)).map(([key, title]) => <option key={key} value={key}>{title}</option>)}
    </select>
  </label>
)

interface Searching { readonly label: string; readonly value: string; readonly placeholder?: string; readonly maxLength?: number; readonly onSearch: (text: string) => void }

/** Search as you type; Esc empties it, `/` comes here from anywhere. */
export function FilterSearch({ label, value, placeholder, maxLength = 200, onSearch }: Searching) {
  const [text, setText] = useTyped(value, onSearch)
  return (
    <label class="filter wide"><span>{label}</span>
      <span class="filter-search"><Icon name="search" /><input type="search" value={text} placeholder={placeholder} maxLength={maxLength} autoComplete="off" spellcheck={false} onInput={({ currentTarget }) => setText(currentTarget.value)} onKeyDown={({ key }) => { if (key === 'Escape') setText('') }} /></span>
    </label>
  )
}

/** A day in the viewer's zone. */
export const FilterDay = ({ label, value, onChoose }: { label: string; value: string; onChoose: (day: string) => void }) => (
  <label class="filter"><span>{label}</span><input type="date" value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)} /></label>
)
