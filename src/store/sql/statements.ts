import {
  sql,
  type Compilable,
  type ExpressionBuilder,
  type Kysely,
  type SelectQueryBuilder,
} from 'kysely'
import type { Key, Query, Range, Where } from '../database.ts'
import type { Column, StoredRow, TableShape } from '../tables.ts'

/** The type of the tables for Kysely. It does not describe their columns, because these are known only at run time (`TableShape`). */
export type Schema = Record<string, Record<string, unknown>>
export type Select = SelectQueryBuilder<Schema, string, Record<string, unknown>>
export type Fields = readonly string[]

/**
 * Limits up to this one are rounded, because a request can choose them: a page size, and one more row. Larger limits are constants of this
 * program.
 */
const MAX_ROUNDED_LIMIT = 256

/** A statement as it is executed: its text, and a value for each placeholder. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * Creates the statements of one table. Kysely generates the text for each form of statement once, because generating it takes several times
 * as long as running it; the placeholder values in it are never used. The values of a statement are in this order: fields, key; conditions,
 * `after`, offset.
 */
export class Statements {
  readonly name: string
  readonly shape: TableShape
  readonly fields: Fields
  /** Whether the rows that are read are locked until the transaction ends. */
  readonly locking: boolean
  protected readonly db: Kysely<Schema>
  /** Whether a set of values is bound as one value. */
  readonly #arrays: boolean
  readonly #texts = new Map<string, string>()

  constructor(
    db: Kysely<Schema>,
    name: string,
    shape: TableShape,
    { locking = false, arrays = false } = {},
  ) {
    this.db = db
    this.name = name
    this.shape = shape
    this.fields = Object.keys(shape.columns)
    this.locking = locking
    this.#arrays = arrays
  }

