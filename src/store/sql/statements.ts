import {
  sql,
  type Compilable,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
} from 'kysely'
import type { Query } from '../database.ts'
import type { Column, TableShape } from '../tables.ts'
import { formOf, type Term } from './terms.ts'

type Row = Record<string, unknown>
type Schema = Record<string, Row>
type Select = SelectQueryBuilder<Schema, string, Row>
export type Page = Required<Omit<Query<Row>, 'where'>>

/**
 * Returns the texts of one table's statements. Kysely generates each once, because generating a text costs several times as much as
 * running it; the placeholder values used here are never run. Placeholders are in this order: fields, key; terms, `after`, offset.
 * With `locking`, selected rows are locked until the transaction ends. With `arrays`, a list is bound as one value, so that any number of
 * rows takes one statement.
 */
export function statements(
  db: Kysely<Schema>,
  name: string,
  { columns, key }: TableShape,
  { locking = false, arrays = false } = {},
) {
  const texts = new Map<string, string>()
  const once = (form: string, write: () => Compilable): string => {
    const text = texts.get(form) ?? write().compile().sql
    texts.set(form, text)
    return text
  }
  const fields = Object.keys(columns)
  const placeholders = (some: readonly string[]) =>
    Object.fromEntries(some.map((field) => [field, 0]))
  const byKey = ({ eb }: { eb: ExpressionBuilder<Schema, string> }) =>
    eb.and(key.map((field) => eb(field, '=', 0)))
  // Columns are selected by name, so that one that a later version adds does not change the result of a prepared statement.
  const selected = (only: readonly string[] = fields) =>
    db.selectFrom(name).select(only === fields ? fields : [...new Set([...key, ...only])]) as Select
  const locked = (query: Select, lock = true): Select =>
    locking && lock ? query.forUpdate() : query
  const inserted = () => db.insertInto(name).values(placeholders(fields))
  const counted = () => db.selectFrom(name).select(({ fn }) => fn.countAll().as('rows')) as Select
  const countedTo = (terms: readonly Term[], most: number) => {
    const some = restricted(
      db.selectFrom(name).select(sql.lit(1).as('one')) as Select,
      terms,
    ).limit(sql.lit(most))
    return db.selectFrom(some.as('some')).select(({ fn }) => fn.countAll().as('rows'))
  }

  /** The rows given by one list for each of their fields. */
  const given = (some: readonly string[]) =>
    sql`unnest(${sql.join(some.map((field) => sql`${0}::${sql.raw(ARRAYS[columns[field]!])}`))}) as given (${sql.join(some.map((field) => sql.ref(field)))})`
  const changedTo = (some: readonly string[]) =>
    sql.join(some.map((field) => sql`${sql.ref(field)} = ${sql.ref(`given.${field}`)}`))

  return {
    arrays,
    locking,
    /** Whether a list of rows takes one statement. That needs a key of one field. */
    lists: arrays && key.length === 1,
    getMany: (skipLocked: boolean, only: readonly string[]) =>
      once(`get many ${skipLocked} ${only.join()}`, () => {
        const query = locked(
          selected(only)
            .where(sql<boolean>`${sql.ref(key[0]!)} = any(${0})`)
            .orderBy(key[0]!),
        )
        return skipLocked && locking ? query.skipLocked() : query
      }),
    updateMany: (changed: readonly string[]) =>
      once(`update many ${changed.join()}`, () =>
        compilable(
          db,
          sql`update ${sql.table(name)} set ${changedTo(changed)} from ${given([...changed, ...key])} where ${sql.ref(`${name}.${key[0]!}`)} = ${sql.ref(`given.${key[0]!}`)}`,
        ),
      ),
    get: (only: readonly string[] = fields) =>
      once(only === fields ? 'get' : `get ${only.join()}`, () =>
        locked(selected(only).where(byKey)),
      ),
    find: (terms: readonly Term[], page: Page, only: readonly string[] = fields) =>
      once(`find ${only === fields ? '' : only.join()} ${formOf(terms)} ${formOfPage(page)}`, () =>
        locked(paged(restricted(selected(only), terms), terms, page), page.lock),
      ),
    count: (terms: readonly Term[], most = Infinity) =>
      once(`count ${formOf(terms)} ${most}`, () =>
        most === Infinity ? restricted(counted(), terms) : countedTo(terms, most),
      ),
    countBy: (of: readonly string[], terms: readonly Term[]) =>
      once(`count by ${of.join()} ${formOf(terms)}`, () =>
        of.length === 0
          ? restricted(counted(), terms)
          : restricted(counted().select([...of]), terms).groupBy([...of]),
      ),
    add: (field: string, many: number) =>
      once(`add ${field} ${many}`, () =>
        db
          .insertInto(name)
          .values(Array.from({ length: many }, () => placeholders(fields)))
          .onConflict((conflict) =>
            conflict.columns([...key]).doUpdateSet({
              [field]: sql`${sql.ref(`${name}.${field}`)} + ${sql.ref(`excluded.${field}`)}`,
            }),
          ),
      ),
    insert: () =>
      once('insert', () =>
        inserted()
          .onConflict((conflict) => conflict.doNothing())
          .returning(sql.lit(1).as('done')),
      ),
    put: () =>
      once('put', () =>
        inserted().onConflict((conflict) =>
          conflict
            .columns([...key])
            .doUpdateSet(({ ref }) =>
              Object.fromEntries(fields.map((field) => [field, ref(`excluded.${field}`)])),
            ),
        ),
      ),
    update: (changed: readonly string[]) =>
      once(`update ${changed.join()}`, () =>
        db.updateTable(name).set(placeholders(changed)).where(byKey),
      ),
    delete: () => once('delete', () => db.deleteFrom(name).where(byKey)),
  }
}

