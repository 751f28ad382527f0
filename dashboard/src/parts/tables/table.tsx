import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { useRef } from 'preact/hooks'
import { moveRowFocus } from './row-focus.ts'

export interface Column<Row> {
  readonly name: string
  /** What stands in the cell. */
  readonly cell: (row: Row) => ComponentChildren
  readonly align?: 'end'
  /** On phones the cell that leads its card: its name is not shown there. */
  readonly lead?: boolean
}
interface Props<Row> {
  /** What is listed, for screen readers. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  /** Where Enter or a click on a row leads; its lead cell should hold the same link. */
  readonly href?: (row: Row) => string
  /** Rows that are chosen, by key; the space bar and a box choose. */
  readonly chosen?: ReadonlySet<string>
  readonly onChoose?: (chosen: ReadonlySet<string>) => void
}

/** Rows that can be walked with j, k and the arrows; each becomes a card on a phone. */
export function Table<Row>({ label, rows, columns, keyOf, href, chosen, onChoose }: Props<Row>) {
  const { route } = useLocation()
  const body = useRef<HTMLTableSectionElement>(null)
  const toggle = (key: string) => {
    if (chosen && onChoose)
      onChoose(
        chosen.has(key)
          ? new Set([...chosen].filter((one) => one !== key))
          : new Set([...chosen, key]),
      )
  }
  const open = (row: Row, event: MouseEvent | KeyboardEvent) => {
    if (!href || (event.target as Element).closest('a, button, input, label, summary')) return
    if (!getSelection()?.isCollapsed) return
    if (event.ctrlKey || event.metaKey) return void window.open(href(row), '_blank')
    route(href(row))
  }
  const onKey = (row: Row, event: KeyboardEvent) => {
    if (event.key === 'Enter') return open(row, event)
    if (event.key === ' ' && onChoose && event.target === event.currentTarget) {
      event.preventDefault()
      return toggle(keyOf(row))
    }
    moveRowFocus(body.current!, event)
  }
  const all = rows.length > 0 && rows.every((row) => chosen?.has(keyOf(row)))
  return (
    <div class="table">
      <table aria-label={label}>
        <thead>
          <tr>
            {onChoose && (
              <th class="box">
                <input
                  type="checkbox"
                  aria-label="Choose all of this page"
                  checked={all}
                  onChange={() => onChoose(all ? new Set() : new Set(rows.map(keyOf)))}
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
        <tbody ref={body}>
          {rows.map((row, index) => {
            const key = keyOf(row)
            return (
              <tr
                key={key}
                tabIndex={index === 0 ? 0 : -1}
                class={href ? 'opens' : undefined}
                aria-selected={chosen ? chosen.has(key) : undefined}
                onClick={(event) => open(row, event)}
                onKeyDown={(event) => onKey(row, event)}
              >
                {onChoose && (
                  <td class="box">
                    <input
                      type="checkbox"
                      aria-label={`Choose ${key}`}
                      checked={chosen?.has(key) ?? false}
                      onChange={() => toggle(key)}
                    />
                  </td>
                )}
                {columns.map(({ name, cell, align, lead }) => (
                  <td
                    key={name}
                    data-name={name}
                    class={[align, lead && 'lead-cell'].filter(Boolean).join(' ') || undefined}
                  >
                    <div class="cell">{cell(row)}</div>
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
