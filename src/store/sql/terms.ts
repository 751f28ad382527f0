import type { Range, Where } from '../database.ts'

type Row = Record<string, unknown>
const OPERATORS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** One comparison of a field and the values that it binds. */
export interface Term {
  readonly field: string
  readonly operator:
    '=' | 'null' | 'in' | 'any' | 'not' | (typeof OPERATORS)[keyof typeof OPERATORS]
  readonly values: readonly unknown[]
}

/** Returns conditions as a list of terms. With `arrays`, a set of values is bound as one value. */
export const termsOf = (where: Where<Row>, arrays: boolean): readonly Term[] =>
  Object.entries(where).flatMap(([field, condition]) => termsOfField(field, condition, arrays))

/** Returns a text that is equal for terms that differ only in their values. */
export const formOf = (terms: readonly Term[]): string =>
  terms.map(({ field, operator, values }) => `${field} ${operator} ${values.length}`).join()

export const valuesOf = (terms: readonly Term[]): readonly unknown[] =>
  terms.flatMap(({ values }) => values)

function termsOfField(field: string, condition: unknown, arrays: boolean): readonly Term[] {
  if (condition === null) return [{ field, operator: 'null', values: [] }]
  if (typeof condition !== 'object')
    return [{ field, operator: '=', values: [bindable(condition)] }]
  const { in: among, not, ...bounds } = condition as Range<unknown>
  const terms = Object.entries(bounds).map(([bound, value]): Term => ({
    field,
    operator: OPERATORS[bound as keyof typeof bounds],
    values: [bindable(value)],
  }))
  if (among && arrays) terms.push({ field, operator: 'any', values: [among.map(bindable)] })
  else if (among) terms.push({ field, operator: 'in', values: padded(among.map(bindable)) })
  if (not !== undefined) terms.push({ field, operator: 'not', values: [bindable(not)] })
  return terms
}

/** Pads a set to the next power of two by repeating its last value, because each length of a set is a statement of its own. */
const padded = (values: readonly unknown[]): readonly unknown[] => [
  ...values,
  ...Array.from({ length: 2 ** Math.ceil(Math.log2(values.length)) - values.length }, () =>
    values.at(-1),
  ),
]

/** SQLite has no booleans. */
const bindable = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value)