/** PostgreSQL's array type for each kind of column. */
export const ARRAYS: Readonly<Record<Column, string>> = {
  text: 'text[]',
  json: 'text[]',
  integer: 'bigint[]',
  boolean: 'smallint[]',
}

const compilable = (db: Kysely<Schema>, text: RawBuilder<unknown>): Compilable => ({
  compile: () => text.compile(db),
})

export type Statements = ReturnType<typeof statements>

const restricted = (query: Select, terms: readonly Term[]): Select =>
  terms.reduce((narrowed, { field, operator, values }) => {
    switch (operator) {
      case 'null':
        return narrowed.where(field, 'is', null)
      case 'any':
        return narrowed.where(sql<boolean>`${sql.ref(field)} = any(${values[0]})`)
      case 'in':
        return values.length === 0
          ? narrowed.where(sql<boolean>`1 = 0`)
          : narrowed.where(field, 'in', values)
      case 'not':
        return narrowed.where(
          sql<boolean>`(${sql.ref(field)} is null or ${sql.ref(field)} <> ${values[0]})`,
        )
      default:
        return narrowed.where(field, operator, values[0])
    }
  }, query)

const formOfPage = ({ orderBy, descending, after, limit, offset, lock }: Page): string =>
  `${descending ? 'down' : 'up'} ${orderBy.join()} ${after.length} ${limit} ${offset > 0} ${lock}`

/**
 * Adds order and limits to a query. The limit is part of the text, because SQLite plans a statement again whenever a limit is bound (seen
 * in 3.53); there are only a few. Fields that must be null come first in the order, because PostgreSQL does not recognize that they are
 * all equal (seen in 15) and would sort.
 */
function paged(
  query: Select,
  terms: readonly Term[],
  { orderBy, descending, after, limit, offset }: Page,
): Select {
  const mark = sql<boolean>`(${sql.join(orderBy.map((field) => sql.ref(field)))}) ${sql.raw(descending ? '<' : '>')} (${sql.join([...after])})`
  const continued = after.length > 0 ? query.where(mark) : query
  const nulls =
    orderBy.length === 0
      ? []
      : terms.filter(({ operator }) => operator === 'null').map(({ field }) => field)
  const sorted = [...nulls, ...orderBy].reduce(
    (ordered, field) => ordered.orderBy(field, descending ? 'desc' : 'asc'),
    continued,
  )
  if (limit === Infinity && offset === 0) return sorted
  const cut = sorted.limit(sql.lit(Math.min(limit, Number.MAX_SAFE_INTEGER)))
  return offset > 0 ? cut.offset(offset) : cut
}
