import { sql, type RawBuilder } from 'kysely'
import type { Change, Key, ReadTable, Table } from '../../database.ts'
import type { Column, StoredRow } from '../../tables.ts'
import { Statements, type Fields, type Statement } from '../statements.ts'
import { unpackerOf, type Execute } from '../table.ts'

/** PostgreSQL's array type for each kind of column. */
export const ARRAYS: Readonly<Record<Column, string>> = {
  text: 'text[]',
  json: 'text[]',
  integer: 'bigint[]',
  boolean: 'smallint[]',
}

/** The statements for many rows. A list is bound as one value, so that one statement handles any number of rows. */
export class ListStatements extends Statements {
  /** Returns the statement that reads rows by key, for a table whose key has one field. */
  getMany(keys: readonly Key<StoredRow>[], skipLocked: boolean, columns: Fields): Statement {
    const [keyField] = this.shape.key as readonly [string]
    const text = this.cachedText(`get many ${skipLocked} ${this.formOf(columns)}`, () => {
      const query = this.locked(
        this.select(columns)
          .where(sql<boolean>`${sql.ref(keyField)} = any(${0})`)
          .orderBy(keyField),
      )
      return skipLocked && this.locking ? query.skipLocked() : query
    })
    return { text, values: [keys.map((key) => key[keyField])] }
  }

  updateMany(batch: readonly Change<StoredRow>[], changed: Fields): Statement {
    const { key: keyFields } = this.shape
    const text = this.cachedText(`update many ${changed.join()}`, () => {
      const changes = changed.map((field) => sql`${sql.ref(field)} = ${sql.ref(`given.${field}`)}`)
      const same = keyFields.map(
        (field) => sql`${sql.ref(`${this.name}.${field}`)} = ${sql.ref(`given.${field}`)}`,
      )
      const update = sql`update ${sql.table(this.name)} set ${sql.join(changes)} from ${this.#valueLists([...changed, ...keyFields])} where ${sql.join(same, sql` and `)}`
      return { compile: () => update.compile(this.db) }
    })
    const columns = changed.map((field) =>
      batch.map(({ changes }) => this.pack(field, changes[field])),
    )
    return {
      text,
      values: [...columns, ...keyFields.map((name) => batch.map(({ key }) => key[name]))],
    }
  }

  /** Returns a row source that is made from one list per field. */
  #valueLists(fields: Fields): RawBuilder<unknown> {
    const lists = fields.map((field) => sql`${0}::${sql.raw(ARRAYS[this.shape.columns[field]!])}`)
    return sql`unnest(${sql.join(lists)}) as given (${sql.join(fields.map((field) => sql.ref(field)))})`
  }
}

/** Returns the method that changes a list of rows. Every change has the same fields. */
export const listChanges = (
  statements: ListStatements,
  execute: Execute,
): Pick<Table<StoredRow>, 'updateMany'> => ({
  async updateMany(batch) {
    const changed = Object.keys(batch[0]?.changes ?? {})
    if (changed.length > 0) await execute(statements.updateMany(batch, changed))
  },
})

/** Returns the method that reads a list of rows of a table whose key has one field. */
export function listReads(
  statements: ListStatements,
  execute: Execute,
): Pick<ReadTable<StoredRow>, 'getMany'> {
  const unpack = unpackerOf(statements.name, statements.shape)
  const { fields, shape } = statements
  const [keyField] = shape.key as readonly [string]
  return {
    async getMany(keys, { skipLocked = false, columns = fields } = {}) {
      if (keys.length === 0) return []
      const rows = await execute(statements.getMany(keys, skipLocked, columns))
      const byKey = new Map(rows.map((row) => [row[keyField], unpack(row)]))
      return keys.map((key) => byKey.get(key[keyField]))
    },
  }
}
