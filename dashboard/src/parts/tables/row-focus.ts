const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** Moves the focus between the rows of a table with j, k, the arrow keys, Home and End. */
export function moveRowFocus(body: HTMLElement, event: KeyboardEvent): void {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    (event.target as Element).closest('input, select, textarea')
  )
    return
  const rows = [...body.children] as HTMLElement[]
  const at = rows.findIndex((row) => row.contains(event.target as Node))
  const step = STEPS[event.key]
  const goal =
    event.key === 'Home'
      ? 0
      : event.key === 'End'
        ? rows.length - 1
        : step === undefined
          ? undefined
          : at + step
  const row = goal === undefined ? undefined : rows[goal]
  if (!row) return
  event.preventDefault()
  for (const one of rows) one.tabIndex = one === row ? 0 : -1
  row.focus()
  row.scrollIntoView({ block: 'nearest' })
}
