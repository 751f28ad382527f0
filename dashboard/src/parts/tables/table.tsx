import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { useRef, useState } from 'preact/hooks'

export interface Column<Row> {
  readonly name: string
  /** Returns the content of the cell. */
  readonly cell: (row: Row) => ComponentChildren
  readonly align?: 'end'
  /** The cell becomes the title of the card on a phone, where its name is not shown. */
  readonly lead?: boolean
}
interface Props<Row> {
  /** The accessible name of the table. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  /** Returns the target of a click or Enter on a row; the lead cell should contain the same link. */
  readonly href?: (row: Row) => string
  /** The keys of the selected rows, which are selected with a checkbox or the space bar. */
  readonly selected?: ReadonlySet<string>
  readonly onSelect?: (selected: ReadonlySet<string>) => void
}

/** Follows the link of a row, unless the click was on a control or has selected text. With Ctrl or Meta it opens a new tab. */
function openRow(href: string, event: MouseEvent | KeyboardEvent, route: (url: string) => void) {
  if ((event.target as Element).closest('a, button, input, label, summary')) return
  if (!getSelection()?.isCollapsed) return
  if (event.ctrlKey || event.metaKey) return void window.open(href, '_blank')
  route(href)
}

const toggled = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  keys.has(key) ? new Set([...keys].filter((other) => other !== key)) : new Set([...keys, key])

/** Returns the index of the row that Tab reaches: the one that was focused last, or the first one if a refresh has removed that. */
const reachableIndex = (keys: readonly string[], focused: string | undefined): number =>
  Math.max(
    0,
    keys.findIndex((key) => key === focused),
  )

/** Shows rows that can be navigated with j, k and the arrow keys. On a phone each row becomes a card. */
export function Table<Row>({ label, rows, columns, keyOf, href, selected, onSelect }: Props<Row>) {
  const { route } = useLocation()
  const body = useRef<HTMLTableSectionElement>(null)
  const [focused, setFocused] = useState<string>()
  const toggle = (key: string) => {
    if (selected && onSelect) onSelect(toggled(selected, key))
  }
  const open = (row: Row, event: MouseEvent | KeyboardEvent) => {
    if (href) openRow(href(row), event, route)
  }
  const onKey = (row: Row, event: KeyboardEvent) => {
    if (event.key === 'Enter') return open(row, event)
    if (event.key === ' ' && onSelect && event.target === event.currentTarget) {
      event.preventDefault()
      return toggle(keyOf(row))
    }
    moveRowFocus(body.current!, event)
  }
  const reachable = reachableIndex(rows.map(keyOf), focused)
  const all = rows.length > 0 && rows.every((row) => selected?.has(keyOf(row)))
  return (
    <div class="table">
      <table aria-label={label}>
        <Head
          columns={columns}
          all={all}
          onAll={onSelect && (() => onSelect(all ? new Set() : new Set(rows.map(keyOf))))}
        />
        <tbody ref={body}>
          {rows.map((row, index) => {
            const key = keyOf(row)
            return (
              <tr
                key={key}
                tabIndex={index === reachable ? 0 : -1}
                class={href ? 'opens' : undefined}
                aria-selected={selected ? selected.has(key) : undefined}
                onFocus={() => setFocused(key)}
                onClick={(event) => open(row, event)}
                onKeyDown={(event) => onKey(row, event)}
              >
                {onSelect && (
                  <SelectCell
                    name={key}
                    checked={selected?.has(key) ?? false}
                    onToggle={() => toggle(key)}
                  />
                )}
                <Cells row={row} columns={columns} />
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Head<Row>({
  columns,
  all,
  onAll,
}: {
  columns: readonly Column<Row>[]
  all: boolean
  onAll: (() => void) | undefined
}) {
  return (
    <thead>
      <tr>
        {onAll && (
          <th class="box">
            <input
              type="checkbox"
              aria-label="Select all rows on this page"
              checked={all}
              onChange={onAll}
            />
          </th>
        )}
        {columns.map(({ name, align }) => (
          <th key={name} scope="col" class={align}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

const SelectCell = ({
  name,
  checked,
  onToggle,
}: {
  name: string
  checked: boolean
  onToggle: () => void
}) => (
  <td class="box">
    <input type="checkbox" aria-label={`Select ${name}`} checked={checked} onChange={onToggle} />
  </td>
)

function Cells<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <>
      {columns.map(({ name, cell, align, lead }) => (
        <td
          key={name}
          data-name={name}
          class={[align, lead && 'lead-cell'].filter(Boolean).join(' ') || undefined}
        >
          <div class="cell">{cell(row)}</div>
        </td>
      ))}
    </>
  )
}

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** Moves the focus between the rows of a table with j, k, the arrow keys, Home and End. */
function moveRowFocus(body: HTMLElement, event: KeyboardEvent): void {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    (event.target as Element).closest('input, select, textarea')
  )
    return
  const rows = [...body.children] as HTMLElement[]
  const currentIndex = rows.findIndex((row) => row.contains(event.target as Node))
  const step = STEPS[event.key]
  const targetIndex =
    event.key === 'Home'
      ? 0
      : event.key === 'End'
        ? rows.length - 1
        : step === undefined
          ? undefined
          : currentIndex + step
  const row = targetIndex === undefined ? undefined : rows[targetIndex]
  if (!row) return
  event.preventDefault()
  row.focus()
  row.scrollIntoView({ block: 'nearest' })
}
