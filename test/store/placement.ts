import { PLACEMENTS } from '../../src/store/tables/placement.ts'
import { TABLES, type TableName } from '../../src/store/tables.ts'

/** Columns whose value belongs to one organization, which the directory in docs/specification/sharding.md can look up. */
const LOCATORS = new Set([
  'organization_id',
  'workspace_id',
  'installation_id',
  'chain',
  'hash',
  'created_by_key',
])

/** Returns the table and the conditions of a statement, shown for example as `tasks: status =, deadline <=`. */
function conditionsOf(statement: string): { table: TableName; equal: string[]; shown: string } {
  const table = /(?:from|update) "(\w+)"/.exec(statement)![1] as TableName
  const where = statement.includes(' where ') ? statement.slice(statement.indexOf(' where ')) : ''
  // A page continues after a key of several columns: `("created_at", "task_id") > ($1, $2)`.
  const flat = where.replaceAll(/\((?:"\w+", )*"(\w+)"\) ([<>])/g, '"$1" $2')
  const compared = [...flat.matchAll(/"(\w+)" (=|<>|<=?|>=?|in|is null|is not null)/g)].map(
    ([, column, comparison]) => ({ column: column!, comparison: comparison! }),
  )
  return {
    table,
    equal: compared
      .filter(({ comparison }) => comparison === '=' || comparison === 'in')
      .map(({ column }) => column),
    shown: `${table}: ${[...new Set(compared.map(({ column, comparison }) => `${column} ${comparison}`))].join(', ') || 'all rows'}`,
  }
}

/** Returns the statements on rows of organizations that name neither an organization nor what belongs to one. */
export function acrossOrganizations(statements: Iterable<string>): readonly string[] {
  const found = new Set<string>()
  for (const statement of statements) {
    const { table, equal, shown } = conditionsOf(statement)
    const { kind } = PLACEMENTS[table]
    const isLocated =
      equal.some((column) => LOCATORS.has(column)) ||
      TABLES[table].key.every((column) => equal.includes(column))
    if ((kind === 'organization' || kind === 'with') && !isLocated) found.add(shown)
  }
  return [...found].toSorted()
}