  get(key: Key<StoredRow>, columns: Fields): Statement {
    const text = this.cachedText(`get ${this.formOf(columns)}`, () =>
      this.locked(this.select(columns).where(this.#byKey)),
    )
    return { text, values: this.#keyOf(key) }
  }

  /** Returns the statement that selects the rows of a query. It may select more rows than the limit; the caller drops them. */
  find(query: Query<StoredRow>, columns: Fields): Statement {
    const {
      where = {},
      orderBy = [],
      descending = false,
      after = [],
      offset = 0,
      limit = Infinity,
      lock = true,
    } = query
    const rows = this.#roundedLimit(limit, lock)
    const page = { orderBy, descending, after, offset, limit: rows, lock }
    const terms = termsOf(where, this.#arrays)
    const text = this.cachedText(
      `find ${this.formOf(columns)} ${formOf(terms)} ${formOfPage(page)}`,
      () => this.locked(paged(restricted(this.select(columns), terms), terms, page), lock),
    )
    return { text, values: [...valuesOf(terms), ...after, ...(offset > 0 ? [offset] : [])] }
  }

  count(where: Where<StoredRow>, limit = Infinity): Statement {
    const terms = termsOf(where, this.#arrays)
    const text = this.cachedText(`count ${formOf(terms)} ${limit}`, () =>
      limit === Infinity ? restricted(this.#counted(), terms) : this.#countedTo(terms, limit),
    )
    return { text, values: valuesOf(terms) }
  }

  countBy(fields: Fields, where: Where<StoredRow>): Statement {
    const terms = termsOf(where, this.#arrays)
    const text = this.cachedText(`count by ${fields.join()} ${formOf(terms)}`, () =>
      fields.length === 0
        ? restricted(this.#counted(), terms)
        : restricted(this.#counted().select([...fields]), terms).groupBy([...fields]),
    )
    return { text, values: valuesOf(terms) }
  }

  insert(row: StoredRow): Statement {
    const text = this.cachedText('insert', () =>
      this.#inserted([row])
        .onConflict((conflict) => conflict.doNothing())
        .returning(sql.lit(1).as('done')),
    )
    return { text, values: this.#packed(row, this.fields) }
  }

  put(...rows: readonly StoredRow[]): Statement {
    const text = this.cachedText(`put ${rows.length}`, () =>
      this.#inserted(rows).onConflict((conflict) =>
        conflict
          .columns([...this.shape.key])
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(this.fields.map((field) => [field, ref(`excluded.${field}`)])),
          ),
      ),
    )
    return { text, values: rows.flatMap((row) => this.#packed(row, this.fields)) }
  }

  /** Returns the statement that finds, for each start, the smallest key that is not less than it. All starts are bound as one value. */
  seek(starts: readonly string[]): Statement {
    const text = this.cachedText('seek', () => {
      const [column, start] = [sql.ref(this.shape.key[0]!), sql.ref('starts.value')]
      const smallest = sql`select min(${column}) from ${sql.table(this.name)} where ${column} >= ${start}`
      const statement = this.#arrays
        ? sql`select (${smallest}) as "next" from unnest(${0}::text[]) with ordinality as starts (value, position) order by position`
        : sql`select (${smallest}) as "next" from json_each(${0}) as starts`
      return { compile: () => statement.compile(this.db) }
    })
    return { text, values: [this.#arrays ? starts : JSON.stringify(starts)] }
  }

  add(rows: readonly StoredRow[], field: string): Statement {
    const text = this.cachedText(`add ${field} ${rows.length}`, () =>
      this.#inserted(rows).onConflict((conflict) =>
        conflict.columns([...this.shape.key]).doUpdateSet({
          [field]: sql`${sql.ref(`${this.name}.${field}`)} + ${sql.ref(`excluded.${field}`)}`,
        }),
      ),
    )
    return { text, values: rows.flatMap((row) => this.#packed(row, this.fields)) }
  }

  update(key: Key<StoredRow>, changes: StoredRow): Statement {
    const changed = Object.keys(changes)
    const text = this.cachedText(`update ${changed.join()}`, () =>
      this.db.updateTable(this.name).set(placeholders(changed)).where(this.#byKey),
    )
    return { text, values: [...this.#packed(changes, changed), ...this.#keyOf(key)] }
  }

  delete(key: Key<StoredRow>): Statement {
    const text = this.cachedText('delete', () => this.db.deleteFrom(this.name).where(this.#byKey))
    return { text, values: this.#keyOf(key) }
  }

  protected cachedText(form: string, write: () => Compilable): string {
    const text = this.#texts.get(form) ?? write().compile().sql
    this.#texts.set(form, text)
    return text
  }

  protected formOf(columns: Fields): string {
    return columns === this.fields ? '' : columns.join()
  }

  /** Selects columns by name, so that a column that a later version adds does not change the result of a prepared statement. */
  protected select(columns: Fields): Select {
    const selected = columns === this.fields ? columns : new Set([...this.shape.key, ...columns])
    return this.db.selectFrom(this.name).select([...selected]) as Select
  }

  protected locked(query: Select, lock = true): Select {
    return this.locking && lock ? query.forUpdate() : query
  }

  protected pack(field: string, value: unknown): unknown {
    return PACK[this.shape.columns[field]!](value)
  }

  /**
   * Rounds a limit that a request may have chosen up to a power of two. Each limit requires a separate statement, which every connection
   * keeps, so a caller could otherwise make it keep hundreds for each list. More rows are never locked than requested.
   */
  readonly #roundedLimit = (limit: number, lock: boolean): number =>
    limit > MAX_ROUNDED_LIMIT || (this.locking && lock) ? limit : 2 ** Math.ceil(Math.log2(limit))
  readonly #packed = (row: StoredRow, fields: Fields) =>
    fields.map((field) => this.pack(field, row[field]))
  readonly #keyOf = (key: Key<StoredRow>) => this.shape.key.map((field) => key[field])
  readonly #byKey = ({ eb }: { eb: ExpressionBuilder<Schema, string> }) =>
    eb.and(this.shape.key.map((field) => eb(field, '=', 0)))
  readonly #inserted = (rows: readonly StoredRow[]) =>
    this.db.insertInto(this.name).values(rows.map(() => placeholders(this.fields)))
  readonly #counted = () =>
    this.db.selectFrom(this.name).select(({ fn }) => fn.countAll().as('rows')) as Select

  #countedTo(terms: readonly Term[], limit: number): Compilable {
    const matching = this.db.selectFrom(this.name).select(sql.lit(1).as('one')) as Select
    const limited = restricted(matching, terms).limit(sql.lit(limit))
    return this.db.selectFrom(limited.as('some')).select(({ fn }) => fn.countAll().as('rows'))
  }
}

/** Converts a field to its stored form. JSON and booleans are stored as text and numbers, which every SQL database supports. */
export const PACK: Readonly<Record<Column, (value: unknown) => unknown>> = {
  text: (value) => value,
  integer: (value) => value,
  boolean: Number,
  json: (value) => JSON.stringify(value),
}

const placeholders = (fields: Fields) => Object.fromEntries(fields.map((field) => [field, 0]))
/** A comparison of a field, with the values that it binds. */
interface Term {
  readonly field: string
  readonly operator: '=' | 'null' | 'in' | 'any' | 'not' | (typeof BOUNDS)[keyof typeof BOUNDS]
  readonly values: readonly unknown[]
}
const BOUNDS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** Returns conditions as a list of terms. With `arrays`, a set of values is bound as one value. */
const termsOf = (where: Where<StoredRow>, arrays: boolean): readonly Term[] =>
  Object.entries(where).flatMap(([field, condition]) => termsOfField(field, condition, arrays))

function termsOfField(field: string, condition: unknown, arrays: boolean): readonly Term[] {
  if (condition === null) return [{ field, operator: 'null', values: [] }]
  if (typeof condition !== 'object')
    return [{ field, operator: '=', values: [bindable(condition)] }]
  const { in: members, not, ...bounds } = condition as Range<unknown>
  const terms = Object.entries(bounds).map(([bound, value]): Term => ({
    field,
    operator: BOUNDS[bound as keyof typeof bounds],
    values: [bindable(value)],
  }))
  if (members && arrays) terms.push({ field, operator: 'any', values: [members.map(bindable)] })
  else if (members) terms.push({ field, operator: 'in', values: padded(members.map(bindable)) })
  if (not !== undefined) terms.push({ field, operator: 'not', values: [bindable(not)] })
  return terms
}

/** Pads a set to the next power of two by repeating its last value, because each length of a set requires a separate statement. */
const padded = (values: readonly unknown[]): readonly unknown[] => [
  ...values,
  ...Array.from({ length: 2 ** Math.ceil(Math.log2(values.length)) - values.length }, () =>
    values.at(-1),
  ),
]

/** Converts booleans to numbers, because SQLite has no booleans. */
const bindable = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value)

/** Returns a string that is the same for terms that differ only in their values. */
const formOf = (terms: readonly Term[]): string =>
  terms.map(({ field, operator, values }) => `${field} ${operator} ${values.length}`).join()

const valuesOf = (terms: readonly Term[]): readonly unknown[] =>
  terms.flatMap(({ values }) => values)

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

type Page = Required<Omit<Query<StoredRow>, 'where'>>

const formOfPage = ({ orderBy, descending, after, limit, offset, lock }: Page): string =>
  `${descending ? 'down' : 'up'} ${orderBy.join()} ${after.length} ${limit} ${offset > 0} ${lock}`

/**
 * Adds order and limits to a query. The limit is part of the text, because SQLite plans a statement again whenever a limit is bound
 * (observed in 3.53). Fields that must be null come first in the order, because PostgreSQL does not recognize that they are constant
 * (observed in 15) and would sort.
 */
function paged(
  query: Select,
  terms: readonly Term[],
  { orderBy, descending, after, limit, offset }: Page,
): Select {
  const afterPosition = sql<boolean>`(${sql.join(orderBy.map((field) => sql.ref(field)))}) ${sql.raw(descending ? '<' : '>')} (${sql.join([...after])})`
  const continued = after.length > 0 ? query.where(afterPosition) : query
  const nulls =
    orderBy.length === 0
      ? []
      : terms.filter(({ operator }) => operator === 'null').map(({ field }) => field)
  const sorted = [...nulls, ...orderBy].reduce(
    (ordered, field) => ordered.orderBy(field, descending ? 'desc' : 'asc'),
    continued,
  )
  if (limit === Infinity && offset === 0) return sorted
  const bounded = sorted.limit(sql.lit(Math.min(limit, Number.MAX_SAFE_INTEGER)))
  return offset > 0 ? bounded.offset(offset) : bounded
}
