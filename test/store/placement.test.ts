import { expect, it } from 'vitest'
import { TABLES, TABLE_NAMES, type TableName } from '../../src/store/tables.ts'
import { acrossOrganizations, PLACEMENTS } from './placement.ts'

const placed = TABLE_NAMES.map((table) => [table, PLACEMENTS[table]] as const)

it('names only existing columns in placements', () => {
  const columns = placed.flatMap(([table, place]) =>
    'column' in place ? [[table, place.column] as const] : [],
  )
  expect(columns).toHaveLength(19)
  expect(columns.filter(([table, column]) => !(column in TABLES[table].columns))).toEqual([])
})

it('places dependent rows with a table that is placed by organization', () => {
  const parents = placed.flatMap(([, place]) => (place.kind === 'with' ? [place.table] : []))
  expect(parents.map((table) => PLACEMENTS[table].kind)).toEqual(parents.map(() => 'organization'))
})

it('the primary key starts with the organization in exactly these tables', () => {
  const beginning = placed.flatMap(([table, place]): TableName[] =>
    place.kind === 'organization' && TABLES[table].key[0] === place.column ? [table] : [],
  )
  expect(beginning.toSorted()).toEqual([
    'audit_checkpoints',
    'audit_heads',
    'audit_log',
    'fleet_hours',
    'images',
    'organizations',
  ])
})

it.each([
  ['select "task_id" from "tasks" where "task_id" = $1', []],
  ['select "task_id" from "tasks" where "organization_id" = $1 and "status" = $2', []],
  ['update "tasks" set "status" = $1 where "status" = $2', ['tasks: status =']],
  ['select "task_id" from "tasks" order by "task_id"', ['tasks: all rows']],
  ['select "hash" from "api_keys" where "hash" = $1', []],
  ['select "task_id" from "tasks" where ("deadline", "task_id") > ($1, $2)', ['tasks: task_id >']],
  ['select "svc_id" from "agents" where "resolves_publicly" = $1', []],
])('lists %s only if it may need rows of several organizations', (statement, listed) => {
  expect(acrossOrganizations([statement])).toEqual(listed)
})
