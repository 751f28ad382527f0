/** The number of rows that a list shows. */
const MAX_ROWS = 1000
/** The number of rows to read, so that a list knows whether there are more than it shows. */
export const ROWS_TO_READ = MAX_ROWS + 1

/** Returns the rows of a list that are shown, and whether there are more. */
export const shownRows = <Row>(
  rows: readonly Row[],
): { readonly items: readonly Row[]; readonly has_more: boolean } => ({
  items: rows.slice(0, MAX_ROWS),
  has_more: rows.length > MAX_ROWS,
})

/** Adds a note to a table if there are more rows than it shows. */
export const withRowsLeft = (table: string, { has_more }: { readonly has_more: boolean }): string =>
  has_more ? `${table}\n\nOnly the first ${MAX_ROWS} are listed; there are more.` : table
